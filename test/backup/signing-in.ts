/** Signing in to a server by a link of the command line. */
import type { World } from '../kit/world.ts';
import type { Site } from './site.ts';

/** Of the operator; the part that signs in. */
export async function linkFor(site: Site, email: string): Promise<string> {
  const { stdout } = await site.run('sign-in', 'link', '--email', email);
  return stdout.split('#').at(-1)?.trim() ?? '';
}

/** The session cookie; empty where the link is refused. */
export async function signedIn({ url }: World, link = ''): Promise<string> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${url}/api/v1/sign-in`, { method: 'POST', headers, body: JSON.stringify({ link }) });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export const me = ({ url }: World, cookie: string): Promise<Response> =>
  fetch(`${url}/api/v1/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
