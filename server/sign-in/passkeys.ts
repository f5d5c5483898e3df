/** Passkeys as their user manages them: made with a challenge that counts once, within five minutes, in one session (contract, Tokens, AU35). */
import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../../shared/model/problem.ts';
import { hashOf } from '../auth/auth.ts';
import { addPasskey, removePasskeys } from '../commit/credentials.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { findPasskey, passkeysOf } from '../store/access/credentials.ts';
import { findTokensByHash, readToken } from '../store/access/tokens.ts';
import type { PasskeyTable } from '../store/tables/credentials.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';
import { algorithms, passkeySiteOf, verifiedKey, type NewCredential, type PasskeySite } from './passkeys/verify.ts';

const challengeMs = 5 * 60_000;
const mostPasskeys = 20;

export async function listPasskeys(call: SignInCall, { store, baseUrl }: SignInContext): Promise<SignInResult> {
  const { organisationId, id } = await call.actor();
  const rows = await passkeysOf(store.db, organisationId, id);
  return { body: { is_possible: passkeySiteOf(baseUrl()) !== null, data: rows.map(shown) } };
}

/** What the browser needs to make one. */
export async function startPasskey(call: SignInCall, context: SignInContext): Promise<SignInResult> {
  const { store, commitContext } = context;
  const { now, newId } = commitContext;
  const actor = await call.actor();
  const site = siteOf(context);
  const { organisationId, id: userId, name, role, tokenId } = actor;
  const author = { actor, origin: 'rest', requestId: call.requestId } as const;
  const challenge = randomBytes(32).toString('base64url');
  const passkeys = await store.write(organisationId, now, async (tx) => {
    const rows = await passkeysOf(tx.trx, organisationId, userId);
    requireRoom(rows);
    await issueToken(tx, author, challenge, {
      id: newId(),
      name: 'a new passkey',
      role,
      actor: { id: userId, name },
      userId,
      createdAt: new Date(now()).toISOString(),
      expiresAt: new Date(now() + challengeMs).toISOString(),
      parentId: tokenId ?? null,
      purpose: 'new_passkey',
    });
    return rows;
  });
  return {
    body: {
      challenge,
      rp_id: site.rpId,
      // Authenticators show the name, and keep the id: it tells nothing (WebAuthn, section 14.6.1).
      user: { id: createHash('sha256').update(`${organisationId} ${userId}`).digest('base64url'), name },
      algorithms,
      exclude: passkeys.map(({ credential_id }) => credential_id),
    },
  };
}

export async function createPasskey(
  call: SignInCall,
  context: SignInContext,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<SignInResult> {
  const { store, commitContext } = context;
  const { now, newId } = commitContext;
  const actor = await call.actor();
  const { organisationId, id: userId, tokenId } = actor;
  const author = { actor, origin: 'rest', requestId: call.requestId } as const;
  const site = siteOf(context);
  const challenge = challengeIn(credential.client_data);
  const [asked] = await findTokensByHash(store.db, [hashOf(challenge)]);
  const isOwn = asked?.purpose === 'new_passkey' && asked.user_id === userId && asked.parent_id === tokenId;
  if (!isOwn || asked.org_id !== organisationId || Date.parse(asked.expires_at ?? '') <= now()) throw unfit();
  const key = await verifiedKey(credential, site, challenge);
  const made = await store.write(organisationId, now, async (tx) => {
    const ended = await revokeAudited(tx, author, [asked.id], tx.now());
    const session = await readToken(tx.trx, organisationId, tokenId ?? '');
    // Used up, whatever comes of it; and the session may have ended meanwhile.
    if (!key || ended.length === 0 || session?.revoked_at !== null) return null;
    // Ids are told to whom a link was given: nobody takes that of another user (WebAuthn, section 7.1).
    if (await findPasskey(tx.trx, organisationId, key.credential_id)) return null;
    requireRoom(await passkeysOf(tx.trx, organisationId, userId));
    const at = tx.now();
    return await addPasskey(
      tx,
      author,
      {
        ...key,
        id: newId(),
        user_id: userId,
        transports: JSON.stringify(credential.transports),
        rp_id: site.rpId,
        name,
        created_at: at,
        last_used_at: null,
      },
      newId,
    );
  });
  if (!made) throw unfit();
  commitContext.wake(organisationId);
  return { body: shown(made) };
}

export async function endPasskey(call: SignInCall, { store, commitContext }: SignInContext): Promise<SignInResult> {
  const actor = await call.actor();
  const { organisationId, id: userId } = actor;
  const author = { actor, origin: 'rest', requestId: call.requestId } as const;
  const wanted = String(call.incoming.params['passkey']);
  await store.write(organisationId, commitContext.now, async (tx) => {
    const own = (await passkeysOf(tx.trx, organisationId, userId)).filter(({ id }) => id === wanted);
    if (own.length === 0) throw new Problem('not_found', 'There is no such passkey of yours.');
    await removePasskeys(tx, author, own, commitContext.newId);
  });
  commitContext.wake(organisationId);
  return {};
}

function shown({ id, name, created_at, last_used_at }: PasskeyTable) {
  return { id, name, created_at, last_used_at };
}

function siteOf({ baseUrl }: SignInContext): PasskeySite {
  const site = passkeySiteOf(baseUrl());
  if (site) return site;
  throw new Problem('conflict', 'Browsers offer passkeys only for a name with https, not for this address.');
}

function requireRoom(passkeys: readonly PasskeyTable[]): void {
  if (passkeys.length >= mostPasskeys)
    throw new Problem('conflict', `A user has ${mostPasskeys} passkeys at most. Remove one first.`);
}

/** '' where there is none. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as {
      readonly challenge?: unknown;
    }; // any JSON
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

function unfit(): Problem {
  return new Problem('conflict', 'This passkey does not fit what was asked for. Try again.');
}
