/**
 * Bearer tokens (contract, Tokens and settings): only their hash is stored. A token acts with its role, narrowed by its scopes; a token
 * of a user has at most the user's current rights.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Trx } from '../store/engine/db.ts';
import type { Actor, Permission, Role } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { loadByIds } from '../store/records/records.ts';
import { findTokensByHash, insertToken } from '../store/access/tokens.ts';
import type { Store } from '../store/store.ts';
import type { TokenPurpose } from '../store/tables/tokens.ts';
import { actorBehind } from './token-actor.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What a request says about who sends it. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The session cookie; counts only without `authorization`. */
  readonly session?: string | undefined;
  /** Whose page asks: a session counts for that user alone, because the browser may have changed hands meanwhile. */
  readonly pageOf?: string | undefined;
}

/** What identifies a caller: the hash of its token, what the token has to be made for, and its address. */
export interface Caller {
  readonly hash: string;
  readonly purpose: TokenPurpose;
  /** The remote address of the socket. */
  readonly address: string | undefined;
}

/** Null where there is neither a bearer token nor a session. */
export function callerOf({ authorization, session }: Credentials, address: string | undefined): Caller | null {
  const token = /^Bearer +([\x21-\x7e]{8,300})$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return { hash: hashOf(token), purpose: 'api', address };
  if (authorization !== undefined || session === undefined) return null;
  return { hash: hashOf(session), purpose: 'session', address };
}

/** The actor behind a caller; throws `unauthenticated`. */
export async function authenticate(store: Pick<Store, 'db'>, caller: Caller | null, nowMs: number): Promise<Actor> {
  const [found] = caller ? await authenticateAll(store, [caller], nowMs) : [];
  if (found === undefined) throw new Problem('unauthenticated');
  if (found instanceof Problem) throw found;
  return found;
}

/** The actor behind each caller, or why there is none: two queries for all of them. */
export async function authenticateAll(
  { db }: Pick<Store, 'db'>,
  callers: readonly Caller[],
  nowMs: number,
): Promise<readonly (Actor | Problem)[]> {
  const tokens = await findTokensByHash(
    db,
    callers.map(({ hash }) => hash),
  );
  const users = await Promise.all(
    [...Map.groupBy(tokens, ({ org_id }) => org_id)].map(async ([orgId, those]) =>
      loadByIds(
        db,
        orgId,
        those.flatMap(({ user_id }) => user_id ?? []),
      ),
    ),
  );
  const tokensByHash = new Map(tokens.map((token) => [token.hash, token]));
  const usersById = new Map(users.flat().map((row) => [`${row.org_id} ${row.id}`, row]));
  return callers.map((caller) => {
    const token = tokensByHash.get(caller.hash);
    const user = token?.user_id == null ? undefined : usersById.get(`${token.org_id} ${token.user_id}`);
    if (token?.purpose !== caller.purpose) return new Problem('unauthenticated');
    return actorBehind(token, user, caller.address, nowMs);
  });
}

export interface NewToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly actor: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Absent = all that the role allows. */
  readonly scopes?: readonly Permission[] | null;
  /** It acts as this user. */
  readonly userId?: string | null;
  /** Addresses and CIDRs; absent = from anywhere. */
  readonly ipAllow?: readonly string[] | null;
  /** Limited to these projects; absent = the whole organisation. */
  readonly projectIds?: readonly string[] | null;
  /** Id of the actor that creates it; absent = the operator. */
  readonly createdBy?: string | null;
  /** Id of the token that it is created with; absent = the operator. */
  readonly parentId?: string | null;
  /** Absent = a bearer token. */
  readonly purpose?: TokenPurpose;
  /** What it is for alone, as JSON. */
  readonly boundTo?: string | null;
}

/** Stores the token's hash; the caller shows the token itself once. */
export async function saveToken(trx: Trx, organisationId: string, token: string, about: NewToken): Promise<void> {
  const { scopes, ipAllow } = about;
  await insertToken(trx, organisationId, {
    id: about.id,
    hash: hashOf(token),
    name: about.name,
    role: about.role,
    actor_id: about.actor.id,
    actor_name: about.actor.name,
    created_at: about.createdAt,
    expires_at: about.expiresAt,
    revoked_at: null,
    scopes: scopes ? JSON.stringify(scopes) : null,
    user_id: about.userId ?? null,
    ip_allow: ipAllow ? JSON.stringify(ipAllow) : null,
    ...endsOf(token),
    created_by: about.createdBy ?? null,
    parent_id: about.parentId ?? null,
    last_used_at: null,
    project_ids: about.projectIds ? JSON.stringify(about.projectIds) : null,
    past_projects: '[]',
    device_id: null,
    purpose: about.purpose ?? 'api',
    bound_to: about.boundTo ?? null,
    clock_ahead_ms: null,
  });
}

/** `rk_live_`, 43 characters for 32 random bytes, and a checksum by which a scanner recognises a leaked token. */
export function newToken(random: (bytes: number) => Uint8Array): string {
  const secret = base62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`)).padStart(43, '0');
  return `rk_live_${secret}_${base62(BigInt(crc32(secret))).padStart(6, '0')}`;
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** By which people tell tokens apart. A token that the operator chose may be short, so nothing of it is shown. */
function endsOf(token: string): { readonly prefix: string | null; readonly last_characters: string | null } {
  const isOurs = /^rk_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/.test(token);
  return { prefix: isOurs ? token.slice(0, 12) : null, last_characters: isOurs ? token.slice(-4) : null };
}

function base62(number: bigint): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
