/** The audit log, read page by page from its newest entry on, until as many entries fit the filters as are shown, or there are no more. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rest } from '../../base/attempt.ts';
import { useLive } from '../../base/loaded.ts';
import { rest, wordsOf } from '../../base/server.ts';

type Page = Awaited<ReturnType<Rest['listAudit']>>;
export type Entry = Page['data'][number];

interface Read {
  /** The newest first, without a gap. */
  readonly entries: readonly Entry[];
  /** Where to read on; null = the log was read to its end. */
  readonly next: number | null;
}

const perCall = 500;
/** 100,000 entries; more are for the file, which keeps none of them in the page. */
const mostEntries = 200 * perCall;

export const readPage = (before: number | null): Promise<Page> =>
  rest.listAudit({ query: { limit: perCall, ...(before === null ? {} : { before }) } });

/** What was read before, with a page of the newest; from that page on anew where more has come than it holds. */
export function withNewest(read: Read, { data, meta }: Page): Read {
  const [newest, oldest] = [read.entries[0]?.sequence ?? Infinity, data.at(-1)?.sequence ?? 0];
  if (meta.next_before !== null && newest < oldest) return { entries: data, next: meta.next_before };
  const older = read.entries.filter(({ sequence }) => sequence < oldest);
  return older.length > 0
    ? { entries: [...data, ...older], next: read.next }
    : { entries: data, next: meta.next_before };
}

export function useLog(fits: (entry: Entry) => boolean, filters: string, mostShown: number) {
  const newest = useLive('audit', () => readPage(null));
  const [read, setRead] = useState<Read>({ entries: [], next: null });
  const [failure, setFailure] = useState<string | null>(null);
  const [stoppedFor, setStoppedFor] = useState<string | null>(null);
  useEffect(() => {
    const { value } = newest;
    if (value) setRead((before) => withNewest(before, value));
  }, [newest.value]);
  const found = read.entries.filter(fits);
  const { next } = read;
  const isFull = read.entries.length >= mostEntries;
  const isWanted = found.length < mostShown && next !== null && !isFull;
  const goesOn = isWanted && failure === null && stoppedFor !== filters;
  const asked = useRef(0);
  useEffect(() => {
    if (!goesOn || next === null) return;
    const turn = ++asked.current;
    readPage(next).then(
      ({ data, meta }) =>
        turn === asked.current &&
        setRead((before) =>
          before.next === next ? { entries: [...before.entries, ...data], next: meta.next_before } : before,
        ),
      (error: unknown) => turn === asked.current && setFailure(wordsOf(error)),
    );
  }, [goesOn, next]);
  return {
    newest,
    found: found.slice(0, mostShown),
    looked: read.entries.length,
    oldest: read.entries.at(-1),
    /** There are more entries, not looked through, that may fit. */
    isWanted,
    isFull,
    goesOn,
    failure,
    stop: () => {
      asked.current++;
      setStoppedFor(filters);
    },
    goOn: () => {
      setFailure(null);
      setStoppedFor(null);
    },
  };
}
