/** The page at /docs in a real browser. */
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { documentPath } from '../../server/docs/viewer.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { findBrowser } from '../kit/find-browser.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await openWorld();
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});

interface OpenPage {
  readonly page: Page;
  /** Messages on the console, and errors that no script caught. */
  readonly messages: readonly string[];
  /** Addresses that the page asked for. */
  readonly requests: readonly string[];
}

async function openDocs(at = '', page?: Page): Promise<OpenPage> {
  const opened = page ?? (await browser.newPage());
  const [messages, requests]: [string[], string[]] = [[], []];
  opened.on('console', (message) => messages.push(message.text()));
  opened.on('pageerror', (error) => messages.push(String(error)));
  opened.on('request', (request) => requests.push(request.url()));
  await opened.goto(`${world.url}/docs${at}`);
  await opened.locator('.opblock-tag').first().waitFor();
  return { page: opened, messages, requests };
}

test('[OA7] the page lists every endpoint and loads nothing from another origin', async () => {
  // Only operations near the visible part are in the page, so make all of it visible.
  const tall = await browser.newPage({ viewport: { width: 1280, height: 20_000 } });
  const { page, messages, requests } = await openDocs('', tall);
  const { paths, webhooks, tags } = openApiDocument(world.url);
  const folded = page.locator('.opblock-tag-section:not(.is-open) .opblock-tag');
  await expect.poll(() => folded.count()).toBe(tags.length);
  for (const { name } of tags) await page.locator(`.opblock-tag[data-tag="${name}"]`).click();
  const operations = Object.values({ ...paths, ...webhooks }).flatMap((item) => Object.keys(item));
  const summaries = page.locator('.opblock-summary');
  await expect.poll(() => summaries.count()).toBe(operations.length);
  const shown = await summaries.evaluateAll((blocks) =>
    blocks.map((block) => {
      const method = block.querySelector('.opblock-summary-method')?.textContent;
      return `${method} ${block.querySelector('.opblock-summary-path a')?.textContent}`;
    }),
  );
  const table = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(table.filter((endpoint) => !shown.includes(endpoint))).toEqual([]);
  expect(messages).toEqual([]);
  const loaded = requests.filter((url) => !url.startsWith('data:'));
  expect(loaded.toSorted()).toEqual(
    [documentPath, '/docs', '/docs/start.js', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'].map(
      (path) => world.url + path,
    ),
  );
  await page.close();
});

test('[OA7] a phone needs no sideways scroll, and a call from the page is answered', async () => {
  const { page } = await openDocs('', await browser.newPage({ viewport: { width: 360, height: 740 } }));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.locator('.opblock-tag[data-tag="Documents"]').click();
  const block = page.locator('#operations-Documents-createDocument');
  await block.locator('.opblock-summary-control').click();
  await block.locator('.responses-wrapper').waitFor();
  const text = await block.innerText();
  for (const word of ['document_type', 'documents:write', 'document.created', 'validation_failed', 'X-Ignored-Fields'])
    expect(text).toContain(word);

  await page.locator('.btn.authorize').first().click();
  await page.locator('.auth-container input').fill(world.adminToken);
  await page.locator('.auth-container .btn.authorize').click();
  await page.locator('.auth-container .btn-done').click();
  const list = page.locator('#operations-Documents-listDocuments');
  await list.locator('.opblock-summary-control').click();
  await list.locator('.try-out__btn').click();
  await list.locator('.btn.execute').click();
  expect(await list.locator('.curl-command').innerText()).toContain(`'${world.url}/api/v1/documents?`);
  expect(await list.locator('.live-responses-table .response-col_status').last().innerText()).toContain('200');
  await page.close();
});

test('[OA8] markup in the document is shown as text or made harmless', async () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\`</code>`;
  const page = await browser.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => dialogs.push(dialog.message())));
  const { paths, webhooks: _, ...rest } = openApiDocument(world.url);
  const hazards = Object.entries(paths).filter(([path]) => path.includes('hazard'));
  const few = { ...rest, paths: Object.fromEntries(hazards) };
  await page.route(`**${documentPath}`, (route) => route.fulfill({ json: withEvil(few, evil) }));
  await openDocs('#/Hazards/createHazard', page);
  await page.locator('.responses-wrapper').waitFor();
  expect(await page.locator('.opblock-summary-description').first().innerText()).toContain('<script>alert(1)</script>');
  expect(await page.locator('body script:not([src]), [onerror]').count()).toBe(0);
  expect(dialogs).toEqual([]);
  await page.close();
});

/** Appended to every text that is not a keyword of OpenAPI. */
function withEvil(value: Json | undefined, evil: string, name = ''): Json | undefined {
  const kept = ['$ref', 'type', 'in', 'tags', 'name', 'required', 'x-alias-of', 'operationId', 'openapi', 'url'];
  if (kept.includes(name)) return value;
  if (typeof value === 'string') return value + evil;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => withEvil(each, evil) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withEvil(each, evil, member)]));
}
