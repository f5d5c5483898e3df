/** Access tokens. Only their hash is stored. */
import { sql } from 'kysely';
import { inChunks } from '../engine/chunks.ts';
import { anyOf } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedRows } from '../engine/prepared.ts';
import { limitsOf, type Owned, type Page, type PageRequest } from '../tables/rows.ts';
import type { TokenPurpose, TokenTable } from '../tables/tokens.ts';

export async function insertToken(trx: Trx, orgId: string, token: Owned<TokenTable>): Promise<void> {
  await insertRow(trx, { ...token, org_id: orgId });
}
const insertRow = preparedChange((db, row: TokenTable) => db.insertInto('token').values(row));

/** The only query that runs before the organisation is known. Includes revoked and expired tokens; the caller decides about them. */
export async function findTokensByHash(db: Db, hashes: readonly string[]): Promise<TokenTable[]> {
  return await inChunks(hashes, (some) => tokensByHash(db, some));
}
const tokensByHash = preparedRows((db, hashes: readonly string[]) =>
  db.selectFrom('token').selectAll().where('hash', 'in', hashes),
);

export const readToken = preparedFirst((db, orgId: string, id: string) =>
  db.selectFrom('token').selectAll().where('org_id', '=', orgId).where('id', '=', id),
);

/** Of every purpose. */
export const readAllTokens = preparedRows((db, orgId: string) =>
  db.selectFrom('token').selectAll().where('org_id', '=', orgId),
);

/** Bearer tokens, oldest first. */
export const listTokens = preparedRows((db, orgId: string) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('purpose', '=', 'api')
    .orderBy('created_at')
    .orderBy('id'),
);

/** Of all organisations: those that are valid until somebody revokes them. */
export const countEndlessTokens = preparedFirst((db) =>
  db
    .selectFrom('token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null),
);

export type TokenStatus = 'active' | 'revoked' | 'expired';

interface TokenFilter {
  /** Any of these; undefined = all. */
  readonly statuses?: readonly TokenStatus[] | undefined;
  readonly userId?: string | undefined;
  /** RFC 3339; a token with `expires_at` at or before this has expired. */
  readonly now: string;
}
export type TokensRequest = TokenFilter & PageRequest;

/** Newest first. */
export async function pageOfTokens(db: Db, orgId: string, request: TokensRequest): Promise<Page<TokenTable>> {
  const { limit, offset } = limitsOf(request);
  const rows = await tokenPage(db, orgId, request, limit, offset);
  return { rows, total: (await tokenCount(db, orgId, request))?.total ?? 0 };
}

const tokenPage = preparedRows((db, orgId: string, filter: TokenFilter, limit: number, offset: number) =>
  matching(db, orgId, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset),
);

const tokenCount = preparedFirst((db, orgId: string, filter: TokenFilter) =>
  matching(db, orgId, filter).select(({ fn }) => fn.countAll<number>().as('total')),
);

function matching(db: Db, orgId: string, { statuses, userId, now }: TokenFilter) {
  const status = sql<string>`case
    when revoked_at is not null then 'revoked'
    when expires_at is not null and expires_at <= ${now} then 'expired'
    else 'active' end`;
  let query = db.selectFrom('token').where('org_id', '=', orgId).where('purpose', '=', 'api');
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (statuses !== undefined) query = query.where(status, 'in', anyOf(statuses));
  return query;
}

/** Both as in the row. */
export const limitToken = preparedChange((db, orgId: string, id: string, projectIds: string | null, past: string) =>
  db
    .updateTable('token')
    .set({ project_ids: projectIds, past_projects: past })
    .where('org_id', '=', orgId)
    .where('id', '=', id),
);

/** The first device stays the token's device. */
export const bindToken = preparedChange((db, orgId: string, id: string, deviceId: string) =>
  db
    .updateTable('token')
    .set({ device_id: deviceId })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('device_id', 'is', null),
);

/** Links and sessions of a user that are neither used up nor over, newest first. `now` = RFC 3339. */
export const openTokensOf = preparedRows((db, orgId: string, userId: string, purpose: TokenPurpose, now: string) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
);

/** Of tablets, made since then and neither used nor withdrawn, newest first. */
export const unusedCodes = preparedRows((db, orgId: string, since: string) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('purpose', '=', 'device_code')
    .where('revoked_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id'),
);

/** One that acts as nobody but itself is the author of what it writes under the new name, too. */
export const renameToken = preparedChange((db, orgId: string, id: string, name: string, actorName: string) =>
  db.updateTable('token').set({ name, actor_name: actorName }).where('org_id', '=', orgId).where('id', '=', id),
);

/** From now on it may be used on another device, as after a tablet was wiped. */
export const unbindToken = preparedChange((db, orgId: string, id: string) =>
  db.updateTable('token').set({ device_id: null }).where('org_id', '=', orgId).where('id', '=', id),
);

/** The tokens that were created with this one, with those, and so on; revoked ones too. */
export const descendantsOf = preparedRows((db, orgId: string, id: string) =>
  db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('token')
        .select('id')
        .where('org_id', '=', orgId)
        .where('parent_id', '=', id)
        .union(
          cte
            .selectFrom('token')
            .innerJoin('below', 'below.id', 'token.parent_id')
            .select('token.id')
            .where('token.org_id', '=', orgId),
        ),
    )
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) => eb.selectFrom('below').select('below.id'))
    .orderBy('created_at')
    .orderBy('id'),
);

