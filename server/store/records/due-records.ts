/** Records whose date has come. The kind says which date that is: it keeps it in `sort_key` (its `columns`). */
import { preparedRows } from '../engine/prepared.ts';

interface DueRequest {
  readonly kind: string;
  readonly until: string;
  /** The rest waits for the next round. */
  readonly limit?: number;
}

/** Live records of the kind whose `sort_key` is at most `until`, the earliest first. */
export const recordsDue = preparedRows((db, orgId: string, { kind, until, limit }: DueRequest) => {
  const query = db
    .selectFrom('record')
    .select(['id', 'body'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('deleted', '=', 0)
    .where('sort_key', '<=', until)
    .orderBy('sort_key')
    .orderBy('id');
  return limit === undefined ? query : query.limit(limit);
});
