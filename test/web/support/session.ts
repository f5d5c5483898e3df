/** A browser as far as signing in needs one: it keeps the cookies, and says which page a request comes from. */
import { restClient } from '../../../client-sdk/rest.ts';
import { signInClient } from '../../../client-sdk/sign-in.ts';

export function openBrowser(server: string, from = 'same-origin') {
  const jar = new Map<string, string>();
  const browser = {
    lastCookie: '',
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    fetch: async (url: string | URL | Request, request: RequestInit = {}): Promise<Response> => {
      const headers = {
        ...(request.headers as Record<string, string>),
        'sec-fetch-site': from,
        cookie: browser.cookie,
      };
      const response = await fetch(url, { ...request, headers });
      for (const set of response.headers.getSetCookie()) {
        browser.lastCookie = set;
        const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
  };
  const options = { server, token: null, fetch: browser.fetch };
  return { browser, rest: restClient(options), signIn: signInClient(options) };
}
