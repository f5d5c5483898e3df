/** Sessions: tokens that a browser holds in its cookie, for 14 days, and that act as their user (contract, Web). */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { newToken } from '../auth/auth.ts';
import type { AuditedBy } from '../commit/audit.ts';
import { auditToken, issueToken } from '../commit/tokens.ts';
import { sessionMs } from '../http/session-cookie.ts';
import { openTokensOf, readToken, revokeTokens } from '../store/access/tokens.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
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

/** Of the actor, newest first. */
export async function sessionsOf(
  context: SignInContext,
  { organisationId, id }: Actor,
): Promise<readonly TokenTable[]> {
  const now = new Date(context.commitContext.now()).toISOString();
  return await openTokensOf(context.store.db, organisationId, id, 'session', now);
}

/** Ends sessions of the author; throws `not_found` for one that is not theirs. */
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
      if (row?.purpose !== 'session' || row.user_id !== userId)
        throw new Problem('not_found', 'There is no such session of yours.');
      if ((await revokeTokens(tx.trx, organisationId, [id], new Date(now()).toISOString())).length === 0) continue;
      const after = await readToken(tx.trx, organisationId, id);
      if (after) await auditToken(tx, author, { op: 'act', action: 'revoke' }, after);
    }
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
