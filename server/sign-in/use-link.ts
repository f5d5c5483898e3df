/** Signs in with a link, once. A browser in which somebody else is signed in asks first (contract, Tokens, AU26). */
import { Problem } from '../../shared/model/problem.ts';
import { authenticate } from '../auth/auth.ts';
import { revokeAudited } from '../commit/tokens.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';
import { linkHash } from './links.ts';
import { enter } from './second-step.ts';
import { endPresent, requireFree } from './sessions.ts';

interface Asked {
  readonly link: string;
  /** Id of the user who gives way. */
  readonly instead_of?: string | undefined;
}

export async function useLink(call: SignInCall, context: SignInContext, asked: Asked): Promise<SignInResult> {
  const { store, commitContext } = context;
  const caller = { hash: linkHash(asked.link), purpose: 'sign_in', address: call.address } as const;
  const actor = await countingRefusals(context.limiter, call.address, () =>
    authenticate(store, caller, commitContext.now()).catch((error: unknown) => {
      throw error instanceof Problem ? used() : error;
    }),
  );
  await requireFree(call, context, actor, asked.instead_of);
  const { organisationId, tokenId = '' } = actor;
  const author = { actor, origin: 'rest', requestId: call.requestId } as const;
  const result = await store.write(organisationId, commitContext.now, async (tx) => {
    const ended = await revokeAudited(tx, author, [tokenId], new Date(commitContext.now()).toISOString());
    if (ended.length === 0) throw used();
    return await enter(tx, call, context, author, actor);
  });
  // With a session the one before it ends anyway; who gave way does not come between the link and the passkey.
  if (asked.instead_of !== undefined && !result.session) await endPresent(call, context);
  return result;
}

function used(): Problem {
  return new Problem('unauthenticated', 'This link was used already, or is older than 15 minutes. Ask for a new one.');
}
