/** What a page does behind the back of the person who looks at it: requests elsewhere, breaches of its policy, errors, and what it weighs. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';

export interface Watched {
  /** Requests to another origin, breaches of the content policy, and errors that nothing caught. */
  readonly faults: readonly string[];
  /** Paths of what the server refused to somebody who was not signed in. An address has few such refusals a minute. */
  readonly refused: readonly string[];
  /** Bytes of all scripts, or all style sheets, that were loaded so far, compressed. */
  weigh(type: 'script' | 'stylesheet'): Promise<number>;
}

export function watchPage(page: Page, origin: string): Watched {
  const faults: string[] = [];
  const refused: string[] = [];
  const loaded = new Map<string, 'script' | 'stylesheet'>();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith(`blob:${origin}`)) faults.push(`asked ${url}`);
    const type = request.resourceType();
    if (type === 'script' || type === 'stylesheet') loaded.set(url, type);
  });
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy|trusted ?(type|script)/i.test(message.text())) faults.push(message.text());
  });
  return {
    faults,
    refused,
    weigh: async (type) => {
      const urls = [...loaded].filter(([, each]) => each === type).map(([url]) => url);
      const sizes = await Promise.all(
        urls.map(async (url) => gzipSync(await (await fetch(url)).bytes(), { level: 9 }).length),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
  };
}
