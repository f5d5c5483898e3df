/** Files that devices have uploaded, and commands that are deferred until a file arrives. */
import { chunks } from '../engine/chunks.ts';
import { anyOf } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { DeferralTable, SentFileTable } from '../tables/files.ts';
import type { Owned } from '../tables/rows.ts';

export async function findSentFiles(db: Db, orgId: string, hashes: readonly string[]): Promise<SentFileTable[]> {
  return hashes.length === 0 ? [] : await filesByHash(db, orgId, hashes);
}
const filesByHash = preparedRows((db, orgId: string, hashes: readonly string[]) =>
  db.selectFrom('sent_file').selectAll().where('org_id', '=', orgId).where('sha256', 'in', anyOf(hashes)),
);

/** Idempotent: uploading a file again changes nothing. */
export async function insertSentFile(trx: Trx, orgId: string, file: Owned<SentFileTable>): Promise<void> {
  await insertFile(trx, { ...file, org_id: orgId });
}
const insertFile = preparedChange((db, row: SentFileTable) =>
  db
    .insertInto('sent_file')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

export const insertDeferrals = preparedForEach((db, deferrals: readonly DeferralTable[]) =>
  db.insertInto('deferral').values(deferrals),
);

/** In the order in which they were made. */
export const findDeferrals = preparedRows((db, orgId: string, sha256: string) =>
  db.selectFrom('deferral').selectAll().where('org_id', '=', orgId).where('sha256', '=', sha256).orderBy('command_id'),
);

export async function endDeferrals(trx: Trx, deferrals: readonly DeferralTable[]): Promise<void> {
  for (const deferral of deferrals) await deleteDeferral(trx, deferral);
}
const deleteDeferral = preparedChange((db, { org_id, sha256, command_id, command_hash }: DeferralTable) =>
  db
    .deleteFrom('deferral')
    .where('org_id', '=', org_id)
    .where('sha256', '=', sha256)
    .where('command_id', '=', command_id)
    .where('command_hash', '=', command_hash),
);

/** Up to `limit` files sent before `before` (RFC 3339). */
export const oldSentFiles = preparedRows((db, orgId: string, before: string, limit: number) =>
  db.selectFrom('sent_file').selectAll().where('org_id', '=', orgId).where('at', '<', before).limit(limit),
);

export async function deleteSentFiles(trx: Trx, orgId: string, hashes: readonly string[]): Promise<void> {
  for (const some of chunks(hashes)) await deleteFiles(trx, orgId, some);
}
const deleteFiles = preparedChange((db, orgId: string, hashes: readonly string[]) =>
  db.deleteFrom('sent_file').where('org_id', '=', orgId).where('sha256', 'in', hashes),
);
