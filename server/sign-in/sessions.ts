/** Sessions: tokens that a browser holds in its cookie, for 14 days, and that act as their user (contract, Web). */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { newToken } from '../auth/auth.ts';
import type { AuditedBy } from '../commit/audit.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { sessionMs } from '../http/session-cookie.ts';
import { openTokensMadeBy, openTokensOf, readToken } from '../store/access/tokens.ts';
import { readFeed } from '../store/records/feed.ts';
import type { TokenPurpose, TokenTable } from '../store/tables/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { SignInCall } from './call.ts';
import type { SignInContext } from './context.ts';

/** Returns the token for the cookie. `agent` = what the browser says it is. */
export async function issueSession(
  tx: WriteTransaction,
  { commitContext }: Pick<SignInContext, 'commitContext'>,
  author: AuditedBy,
  { id: userId, name, role }: Pick<Actor, 'id' | 'name' | 'role'>,
  agent: string,
): Promise<string> {
  const token = newToken(randomBytes);
  const at = commitContext.now();
  await issueToken(tx, author, token, {
    id: commitContext.newId(),
    name: browserOf(agent),
    role,
    actor: { id: userId, name },
    userId,
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(at + sessionMs).toISOString(),
    createdBy: userId,
    purpose: 'session',
  });
  return token;
}

/** What the browser says it is. */
export function agentOf({ incoming }: Pick<SignInCall, 'incoming'>): string {
  return incoming.get('user-agent') ?? '';
}

/** Of the actor, newest first. */
export const sessionsOf = (context: SignInContext, actor: Actor): Promise<readonly TokenTable[]> =>
  openOf(context, actor, 'session');

export const linksOf = (context: SignInContext, actor: Actor): Promise<readonly TokenTable[]> =>
  openOf(context, actor, 'sign_in');

/** Sign-ins that wait for their passkey. */
export const stepsOf = (context: SignInContext, actor: Actor): Promise<readonly TokenTable[]> =>
  openOf(context, actor, 'first_step');

/** Codes of tablets that this user made and that nobody has used. */
export async function codesBy({ store }: SignInContext, { organisationId, id }: Actor): Promise<readonly TokenTable[]> {
  return (await openTokensMadeBy(store.db, organisationId, [id])).filter(({ purpose }) => purpose === 'device_code');
}

async function openOf(
  { store, commitContext }: SignInContext,
  { organisationId, id }: Actor,
  purpose: TokenPurpose,
): Promise<readonly TokenTable[]> {
  const now = new Date(commitContext.now()).toISOString();
  return await openTokensOf(store.db, organisationId, id, purpose, now);
}

/** Ends sessions and links of the author; throws `not_found` for one that is not theirs. */
export async function endSessions(
  context: SignInContext,
  author: AuditedBy & { actor: Actor },
  ids: readonly string[],
) {
  const { organisationId, id: userId } = author.actor;
  const { now } = context.commitContext;
  await context.store.write(organisationId, now, async (tx) => {
    for (const id of ids) {
      const row = await readToken(tx.trx, organisationId, id);
      const owner = row?.purpose === 'device_code' ? row.created_by : row?.user_id;
      if (row === undefined || row.purpose === 'api' || owner !== userId)
        throw new Problem('not_found', 'There is no such session of yours.');
    }
    await revokeAudited(tx, author, ids, new Date(now()).toISOString());
  });
}

/** The session that this browser holds, before it gets another. */
export async function endPresent(
  call: Pick<SignInCall, 'present' | 'requestId'>,
  context: SignInContext,
): Promise<void> {
  const actor = await call.present();
  if (actor?.tokenId) await endSessions(context, { actor, origin: 'rest', requestId: call.requestId }, [actor.tokenId]);
}

/** A person who opens a link of somebody else would go on working in that name. Throws `conflict`; the link stays good. */
export async function requireFree(
  call: Pick<SignInCall, 'present'>,
  { store }: Pick<SignInContext, 'store'>,
  actor: Actor,
  insteadOf?: string,
): Promise<void> {
  const present = await call.present();
  if (!present || present.id === insteadOf) return;
  if (present.id === actor.id && present.organisationId === actor.organisationId) return;
  const feed = await readFeed(store.db, actor.organisationId);
  throw new Problem('conflict', `${present.name} is signed in to this browser.`, {
    members: {
      signed_in: { id: present.id, name: present.name },
      link_of: { name: actor.name, organisation: feed?.name ?? '' },
    },
  });
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** "Firefox on Windows", so that people recognise where they are signed in. */
function browserOf(agent: string): string {
  const named = (list: typeof browsers): string | undefined => list.find(([pattern]) => pattern.test(agent))?.[1];
  return `${named(browsers) ?? 'A browser'} on ${named(systems) ?? 'an unknown system'}`;
}
