/** Gives a tablet its own token for a code of the office (contract, Web). The code is used up in the same transaction. */
import { randomBytes } from 'node:crypto';
import { may } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { authenticate, newToken } from '../auth/auth.ts';
import { deviceCodeHash } from '../auth/device-code.ts';
import { makerMay } from '../auth/maker.ts';
import { projectsOf, readList } from '../auth/token-actor.ts';
import { issueToken, revokeAudited } from '../commit/tokens.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { expiryOf } from '../rest/office/token-expiry.ts';
import { readToken } from '../store/access/tokens.ts';
import { readFeed } from '../store/records/feed.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';

/** Throws `unauthenticated`, which counts like a wrong token. */
export async function enrolDevice(call: SignInCall, context: SignInContext, code: string): Promise<SignInResult> {
  const { store, commitContext, signingKey } = context;
  const { now, newId } = commitContext;
  const caller = { hash: deviceCodeHash(signingKey, code), purpose: 'device_code', address: call.address } as const;
  const actor = await countingRefusals(context.limiter, call.address, () =>
    authenticate(store, caller, now()).catch((error: unknown) => {
      throw error instanceof Problem ? unusable() : error;
    }),
  );
  const { organisationId, tokenId = '' } = actor;
  const author = { actor, origin: 'rest', requestId: call.requestId } as const;
  const token = newToken(randomBytes);
  const body = await store.write(organisationId, now, async (tx) => {
    const used = await revokeAudited(tx, author, [tokenId], new Date(now()).toISOString());
    const row = await readToken(tx.trx, organisationId, tokenId);
    if (used.length === 0 || !row) throw unusable();
    const maker = { org_id: organisationId, token_id: row.parent_id };
    if (!(await makerMay(tx.trx, maker, (rights) => may(rights, 'tokens:manage')))) throw unusable();
    const parent = row.parent_id === null ? undefined : await readToken(tx.trx, organisationId, row.parent_id);
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
    const organisation = await readFeed(tx.trx, organisationId);
    return {
      token,
      name,
      organisation: { id: organisationId, name: organisation?.name ?? '' },
      expires_at: made.expires_at,
    };
  });
  return { body };
}

function unusable(): Problem {
  return new Problem(
    'unauthenticated',
    'This code is wrong, was used already, or is older than 15 minutes. Ask the office for a new one.',
  );
}
