/** The audit log: one entry a request, never changed after. */
import type { Db, Trx } from '../engine/db.ts';
import { insertRows, type Insertion } from '../engine/insert.ts';
import type { Owned } from '../tables/rows.ts';
import type { AuditTable } from '../tables/tables.ts';

const insertion: Insertion<AuditTable> = { table: 'audit', columns: ['org_id', 'seq', 'entry', 'leaf'] };

export async function insertAudit(trx: Trx, orgId: string, entries: readonly Owned<AuditTable>[]): Promise<void> {
  await insertRows(trx, orgId, insertion, entries);
}

/** In the order of `seq`, which is the order of the leaves. */
export async function listAudit(db: Db, orgId: string, afterSeq: number, limit: number): Promise<AuditTable[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}
