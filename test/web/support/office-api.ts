/** The REST API as the user who is signed in to the page, for what a test needs before a person looks. */
import type { Page } from 'playwright';

export type Reply = Readonly<Record<string, never>> & { readonly id: string };

/** `token` = of somebody else. Fails for every answer that is not a success. */
export async function callApi<Body = Reply>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: object,
  token?: string,
): Promise<Body> {
  return await page.evaluate(
    async ({ method: verb, path: where, body: sent, token: bearer }) => {
      const headers = {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(verb === 'POST' ? { 'idempotency-key': `k${Math.random()}` } : {}),
      };
      const init = { method: verb, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) };
      const answer = await fetch(`/api/v1/${where}`, bearer ? { ...init, credentials: 'omit' } : init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${text}`);
      return (text === '' ? null : JSON.parse(text)) as Body; // as the API replies
    },
    { method, path, body, token },
  );
}

/** A token of a colleague, for what takes two people. */
export function colleague(page: Page, role: string): Promise<string> {
  return tokenOf(page, 'Paul Shah', role);
}

export async function tokenOf(page: Page, name: string, role = 'author'): Promise<string> {
  return (await callApi<{ token: string }>(page, 'POST', 'tokens', { name, role })).token;
}
