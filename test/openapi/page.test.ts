/** The docs page in a real browser, and with hostile words in every place that words can stand in. */
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type Json } from '../../shared/base/json.ts';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import type { OpenApi } from '../../server/docs/openapi/types.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { docsPage } from '../../server/docs/page.ts';
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

test('[OA7] the page shows every endpoint, without an error on the console and without a request to elsewhere', async () => {
  const page = await browser.newPage();
  const [said, asked]: [string[], string[]] = [[], []];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${world.url}/docs`);
  const shown = await page.locator('article.operation h3').allTextContents();
  const headings = shown.map((heading) => heading.replaceAll(/\s+|\u200b/g, ' ').replaceAll(/ \/ |\/ /g, '/'));
  const missing = Object.values<Endpoint>(endpoints).filter(
    ({ method, path }) => !headings.some((heading) => heading.includes(method) && heading.includes(path)),
  );
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(said).toEqual([]);
  expect(asked.map((url) => new URL(url).pathname).toSorted()).toEqual(['/docs', '/docs/style.css']);
  expect(asked.every((url) => url.startsWith(world.url))).toBe(true);
  await page.close();
});

test('[OA7] every link of the page leads to a place on it, and every place has a name of its own', async () => {
  const page = await browser.newPage();
  await page.goto(`${world.url}/docs`);
  const targets = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const ids = await page.locator('[id]').evaluateAll((places) => places.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(targets)].filter((target) => !ids.includes(target?.slice(1) ?? ''))).toEqual([]);
  await page.close();
});

test('[OA7] on a phone nothing is wider than the screen', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${world.url}/docs`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.close();
});

test('[OA8] hostile words are shown as words, wherever they stand', async () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\`</code>`;
  const hostile = withEvil(openApiDocument('http://127.0.0.1:8080'), evil) as OpenApi; // the same shape, with other words in it
  const text = docsPage(hostile);
  expect(text).not.toMatch(/<script|<img|"'>/);
  const page = await browser.newPage();
  const alarms: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => alarms.push(dialog.message())));
  await page.setContent(text);
  expect(await page.locator('script, img, [onerror]').count()).toBe(0);
  expect(await page.locator('p.summary').first().textContent()).toContain('<script>alert(1)</script>');
  expect(alarms).toEqual([]);
  await page.close();
});

/** Behind every text that is not itself a word of OpenAPI. */
function withEvil(value: Json | undefined, evil: string, name = ''): Json | undefined {
  const kept = ['$ref', 'type', 'in', 'tags', 'name', 'required', 'x-alias-of', 'operationId', 'openapi'];
  if (kept.includes(name)) return value;
  if (typeof value === 'string') return value + evil;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => withEvil(each, evil) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, withEvil(each, evil, member)]));
}
