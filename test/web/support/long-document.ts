/**
 * A document with 300 hazards: how long a tablet does not answer while one scrolls and searches, and how quickly it opens; and how long
 * the office does not while its draft is written.
 */
import type { Page } from 'playwright';
import { openDevice } from '../../../client-sdk/index.ts';
import { memoryStorage } from '../../../client-sdk/storage/memory.ts';
import { callApi, tokenOf, type Reply } from './office-api.ts';
import type { OpenField } from './open-field.ts';
import type { OpenOffice } from './open-office.ts';

export const hazardCount = 300;

/** Its id. In force at the site of the tablet. */
export async function writeLongDocument({ rest, url, documentId }: OpenField): Promise<string> {
  const { project_id, site_id } = await rest.getDocument({ document: documentId });
  const body = { title: 'The whole tower', document_type: 'rams', project_id, site_id } as const;
  const { id: document } = await rest.createDocument({ body });
  const { token } = await rest.createToken({ body: { name: 'Writer', role: 'author' } });
  await writeHazards(url, token, document);
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  return document;
}

/** Its id. `page` = of the example's office. */
async function writeLongDraft(page: Page, server: string): Promise<string> {
  const { data } = await callApi<{ data: readonly Reply[] }>(page, 'GET', 'projects');
  const draft = { title: 'The whole tower', document_type: 'rams', project_id: data[0]?.id };
  const { id: document } = await callApi(page, 'POST', 'documents', draft);
  await writeHazards(server, await tokenOf(page, 'Writer'), document);
  return document;
}

async function writeHazards(server: string, token: string, document: string): Promise<void> {
  const risk = { severity_before: 5, likelihood_before: 4, severity_after: 5, likelihood_after: 1 };
  const controls = ['Guard rails', 'Harness', 'Two-way radio'].map((description) => ({ description }));
  // All in one message: as single requests they would take minutes.
  await using device = await openDevice({ server, token, storage: memoryStorage(), autoSync: false });
  await device.sync();
  for (let i = 1; i <= hazardCount; i++)
    await device.hazards.create({
      document_id: document,
      name: `Hazard ${i}`,
      description: 'At the slab edge',
      controls,
      ...risk,
    });
  await device.sync();
}

/** `first` = the heading that the tablet shows then. */
export async function enrolTablet(field: OpenField, first = 'The whole tower'): Promise<Page> {
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByRole('heading', { name: first }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  return page;
}

export interface Drawn {
  /** Of the tasks of the page, in ms; 0 = none was longer than 50 ms. */
  readonly longestTask: number;
  /** Hazards that were put on the screen between two moments in which the tablet could answer. */
  readonly mostAtOnce: number;
}

/** How much longer than on a quiet machine the same script takes in the page now; at least 1. */
export async function slowness(page: Page): Promise<number> {
  const times = await page.evaluate(timeScript);
  return Math.max(1, (times.toSorted((a, b) => a - b)[2] ?? 0) / quietMs);
}

/** Of `timeScript` on a quiet machine. */
const quietMs = 25;

/** ms, each of the same work. */
function timeScript(): readonly number[] {
  let sum = 0;
  return Array.from({ length: 5 }, () => {
    const from = performance.now();
    for (let i = 0; i < 5e6; i++) sum = (sum + i * 7) % 1_000_003;
    return performance.now() - from;
  });
}

/** Opens the hazards, scrolls to the last, and searches. */
export async function scrollAndSearch(page: Page, document: string): Promise<Drawn> {
  await page.goto('/field');
  await page.getByRole('heading', { name: 'The whole tower' }).waitFor();
  await page.goto(`/field/d/${document}/hazards`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Hazard 1', exact: true }).waitFor();
  await page.getByRole('heading', { name: `Hazard ${hazardCount}`, exact: true }).waitFor();
  await page.evaluate(watchTasks);
  for (let i = 0; i < 10; i++) await page.mouse.wheel(0, 6000);
  await page.getByLabel('Find in this document').fill(`hazard ${hazardCount}`);
  await page.getByRole('heading', { name: 'Hazard 1', exact: true }).waitFor({ state: 'detached' });
  await page.getByLabel('Find in this document').fill('');
  await page.getByRole('heading', { name: `Hazard ${hazardCount}`, exact: true }).waitFor();
  return await watched(page);
}

export interface Written extends Drawn {
  /** Forms that are on the page once two entries were opened. */
  readonly forms: number;
}

/** Opens the draft, and writes in two of its hazards. */
export async function writeInLongDraft({ page, app }: OpenOffice): Promise<Written> {
  const document = await writeLongDraft(page, app.url);
  await page.goto(`/office/documents/${document}/edit`);
  const entries = page.locator('#part-hazards .entries > li');
  await entries.nth(hazardCount - 1).waitFor();
  await page.getByText('Everything is saved.').waitFor();
  await page.getByRole('heading', { name: 'Compliance' }).waitFor();
  await page.evaluate(watchTasks);
  const field = page.getByLabel('Who may be harmed');
  for (const at of [hazardCount / 2, hazardCount - 1]) {
    await entries.nth(at).locator('summary').click();
    const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await entries.nth(at).getByLabel('Who may be harmed').fill('The painters');
    await page.keyboard.press('Tab');
    await isSaved;
    await page.getByText('Everything is saved.').waitFor();
  }
  return { ...(await watched(page)), forms: await field.count() };
}

function watched(page: Page): Promise<Drawn> {
  return page.evaluate(() => (globalThis as unknown as { drawn: Drawn }).drawn); // put there by watchTasks
}

function watchTasks(): void {
  const drawn = { longestTask: 0, mostAtOnce: 0 };
  Object.assign(globalThis, { drawn });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) drawn.longestTask = Math.max(drawn.longestTask, duration);
  }).observe({ type: 'longtask' });
  const isHazard = (node: Node): boolean => node instanceof Element && node.matches('section.card');
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes].filter(isHazard));
    drawn.mostAtOnce = Math.max(drawn.mostAtOnce, added.length);
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * With the server dead and the browser started again, on a tablet with a sixth of this machine's speed: ms from the address until today's
 * list is painted. By the page's own clock: what drives the browser would have to look at the page for it, at a sixth of its speed too.
 */
export async function coldStart(field: OpenField): Promise<number> {
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(tellWhenListed);
  const told = page.waitForEvent('console', (message) => message.text().startsWith(listed));
  await page.goto('/field', { waitUntil: 'commit' });
  return Number((await told).text().slice(listed.length));
}

const listed = 'listed after ';

function tellWhenListed(): void {
  const look = (): void => {
    const title = [...document.getElementsByTagName('h2')].find(({ textContent }) => textContent === 'The whole tower');
    if (title) title.setAttribute('elementtiming', '');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      console.log(`listed after ${(entry as unknown as { renderTime: number }).renderTime}`);
  }).observe({ type: 'element' });
}
