/** Revisions of records without their bodies: enough to detect changes. */
import { anyOf } from '../engine/clauses.ts';
import type { Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import type { RecordTable } from '../tables/tables.ts';
import { byId } from './records.ts';

const columns = ['id', 'kind', 'rev', 'seq', 'version', 'status', 'updated_at', 'deleted'] as const;
type Revision = Pick<RecordTable, (typeof columns)[number]>;

/** Of live records: those of these kinds that belong to the document, and those with these ids. Each once, ordered by id. Of `removable` kinds also those that were removed. */
export async function revisionsOf(
  db: Db,
  orgId: string,
  documentId: string,
  kinds: readonly string[],
  removable: readonly string[],
  ids: readonly string[],
): Promise<Revision[]> {
  const rows = await revisions(db, orgId, documentId, kinds, removable, ids);
  return [...new Map(rows.map((row) => [row.id, row])).values()].toSorted(byId);
}

/** Three sides, each with an index of its own: with an `or` SQLite reads all records. */
const revisions = preparedRows(
  (
    db,
    orgId: string,
    documentId: string,
    kinds: readonly string[],
    removable: readonly string[],
    ids: readonly string[],
  ) => {
    const stored = db.selectFrom('record').select(columns).where('org_id', '=', orgId);
    const own = stored.where('document_id', '=', documentId);
    return own
      .where('deleted', '=', 0)
      .where('kind', 'in', anyOf(kinds))
      .unionAll(own.where('kind', 'in', anyOf(removable)))
      .unionAll(stored.where('deleted', '=', 0).where('id', 'in', anyOf(ids)));
  },
);
