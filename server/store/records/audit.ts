/** The append-only audit log: one entry per request. */
import type { Trx } from '../engine/db.ts';
import { preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import type { AuditTable } from '../tables/tables.ts';

export async function insertAudit(trx: Trx, orgId: string, entries: readonly Owned<AuditTable>[]): Promise<void> {
  await insertRows(trx, entries, orgId);
}
const insertRows = preparedForEach((db, entries: readonly Owned<AuditTable>[], orgId: string) =>
  db.insertInto('audit').values(entries.map((entry) => ({ ...entry, org_id: orgId }))),
);

/** In the order of `seq`, which is the order of the Merkle tree's leaves. */
export const listAudit = preparedRows((db, orgId: string, afterSeq: number, limit: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit),
);