/** Returns those that were not revoked before. */
export async function revokeTokens(
  trx: Trx,
  orgId: string,
  ids: readonly string[],
  revokedAt: string,
): Promise<TokenTable[]> {
  return await inChunks(ids, (some) => revokeSome(trx, orgId, some, revokedAt));
}
const revokeSome = preparedRows((db, orgId: string, ids: readonly string[], revokedAt: string) =>
  db
    .updateTable('token')
    .set({ revoked_at: revokedAt, bound_to: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .returningAll(),
);

/** Every token that acts as one of these users; returns those that were not revoked before. */
export async function revokeTokensOf(
  trx: Trx,
  orgId: string,
  userIds: readonly string[],
  revokedAt: string,
): Promise<TokenTable[]> {
  return await inChunks(userIds, (some) => revokeOfUsers(trx, orgId, some, revokedAt));
}
const revokeOfUsers = preparedRows((db, orgId: string, userIds: readonly string[], revokedAt: string) =>
  db
    .updateTable('token')
    .set({ revoked_at: revokedAt, bound_to: null })
    .where('org_id', '=', orgId)
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .returningAll(),
);

/** Every token that one of these users made and that is not revoked, whatever it acts as. */
export async function openTokensMadeBy(db: Db, orgId: string, userIds: readonly string[]): Promise<TokenTable[]> {
  return await inChunks(userIds, (some) => madeBySome(db, orgId, some));
}
const madeBySome = preparedRows((db, orgId: string, userIds: readonly string[]) =>
  db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('created_by', 'in', userIds)
    .where('revoked_at', 'is', null),
);

/** Only moves the time forward: two servers may record uses of the same token out of order. */
export const markUsed = preparedChange((db, orgId: string, id: string, usedAt: string) =>
  db
    .updateTable('token')
    .set({ last_used_at: usedAt })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)])),
);

export const noteClock = preparedChange((db, orgId: string, id: string, aheadMs: number) =>
  db.updateTable('token').set({ clock_ahead_ms: aheadMs }).where('org_id', '=', orgId).where('id', '=', id),
);

/** Forgets what up to `limit` tokens were for that ended before `before`: the name and card of a person. */
export const unbindEnded = preparedChange((db, orgId: string, before: string, limit: number) =>
  db
    .updateTable('token')
    .set({ bound_to: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('token')
        .select('id')
        .where('org_id', '=', orgId)
        .where('bound_to', 'is not', null)
        .where('expires_at', '<', before)
        .limit(limit),
    ),
);

/** Deletes up to `limit` tokens that were revoked, or expired, before `before` (RFC 3339), and that no subscription depends on. */
export const deleteOldTokens = preparedChange((db, orgId: string, before: string, limit: number) =>
  db
    .deleteFrom('token')
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('token')
        .select('id')
        .where('org_id', '=', orgId)
        .where((token) => token.or([token('revoked_at', '<', before), token('expires_at', '<', before)]))
        .where('id', 'not in', (token) =>
          token
            .selectFrom('webhook')
            .select(sql<string>`token_id`.as('id'))
            .where('org_id', '=', orgId)
            .where('state', '!=', 'deleted')
            .where('token_id', 'is not', null),
        )
        .limit(limit),
    ),
);
