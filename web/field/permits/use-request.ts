/** The request of a permit as this tab shows it: kept after each pause, with what another tab writes in it, until one of them has asked. */
import { useEffect, useRef } from 'preact/hooks';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive, useSignal } from '../base/signal.ts';
import { useOnlyOwn, useSaved, type Outcome } from '../document/edit/use-saved.ts';
import { begunPermits, changesSince, dropBegun, isWritten, keepBegun, type BegunPermit } from './kept-request.ts';

interface Request {
  readonly value: BegunPermit;
  readonly outcome: Outcome;
  readonly change: (changes: Partial<BegunPermit>) => void;
  /** Leads to the permit, as it does once another tab has asked. */
  readonly onAsked: () => Promise<void>;
}

export function useRequest(first: BegunPermit): Request {
  const { id } = first;
  const onlyOwn = useOnlyOwn();
  /** What this tab knows to be kept. */
  const kept = useRef(first);
  const keeping = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const leaving = useRef<Promise<void> | null>(null);
  const keepNow = async (now: BegunPermit): Promise<void> => {
    if (leaving.current || !isWritten(now)) return;
    await keepBegun(kept.current, now, onlyOwn);
    kept.current = now;
  };
  const { value, setValue, outcome } = useSaved(first, async (now) => {
    keeping.current++;
    // One after the other: what is written while one is on its way is compared with what that leaves.
    const next = last.current.then(() => keepNow(now)).finally(() => keeping.current--);
    last.current = next.catch(() => undefined);
    await next;
    follow();
  });
  const follow = (): void => {
    const theirs = begunPermits.value[id];
    if (!theirs || keeping.current > 0) return; // what is written here meanwhile is newer
    const changes = changesSince(kept.current, theirs);
    if (Object.keys(changes).length === 0) return;
    kept.current = theirs;
    setValue((shown) => ({ ...shown, ...changes }));
  };
  const theirs = useSignal(begunPermits)[id];
  useEffect(follow, [theirs]);
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  const leave = async (): Promise<void> => {
    // What a tab still wrote after it was asked for goes as well.
    await dropBegun(id).catch(() => undefined);
    if (isShown.current) go(`/permits/${id}`, true);
  };
  const leaveOnce = (): Promise<void> => (leaving.current ??= leave());
  const permit = useLive(`permit ${id}`, () => replica().permits.watch({ id }))?.[0];
  const isAsked = permit !== undefined && permit.state !== 'draft';
  useEffect(() => {
    if (isAsked) void leaveOnce();
  }, [isAsked]);
  return {
    value,
    outcome,
    change: (changes) => setValue((shown) => ({ ...shown, ...changes })),
    onAsked: leaveOnce,
  };
}
