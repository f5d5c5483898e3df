/** Which files of devices have arrived, and which commands wait for one. */
import type { Db, Trx } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import type { DeferralTable, SentFileTable } from '../tables/files.ts';
import type { Owned } from '../tables/rows.ts';

export async function findSentFiles(db: Db, orgId: string, hashes: readonly string[]): Promise<SentFileTable[]> {
  if (hashes.length === 0) return [];
  return await db
    .selectFrom('sent_file')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('sha256', 'in', anyOf(hashes))
    .execute();
}

/** Sent twice is sent once. */
export async function insertSentFile(trx: Trx, orgId: string, file: Owned<SentFileTable>): Promise<void> {
  await trx
    .insertInto('sent_file')
    .values({ ...file, org_id: orgId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function insertDeferrals(
  trx: Trx,
  orgId: string,
  deferrals: readonly Owned<DeferralTable>[],
): Promise<void> {
  if (deferrals.length === 0) return;
  await trx
    .insertInto('deferral')
    .values(deferrals.map((deferral) => ({ ...deferral, org_id: orgId })))
    .execute();
}

/** In the order in which they were taken, device by device. */
export async function findDeferrals(db: Db, orgId: string, sha256: string): Promise<DeferralTable[]> {
  return await db
    .selectFrom('deferral')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('sha256', '=', sha256)
    .orderBy('client_id')
    .orderBy('mutation_id')
    .execute();
}

export async function endDeferrals(trx: Trx, orgId: string, deferrals: readonly DeferralTable[]): Promise<void> {
  for (const { sha256, client_id, mutation_id } of deferrals)
    await trx
      .deleteFrom('deferral')
      .where('org_id', '=', orgId)
      .where('sha256', '=', sha256)
      .where('client_id', '=', client_id)
      .where('mutation_id', '=', mutation_id)
      .execute();
}
