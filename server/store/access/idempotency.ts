/** The answers given under an Idempotency-Key (contract, REST): found again by their scope, and forgotten when they are old. */
import type { Db, Trx } from '../engine/db.ts';
import type { Owned } from '../tables/rows.ts';
import type { IdempotencyTable } from '../tables/tables.ts';

/** `since` = what is older counts as forgotten. */
export async function findReply(
  db: Db,
  orgId: string,
  scope: string,
  since: string,
): Promise<IdempotencyTable | undefined> {
  return db
    .selectFrom('idempotency')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('scope', '=', scope)
    .where('created_at', '>=', since)
    .executeTakeFirst();
}

/** Takes the place of a forgotten one, and removes the oldest of those that are older than `since`, `sweep` at the most. */
export async function saveReply(
  trx: Trx,
  orgId: string,
  reply: Owned<IdempotencyTable>,
  { since, sweep }: { readonly since: string; readonly sweep: number },
): Promise<void> {
  const { fingerprint, reply: text, created_at } = reply;
  await trx
    .insertInto('idempotency')
    .values({ ...reply, org_id: orgId })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'scope']).doUpdateSet({ fingerprint, reply: text, created_at }),
    )
    .execute();
  const oldest = trx
    .selectFrom('idempotency')
    .select('scope')
    .where('org_id', '=', orgId)
    .where('created_at', '<', since)
    .orderBy('created_at')
    .limit(sweep);
  await trx.deleteFrom('idempotency').where('org_id', '=', orgId).where('scope', 'in', oldest).execute();
}
