/** Records whose date has come. The kind says which date that is: it keeps it in `sort_key` (its `columns`). */
import type { Db } from '../engine/db.ts';
import type { RecordTable } from '../tables/tables.ts';

/**
 * Live records of the kind whose `sort_key` is at most `until`, the earliest first. `limit` = the rest waits for the next round.
 */
export async function recordsDue(
  db: Db,
  orgId: string,
  { kind, until, limit }: { readonly kind: string; readonly until: string; readonly limit?: number },
): Promise<Pick<RecordTable, 'id' | 'body'>[]> {
  return await db
    .selectFrom('record')
    .select(['id', 'body'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('deleted', '=', 0)
    .where('sort_key', '<=', until)
    .orderBy('sort_key')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}
