/** The append-only audit log: one entry per request, each with the head of the hash chain that it extends. */
import { hash } from 'node:crypto';
import type { Trx } from '../engine/db.ts';
import { preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Owned } from '../tables/rows.ts';
import type { AuditTable } from '../tables/tables.ts';

export async function insertAudit(trx: Trx, orgId: string, entries: readonly Owned<AuditTable>[]): Promise<void> {
  await insertRows(trx, entries, orgId);
}
const insertRows = preparedForEach((db, entries: readonly Owned<AuditTable>[], orgId: string) =>
  db.insertInto('audit').values(entries.map((entry) => ({ ...entry, org_id: orgId }))),
);

/** The head of an audit log without entries. */
export const noHistory = Buffer.alloc(32).toString('base64url');

/** The head after an entry, whose leaf is SHA-256(0x00 ‖ entry), RFC 9162. Heads are base64url. */
export function headAfter(head: string, entry: string): string {
  const leaf = hash('sha256', `\0${entry}`, 'buffer');
  return hash('sha256', Buffer.concat([Buffer.from(head, 'base64url'), leaf]), 'base64url');
}

/** The last entry at or before `seq`; undefined = there is none. */
export const headAt = preparedFirst((db, orgId: string, seq: number) =>
  db
    .selectFrom('audit')
    .select(['seq', 'head'])
    .where('org_id', '=', orgId)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1),
);

/** Where the first entry after `seq` is. */
export const firstSeqAfter = preparedFirst((db, orgId: string, seq: number) =>
  db.selectFrom('audit').select('seq').where('org_id', '=', orgId).where('seq', '>', seq).orderBy('seq').limit(1),
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

/** The newest first. */
export const listAuditBefore = preparedRows((db, orgId: string, beforeSeq: number, limit: number) =>
  db
    .selectFrom('audit')
    .select(['seq', 'entry', 'head'])
    .where('org_id', '=', orgId)
    .where('seq', '<', beforeSeq)
    .orderBy('seq', 'desc')
    .limit(limit),
);
