/** Access tokens, known by their hash only. */
import { sql } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import { chunks } from '../engine/chunks.ts';
import type { Owned, Page, PageRequest } from '../tables/rows.ts';
import { statement } from '../engine/statement.ts';
import type { TokenTable } from '../tables/tokens.ts';

export async function insertToken(trx: Trx, orgId: string, token: Owned<TokenTable>): Promise<void> {
  await trx
    .insertInto('token')
    .values({ ...token, org_id: orgId })
    .execute();
}

const tokensByHash = statement<TokenTable>(`select * from "token" where "hash" in (?)`);

/** The one question asked before the organisation is known. Revoked and expired ones included: the caller judges. */
export async function findTokensByHash(db: Db, hashes: readonly string[]): Promise<TokenTable[]> {
  const found = chunks([...new Set(hashes)]).map((some) => tokensByHash(db, some));
  return (await Promise.all(found)).flat();
}

export async function readToken(db: Db, orgId: string, id: string): Promise<TokenTable | undefined> {
  return db.selectFrom('token').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
}

/** Oldest first. */
export async function listTokens(db: Db, orgId: string): Promise<TokenTable[]> {
  return db.selectFrom('token').selectAll().where('org_id', '=', orgId).orderBy('created_at').orderBy('id').execute();
}

export type TokenStatus = 'active' | 'revoked' | 'expired';

export interface TokensRequest extends PageRequest {
  /** Any of them; undefined = all. */
  readonly statuses?: readonly TokenStatus[] | undefined;
  readonly userId?: string | undefined;
  /** RFC 3339: what expires by then has expired. */
  readonly now: string;
}

/** Newest first. */
export async function pageOfTokens(
  db: Db,
  orgId: string,
  { statuses, userId, now, page, perPage }: TokensRequest,
): Promise<Page<TokenTable>> {
  const status = sql<string>`case
    when revoked_at is not null then 'revoked'
    when expires_at is not null and expires_at <= ${now} then 'expired'
    else 'active' end`;
  const wanted = db
    .selectFrom('token')
    .where('org_id', '=', orgId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .$if(statuses !== undefined, (query) => query.where(status, 'in', anyOf(statuses ?? [])));
  const rows = await wanted
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** @param projectIds a JSON array; null = the whole organisation */
export async function limitToken(trx: Trx, orgId: string, id: string, projectIds: string | null): Promise<void> {
  await trx
    .updateTable('token')
    .set({ project_ids: projectIds })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** False when there is no such token, or it was revoked before. */
export async function revokeToken(trx: Trx, orgId: string, id: string, revokedAt: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('token')
    .set({ revoked_at: revokedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Every token that acts as one of these users. */
export async function revokeTokensOf(
  trx: Trx,
  orgId: string,
  userIds: readonly string[],
  revokedAt: string,
): Promise<void> {
  for (const some of chunks(userIds))
    await trx
      .updateTable('token')
      .set({ revoked_at: revokedAt })
      .where('org_id', '=', orgId)
      .where('user_id', 'in', some)
      .where('revoked_at', 'is', null)
      .execute();
}

/** Never back in time: two servers may each have seen the token. */
export async function markUsed(trx: Trx, orgId: string, id: string, usedAt: string): Promise<void> {
  await trx
    .updateTable('token')
    .set({ last_used_at: usedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
    .execute();
}
