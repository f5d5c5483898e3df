/** Access tokens, known by their hash only. */
import type { Kysely, Transaction } from 'kysely';
import type { Owned } from './rows.ts';
import type { Tables, TokenTable } from './tables.ts';

export async function insertToken(trx: Transaction<Tables>, orgId: string, token: Owned<TokenTable>): Promise<void> {
  await trx
    .insertInto('token')
    .values({ ...token, org_id: orgId })
    .execute();
}

/** The one question asked before the organisation is known. Revoked and expired ones included: the caller judges. */
export async function findTokenByHash(db: Kysely<Tables>, hash: string): Promise<TokenTable | undefined> {
  return db.selectFrom('token').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Oldest first. */
export async function listTokens(db: Kysely<Tables>, orgId: string): Promise<TokenTable[]> {
  return db.selectFrom('token').selectAll().where('org_id', '=', orgId).orderBy('created_at').orderBy('id').execute();
}

/** False when there is no such token, or it was revoked before. */
export async function revokeToken(
  trx: Transaction<Tables>,
  orgId: string,
  id: string,
  revokedAt: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('token')
    .set({ revoked_at: revokedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
