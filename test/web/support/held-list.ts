/** A slow line, and one that is down for one list: what somebody writes and sends before the office has read it. */
import type { Page } from 'playwright';

type Release = () => Promise<void>;

/** The answers of this list wait until the function is called that it gives back. */
export async function holdList(page: Page, path: string): Promise<Release> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addressOf(path), (route) => promise.then(() => route.fallback()));
  return async () => resolve();
}

/** The server is not reached for this list until the function is called that it gives back. */
export async function failList(page: Page, path: string): Promise<Release> {
  const address = addressOf(path);
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

/** The next time this list is asked for, the person may not see it any more. */
export async function forbidList(page: Page, path: string): Promise<void> {
  const json = { code: 'forbidden', status: 403, detail: 'No longer.' };
  await page.route(addressOf(path), (route) => route.fulfill({ status: 403, json }), { times: 1 });
}

function addressOf(path: string): string {
  return `**/api/v1/${path}`;
}
