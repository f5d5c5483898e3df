/** Bearer tokens (interface section 5; contract rules AU1 to AU4): only their hash is kept, and one token acts with one role. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Transaction } from 'kysely';
import { isRole, type Actor, type Role } from '../shared/access.ts';
import { Problem } from '../shared/problem.ts';
import { findTokenByHash, insertToken } from './store/tokens.ts';
import type { Store } from './store/store.ts';
import type { Tables } from './store/tables.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The actor behind an `Authorization` header; throws `unauthenticated`. */
export async function authenticate(store: Store, authorization: string | undefined, nowMs: number): Promise<Actor> {
  const token = /^Bearer +([\x21-\x7e]{8,300})$/i.exec(authorization ?? '')?.[1];
  const row = token && (await findTokenByHash(store.db, hashOf(token)));
  if (!row || row.revoked_at !== null || !isRole(row.role)) throw new Problem('unauthenticated');
  if (row.expires_at !== null && Date.parse(row.expires_at) <= nowMs)
    throw new Problem('unauthenticated', 'The token has expired.');
  return { organisationId: row.org_id, id: row.actor_id, name: row.actor_name, role: row.role };
}

export interface NewToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly actor: { readonly id: string; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Stores the token's hash; the token itself is shown once by whoever calls this. */
export async function saveToken(
  trx: Transaction<Tables>,
  organisationId: string,
  token: string,
  about: NewToken,
): Promise<void> {
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
  });
}

/** `rk_live_`, 43 characters for 32 random bytes, and a checksum by which a scanner can tell a leaked one. */
export function newToken(random: (bytes: number) => Uint8Array): string {
  const secret = base62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`)).padStart(43, '0');
  return `rk_live_${secret}_${base62(BigInt(crc32(secret))).padStart(6, '0')}`;
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function base62(number: bigint): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}
