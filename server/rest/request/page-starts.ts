/**
 * Where the pages of a list by `updated_since` begin (contract, REST, R17; decision pages-by-last-change). An edit moves a row to the end of
 * such a list and all rows after it forward, so a page that is found by counting would skip some. Instead, the row after which a page
 * begins is remembered when the page before it is answered, and everything in between belongs to that page for the rest of the walk.
 */
import { invalid } from '../../../shared/model/validation.ts';
import type { Db } from '../../store/engine/db.ts';
import { pageOfRecords, placeInList, type ListRequest, type Place } from '../../store/records/record-lists.ts';

/** By page number; page 1 begins at the start. */
type Starts = Map<number, Place | undefined>;

const mostWalks = 500;
const mostPagesAhead = 50;
const startsByWalk = new WeakMap<Db, Map<string, Starts>>();

export interface Bounds {
  readonly after: Place | undefined;
  /** The last row of the page; undefined = not fixed yet. */
  readonly upTo: Place | undefined;
  /** Fixes the end of the page. */
  readonly endAt: (last: Place | undefined) => void;
}

/** @param reader token or user who walks; a walk belongs to one reader. Throws validation_failed for a page of a walk that did not begin here. */
export async function boundsOf(db: Db, orgId: string, reader: string, request: ListRequest): Promise<Bounds> {
  const { page, ...list } = request;
  const walks = startsByWalk.get(db) ?? new Map<string, Starts>();
  startsByWalk.set(db, walks);
  const key = JSON.stringify([orgId, reader, list]);
  const starts = page === 1 ? new Map<number, Place | undefined>([[1, undefined]]) : walks.get(key);
  if (!starts || page > starts.size + mostPagesAhead) throw unknownPage(page);
  walks.delete(key);
  walks.set(key, starts);
  const [oldest] = walks.keys();
  if (walks.size > mostWalks && oldest !== undefined) walks.delete(oldest);
  for (let known = starts.size; known < page; known++) {
    const rows = await pageOfRecords(db, orgId, { ...request, after: starts.get(known) });
    starts.set(known + 1, endOf(rows, request) ?? starts.get(known));
  }
  return {
    after: starts.get(page),
    upTo: starts.get(page + 1),
    endAt: (last) => {
      if (!starts.has(page + 1)) starts.set(page + 1, last);
    },
  };
}

export function isUpTo(row: Place, { value, id }: Place): boolean {
  return row.value < value || (row.value === value && row.id <= id);
}

function endOf(rows: Awaited<ReturnType<typeof pageOfRecords>>, { order }: ListRequest): Place | undefined {
  const last = rows.at(-1);
  return last && placeInList(last, order);
}

function unknownPage(page: number) {
  return invalid([
    {
      parameter: 'page',
      code: 'page_out_of_turn',
      detail: `page ${page} of a list by updated_since follows the pages before it, and this server does not know them (any more): pass meta.next_cursor as cursor, or begin again with page 1`,
    },
  ]);
}
