/** A long list, newest first: its first page is live, and older rows are read when they are asked for. */
import { useRef, useState } from 'preact/hooks';
import type { Rest } from '../base/attempt.ts';
import { useWork } from '../base/work.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly next_cursor?: string | null | undefined };
}

export interface Older<Row> {
  /** All that was read so far, with newer ones on top. */
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly work: ReturnType<typeof useWork>;
  readonly show: () => Promise<void>;
}

/** `first` = the newest page, as it is now. A list with another filter needs a component of its own (`key`). */
export function useOlder<Row extends Dated>(
  first: Page<Row> | undefined,
  read: (attempt: Rest, cursor: string) => Promise<Page<Row>>,
): Older<Row> {
  const known = useRef<readonly Row[]>([]);
  known.current = withFirst(known.current, first);
  /** Where those that were not read yet begin; undefined = behind the first page. */
  const [further, setFurther] = useState<string | null>();
  const next = further === undefined ? first?.meta.next_cursor : further;
  const work = useWork();
  return {
    rows: known.current,
    hasMore: Boolean(next),
    work,
    show: () =>
      work.run(async (attempt) => {
        if (!next) return;
        const page = await read(attempt, next);
        const shown = new Set(known.current.map(({ id }) => id));
        known.current = [...known.current, ...page.data.filter(({ id }) => !shown.has(id))];
        setFurther(page.meta.next_cursor ?? null);
      }),
  };
}

interface Dated {
  readonly id: string;
  readonly created_at: string;
}

/** The first page says how far down it goes; what it pushed out of itself stays below. */
function withFirst<Row extends Dated>(known: readonly Row[], first: Page<Row> | undefined): readonly Row[] {
  const last = first?.data.at(-1);
  if (!first || !last) return first ? [] : known;
  const below = first.meta.next_cursor ? known.filter((each) => orderOf(each) < orderOf(last)) : [];
  return [...first.data, ...below];
}

function orderOf({ created_at: at, id }: Dated): string {
  return at + id;
}
