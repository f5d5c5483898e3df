/** Records whose due date has passed. Each kind decides which date that is by storing it in `sort_key` (its `columns`). */
import { preparedRows } from '../engine/prepared.ts';

interface DueRequest {
  readonly kind: string;
  readonly until: string;
  /** The next poll handles the rest. */
  readonly limit?: number;
}

/** Live records of the kind whose `sort_key` is at most `until`, earliest first. */
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
