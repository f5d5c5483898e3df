/** The one place that authenticates, whichever door a caller came by: REST, sync, files and the stream (contract, Security). */
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { authenticate, authenticateAll, callerOf, type Caller, type Credentials } from '../auth/auth.ts';
import type { TokenUses } from '../auth/token-uses.ts';
import type { Store } from '../store/store.ts';
import { countingRefusals, type Limiter } from './rate-limits.ts';

export interface Authentication {
  /** The actor behind credentials that came from this address; throws `unauthenticated` and `rate_limited`. */
  readonly authenticate: (credentials: Credentials, address: string | undefined) => Promise<Actor>;
  /** The current actor of each caller that was authenticated before, or why there is none. Nothing is counted. */
  readonly authenticateAll: (callers: readonly Caller[]) => Promise<readonly (Actor | Problem)[]>;
}

export function openAuthentication({
  store,
  now,
  limiter,
  tokenUses,
}: {
  readonly store: Store;
  /** ms since 1970 */
  readonly now: () => number;
  readonly limiter: Limiter;
  readonly tokenUses: Pick<TokenUses, 'note'>;
}): Authentication {
  return {
    authenticate: async (credentials, address) => {
      const identify = () => authenticate(store, callerOf(credentials, address), now());
      const { authorization, session, pageOf } = credentials;
      // Who shows nothing guesses nothing: signed-out people behind one address do not keep each other out.
      const isNobody = authorization === undefined && session === undefined;
      const actor = await (isNobody ? identify() : countingRefusals(limiter, address, identify));
      // Not counted: a page that stayed open while the browser changed hands guesses nothing.
      if (authorization === undefined && pageOf !== undefined && pageOf !== actor.id)
        throw new Problem('unauthenticated', 'Somebody else is signed in to this browser now. Load the page again.');
      tokenUses.note(actor);
      return actor;
    },
    authenticateAll: (callers) => authenticateAll(store, callers, now()),
  };
}
