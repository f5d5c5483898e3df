/** A browser as far as signing in needs one: it keeps the cookie, and says which page a request comes from. */
import { restClient } from '../../../client-sdk/rest.ts';
import { signInClient } from '../../../client-sdk/sign-in.ts';

export function openBrowser(server: string, from = 'same-origin') {
  const browser = {
    cookie: '',
    lastCookie: '',
    fetch: async (url: string | URL | Request, request: RequestInit = {}): Promise<Response> => {
      const headers = {
        ...(request.headers as Record<string, string>),
        'sec-fetch-site': from,
        cookie: browser.cookie,
      };
      const response = await fetch(url, { ...request, headers });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) {
        browser.lastCookie = set;
        browser.cookie = set.split(';')[0] ?? '';
      }
      return response;
    },
  };
  const options = { server, token: null, fetch: browser.fetch };
  return { browser, rest: restClient(options), signIn: signInClient(options) };
}
