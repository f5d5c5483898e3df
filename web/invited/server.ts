/** The invitation in the address of the page, and the server as its holder calls it: without an account, and never with a session. */
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { retryAfterMs } from '../../client-sdk/base/later.ts';
import { Problem } from '../../shared/model/problem.ts';
import { asWords } from '../ui/status.ts';

export interface Link {
  readonly id: string;
  /** Organisation and signature: they are the key, in place of a token. */
  readonly query: string;
}

export type Invitation = Awaited<ReturnType<RestClient['getInvitation']>>;
export type InvitationServer = Pick<
  RestClient,
  'getInvitation' | 'acceptInvitation' | 'submitByInvitation' | 'withdrawByInvitation'
>;

/** Null where something of it is missing, as in an address that was only partly copied. */
export function linkIn(hash: string): Link | null {
  const [id, organisation, signature, ...more] = hash.replace(/^#/, '').split('.');
  if (!id || !organisation || !signature || more.length > 0) return null;
  return { id, query: new URLSearchParams({ organisation, signature }).toString() };
}

/** A connection that is half open ends by then. */
const limitMs = 30_000;

/** What was asked once and has no answer yet goes under the same key when it is asked again: the server does nothing twice. */
export function serverOf({ query }: Link): InvitationServer {
  const keys = new Map<string, string>();
  return restClient({
    server: location.origin,
    token: null,
    fetch: async (url, init = {}) => {
      const address = `${String(url)}?${query}`;
      const headers = new Headers(init.headers);
      const asked = JSON.stringify([init.method, address, headers.get('if-match'), init.body]);
      const fresh = headers.get('idempotency-key');
      if (fresh !== null) {
        const key = keys.get(asked) ?? fresh;
        keys.set(asked, key);
        headers.set('idempotency-key', key);
      }
      const signal = AbortSignal.timeout(limitMs);
      const answer = await fetch(address, { ...init, headers, signal, credentials: 'omit' });
      // Something between us and the server does not know what was done.
      if (![502, 503, 504].includes(answer.status)) keys.delete(asked);
      return answer;
    },
  });
}

/** The link is no longer valid. */
export function isEnded(error: unknown): error is Problem {
  return error instanceof Problem && (error.code === 'unauthenticated' || error.code === 'not_found');
}

/** Somebody did something else meanwhile: what there is now is to be looked at. */
export function isOutdated(error: unknown): boolean {
  return error instanceof Problem && ['precondition_failed', 'invalid_transition', 'conflict'].includes(error.code);
}

/** An error in words that say what to do. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'No answer from the server. What you wrote is still here; try again.';
  if (isOutdated(error))
    return 'This changed meanwhile, and nothing was sent. Look at what is here now, then send again if it is still needed.';
  const waitMs = retryAfterMs(error);
  if (waitMs !== null) return `Too much at once. Try again in ${Math.max(2, Math.ceil(waitMs / 1000))} seconds.`;
  if (error.code === 'internal_error' || error.code === 'unavailable')
    return 'That did not work, and it is our fault. What you wrote is still here; try again.';
  return error.detail;
}

/** Each thing that is wrong, named by its field. */
export function detailsOf(error: unknown): readonly string[] {
  if (!(error instanceof Problem)) return [];
  return error.errors.map(({ pointer = '', detail }) => `${asWords(pointer.split('/').at(-1) ?? '')} ${detail}`);
}
