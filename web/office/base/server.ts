/** The server, as the pages call it: through the SDK's clients, with the session of the browser. */
import { restClient, type RestClient } from '../../../client-sdk/rest.ts';
import { retryAfterMs } from '../../../client-sdk/base/later.ts';
import type { EndpointName, Endpoints } from '../../../shared/rest/rest.ts';
import { signInClient } from '../../../client-sdk/sign-in.ts';
import { pageOfHeader } from '../../../shared/rest/page-of.ts';
import { asWords } from '../../ui/status.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { clock } from './clock.ts';
import { pageUser } from './page-user.ts';

type Reads = { [Name in EndpointName]: Endpoints[Name]['method'] extends 'GET' ? Name : never }[EndpointName];

/** What changes nothing; what changes something is a press, and goes through the client of its attempt. */
export const rest: Pick<RestClient, Reads> = restClient({
  server: location.origin,
  token: null,
  fetch: ask,
  clock,
});
export const signIn = signInClient({ server: location.origin, fetch: ask });

/** The server refuses what a page asks in the session of somebody else, who signed in to this browser in another tab. */
export async function ask(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const user = pageUser();
  const headers = new Headers(init.headers);
  if (user !== null) headers.set(pageOfHeader, user);
  return await fetch(url, { ...init, headers });
}

/** An error in words that say what to do. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'No connection. Nothing was lost; try again when there is one.';
  if (error.code === 'forbidden') return 'You may not see or do this. Ask an administrator.';
  if (error.code === 'not_found') return 'There is nothing here, or you may not see it. Ask an administrator.';
  if (error.code === 'internal_error' || error.code === 'unavailable') return 'That did not work, and it is our fault.';
  const waitMs = retryAfterMs(error);
  if (waitMs !== null) return `Too much at once. Try again in ${Math.max(2, Math.ceil(waitMs / 1000))} seconds.`;
  if (error.code === 'idempotency_key_reused')
    return 'The server had this before your rights were changed, and may have done it. Look at what is there now; if it is not done, press once more.';
  if (error.code === 'precondition_failed')
    return 'Somebody else changed this meanwhile. What you wrote is still here: open it once more to see theirs.';
  return error.detail;
}

/** Each thing that is wrong, when there is more than one or the sentence does not name it. */
export function detailsOf(error: unknown): readonly string[] {
  if (!(error instanceof Problem)) return [];
  return [...new Set(error.errors.map(({ pointer, detail }) => saidOf(pointer, detail)))];
}

/** `#/worker_name` + `must be given` → "Worker name must be given"; a detail with a subject of its own stays as it is. */
function saidOf(pointer = '', detail = 'must be different'): string {
  const name = pointer.split('/').at(-1) ?? '';
  if (/^(must|is) /.test(detail) && /^[a-z_]+$/.test(name)) return `${asWords(name)} ${detail}`;
  return detail.charAt(0).toUpperCase() + detail.slice(1);
}

export const signedOut =
  'You were signed out. Sign in again in another tab, then come back and try again: what you wrote is kept here.';

export function isSignedOut(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unauthenticated';
}
