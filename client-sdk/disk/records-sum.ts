/**
 * The sum over the digests of all stored rows (shared/sync/scope-checksum.ts), in a row of its own that each write brings up to date in its
 * own transaction: so the end of every pull can be compared with the server without reading the rows.
 */
import {
  added,
  emptyChecksum,
  lessOf,
  moreOf,
  recordDigest,
  type ScopeChecksum,
} from '../../shared/sync/scope-checksum.ts';
import type { ConfirmedRow } from './database.ts';
import { ownRow } from './own-row.ts';
import type { Summary } from '../base/tables.ts';

export const sumId = 'sum';

/** The digest of what the row says now. It came with another one if it was altered since. */
export function contentDigest(row: Omit<ConfirmedRow, 'digest'>): string {
  return recordDigest(row, JSON.stringify(row.body));
}

/** Not of a row that was altered beyond recognition: the next comparison counts anew. */
export function sumIn({ body }: ConfirmedRow): ScopeChecksum {
  const { count, sum } = body;
  return { count: Number(count) || 0, sum: Number(sum) || 0 };
}

export function sumRow({ count, sum }: ScopeChecksum): ConfirmedRow {
  return ownRow(sumId, 0, { count, sum });
}

export const summary: Summary<ConfirmedRow> = {
  key: sumId,
  next: (stored, changes) => {
    let sum = stored ? sumIn(stored) : emptyChecksum;
    for (const { before, after } of changes) {
      if (before) sum = added(sum, lessOf(before.digest));
      if (after) sum = added(sum, moreOf(after.digest));
    }
    return sum.count === 0 && sum.sum === 0 ? null : sumRow(sum);
  },
};
