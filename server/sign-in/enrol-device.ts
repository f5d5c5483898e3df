/** Gives a tablet its own token for a code of the office (contract, Web). The code is used up in the same transaction. */
import { createHmac, randomBytes } from 'node:crypto';
import { may, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { authenticate, hashOf, newToken } from '../auth/auth.ts';
import { deviceCodeHash } from '../auth/device-code.ts';
import { makerMay } from '../auth/maker.ts';
import { plainCode } from '../auth/readable-code.ts';
import { projectsOf, readList } from '../auth/token-actor.ts';
import type { AuditedBy } from '../commit/audit.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { expiryOf } from '../rest/office/token-expiry.ts';
import { findTokensByHash, readToken } from '../store/access/tokens.ts';
import { readFeed } from '../store/records/feed.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';

interface Asked {
  readonly code: string;
  readonly key?: string | undefined;
}

/** Throws `unauthenticated`, which counts like a wrong token. */
export async function enrolDevice(call: SignInCall, context: SignInContext, asked: Asked): Promise<SignInResult> {
  const { store, commitContext, signingKey, limiter } = context;
  const { now } = commitContext;
  const hash = deviceCodeHash(signingKey, asked.code);
  const token = tokenFor(signingKey, asked);
  return await countingRefusals(limiter, call.address, async () => {
    try {
      const actor = await authenticate(store, { hash, purpose: 'device_code', address: call.address }, now());
      const author = { actor, origin: 'rest', requestId: call.requestId } as const;
      return await store.write(actor.organisationId, now, (tx) => redeem(tx, context, author, token));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
      // Used already: perhaps by this tablet, which the answer did not reach.
      const again = asked.key === undefined ? null : await answeredBefore(call, context, hash, token);
      if (again) return again;
      throw unusable();
    }
  });
}

/**
 * With a key, the token follows from the server's key, the code and the tablet's key: so the answer can be given again without the token
 * being stored, and only to a caller who knows both.
 */
function tokenFor(signingKey: Uint8Array, { code, key }: Asked): string {
  if (key === undefined) return newToken(randomBytes);
  const text = JSON.stringify(['token of a tablet', plainCode(code), key]);
  return newToken(() => createHmac('sha256', signingKey).update(text).digest());
}

type By = AuditedBy & { readonly actor: Pick<Actor, 'tokenId'> };

async function redeem(
  tx: WriteTransaction,
  { commitContext: { now, newId } }: SignInContext,
  author: By,
  token: string,
): Promise<SignInResult> {
  const { trx, orgId } = tx;
  const { tokenId = '' } = author.actor;
  const used = await revokeAudited(tx, author, [tokenId], new Date(now()).toISOString());
  const row = await readToken(trx, orgId, tokenId);
  if (used.length === 0 || !row) throw unusable();
  const maker = { org_id: orgId, token_id: row.parent_id };
  if (!(await makerMay(trx, maker, (rights) => may(rights, 'tokens:manage')))) throw unusable();
  const parent = row.parent_id === null ? undefined : await readToken(trx, orgId, row.parent_id);
  const isSession = parent?.purpose === 'session';
  const { name, actor_id: id, ip_allow: ranges, created_by: createdBy, parent_id: parentId } = row;
  const made = await issueToken(tx, author, token, {
    id: newId(),
    name,
    role: 'device',
    actor: { id, name },
    ipAllow: ranges === null ? null : readList(ranges),
    projectIds: projectsOf(row),
    createdAt: new Date(now()).toISOString(),
    expiresAt: expiryOf({}, now(), tx.settings.token_max_days, isSession ? null : (parent?.expires_at ?? null)),
    createdBy,
    parentId: isSession ? null : parentId,
  });
  return { body: await answerOf(trx, made, token) };
}

/** Null where this code did not give this token, or where it is too late to tell it again. */
async function answeredBefore(
  { address }: SignInCall,
  { store, commitContext: { now } }: SignInContext,
  codeHash: string,
  token: string,
): Promise<SignInResult | null> {
  const [code] = await findTokensByHash(store.db, [codeHash]);
  const [made] = await findTokensByHash(store.db, [hashOf(token)]);
  if (code?.purpose !== 'device_code' || Date.parse(code.expires_at ?? '') <= now() || !made) return null;
  const caller = { hash: made.hash, purpose: 'api', address } as const;
  const isGood = await authenticate(store, caller, now()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
  if (!isGood) return null;
  return { body: await answerOf(store.db, made, token) };
}

async function answerOf(db: SignInContext['store']['db'], { org_id, name, expires_at }: TokenTable, token: string) {
  const organisation = await readFeed(db, org_id);
  return { token, name, organisation: { id: org_id, name: organisation?.name ?? '' }, expires_at };
}

function unusable(): Problem {
  return new Problem(
    'unauthenticated',
    'This code is wrong, was used already, or is older than 15 minutes. Ask the office for a new one.',
  );
}
