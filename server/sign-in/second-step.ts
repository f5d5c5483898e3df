/**
 * The end of signing in: a session at once, or, for a user with passkeys, only after one of them (contract, Tokens, AU34). Until then the
 * browser holds a token that may do nothing else, and whose id makes the challenge: used once, whatever comes of it.
 */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { authenticate, hashOf, newToken } from '../auth/auth.ts';
import { sign } from '../auth/crypto.ts';
import type { AuditedBy } from '../commit/audit.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { findPasskey, markPasskeyUsed, passkeysOf } from '../store/access/credentials.ts';
import type { PasskeyTable } from '../store/tables/credentials.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';
import { passkeySiteOf, verifiedCount, type Assertion } from './passkeys/verify.ts';
import { agentOf, issueSession, requireFree } from './sessions.ts';

/** Between the link and the passkey. */
const stepMs = 10 * 60_000;

/** For a user whom a link, a code or the provider has proved. */
export async function enter(
  tx: WriteTransaction,
  call: SignInCall,
  context: SignInContext,
  author: AuditedBy,
  user: Pick<Actor, 'id' | 'name' | 'role'>,
): Promise<SignInResult> {
  const passkeys = await passkeysOf(tx.trx, tx.orgId, user.id);
  if (passkeys.length === 0)
    return { body: { passkey: null }, session: await issueSession(tx, context, author, user, agentOf(call)) };
  const token = newToken(randomBytes);
  const { now, newId } = context.commitContext;
  const id = newId();
  await issueToken(tx, author, token, {
    id,
    name: 'before the passkey',
    role: user.role,
    actor: { id: user.id, name: user.name },
    userId: user.id,
    createdAt: new Date(now()).toISOString(),
    expiresAt: new Date(now() + stepMs).toISOString(),
    purpose: 'first_step',
  });
  return {
    body: { passkey: askFor(context, id, user.name, passkeys) },
    step: { name: 'passkey', value: token, lastsMs: stepMs },
  };
}

/** What this browser has to answer; null = nothing. For a page that was loaded again in between. */
export async function openStep(call: SignInCall, context: SignInContext) {
  const actor = await actorOfStep(call, context).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (!actor) return null;
  const passkeys = await passkeysOf(context.store.db, actor.organisationId, actor.id);
  return passkeys.length === 0 ? null : askFor(context, actor.tokenId ?? '', actor.name, passkeys);
}

/** Throws `unauthenticated`, which counts like a wrong token, and ends the step; and `conflict` where somebody else is signed in. */
export async function usePasskey(
  call: SignInCall,
  context: SignInContext,
  assertion: Assertion,
): Promise<SignInResult> {
  const { store, commitContext, limiter, log } = context;
  const { now } = commitContext;
  return await countingRefusals(limiter, call.address, async () => {
    const actor = await actorOfStep(call, context);
    await requireFree(call, context, actor);
    const { organisationId, tokenId = '', id: userId } = actor;
    const author = { actor, origin: 'rest', requestId: call.requestId } as const;
    const passkey = await findPasskey(store.db, organisationId, assertion.id);
    const site = passkeySiteOf(context.baseUrl());
    const count =
      passkey?.user_id === userId && site
        ? await verifiedCount(assertion, site, challengeOf(context, tokenId), passkey)
        : null;
    const session = await store.write(organisationId, now, async (tx) => {
      // With the session, or without one: nobody answers twice, and who was switched off meanwhile has lost the step.
      const ended = await revokeAudited(tx, author, [tokenId], tx.now());
      if (ended.length === 0) throw tooLate();
      if (!passkey || count === null) return null;
      // It may have been removed meanwhile, or used with the same counter elsewhere.
      const present = await findPasskey(tx.trx, organisationId, assertion.id);
      if (present?.id !== passkey.id || present.sign_count !== passkey.sign_count) return null;
      await markPasskeyUsed(tx.trx, organisationId, passkey.id, count, tx.now());
      return await issueSession(tx, context, author, actor, agentOf(call));
    });
    if (session === null) {
      log.warn({ user: userId, organisation: organisationId, passkey: passkey?.id }, 'a passkey was refused');
      throw new Problem('unauthenticated', 'This passkey does not fit. Sign in again from the start.');
    }
    return { session, step: { name: 'passkey', value: null, lastsMs: 0 } };
  });
}

async function actorOfStep(call: SignInCall, { store, commitContext }: SignInContext): Promise<Actor> {
  const token = call.step('passkey');
  if (token === undefined) throw tooLate();
  const caller = { hash: hashOf(token), purpose: 'first_step', address: call.address } as const;
  return await authenticate(store, caller, commitContext.now()).catch((error: unknown) => {
    throw error instanceof Problem ? tooLate() : error;
  });
}

function askFor(context: SignInContext, stepId: string, name: string, passkeys: readonly PasskeyTable[]) {
  return {
    name,
    challenge: challengeOf(context, stepId),
    rp_id: passkeySiteOf(context.baseUrl())?.rpId ?? '',
    credentials: passkeys.map(({ credential_id: id, transports }) => ({
      id,
      transports: JSON.parse(transports) as string[],
    })), // as passkeys.ts stored them
  };
}

function challengeOf({ signingKey }: SignInContext, stepId: string): string {
  return sign(signingKey, JSON.stringify(['passkey', stepId]));
}

function tooLate(): Problem {
  return new Problem('unauthenticated', 'That took too long, or was used already. Sign in again from the start.');
}
