/** How often records have changed, without reading them whole: enough to tell whether anything is as it was. */
import type { Db } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import type { RecordTable } from '../tables/tables.ts';

export type Revision = Pick<RecordTable, 'id' | 'kind' | 'rev' | 'version'>;

/** Of the live records of these kinds that belong to a document, and of the records with these ids; by id. */
export async function revisionsOf(
  db: Db,
  orgId: string,
  documentId: string,
  kinds: readonly string[],
  ids: readonly string[],
): Promise<Revision[]> {
  return await db
    .selectFrom('record')
    .select(['id', 'kind', 'rev', 'version'])
    .where('org_id', '=', orgId)
    .where('deleted', '=', 0)
    .where((eb) =>
      eb.or([eb.and([eb('document_id', '=', documentId), eb('kind', 'in', anyOf(kinds))]), eb('id', 'in', anyOf(ids))]),
    )
    .orderBy('id')
    .execute();
}
