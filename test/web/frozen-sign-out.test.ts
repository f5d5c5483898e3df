/** A tab that the tablet freezes in the middle of signing out, while another is enrolled again and works on. */
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { openField } from './support/open-field.ts';
import { enrol, keptKeys, press, sign } from './support/tablet.ts';

/** Before which of its writes the tab is frozen, counted from the one that gives the replica up: it begins a term, drops records, forgets. */
test.each([1, 3, 5])(
  '[WB556] a tab frozen while it signs out removes nothing of what came since: write %i',
  async (write) => {
    await using field = await openField(['Ann']);
    const context = await field.startBrowser();
    const page = context.pages()[0] ?? (await context.newPage());
    await page.addInitScript(freezing(write));
    await enrol(page, field.rest);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.goto('/field/more');
    await press(page, 'Sign this tablet out');
    await page.getByRole('button', { name: 'Remove everything' }).waitFor();
    const thaw = await freezesInRemoval(context, page);
    const second = await context.newPage();
    // What the frozen tab reads at that moment, the browser gives up after a minute.
    second.setDefaultTimeout(120_000);
    await second.goto('/field');
    const { code } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
    await second.getByLabel('Code').fill(code);
    await press(second, 'Start work');
    await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
    await field.stopServer();
    await second.goto(`/field/d/${field.documentId}/brief`);
    await sign(second, 'Ann');
    await thaw();
    const ann = (tab: Page) => tab.locator('a.row', { hasText: 'Ann' }).getByText(/^Signed/);
    await page.goto(`/field/d/${field.documentId}/brief`);
    for (const tab of [page, second]) await ann(tab).waitFor();
    expect(await keptKeys(second)).toContain('enrolment');
    await field.startServer();
    const sent = async () => (await field.rest.listSignoffs({ document: field.documentId })).data;
    await expect.poll(async () => (await sent()).map(({ worker }) => worker.name)).toEqual(['Ann']);
  },
);

test('[WB556] a tab that is open finishes what one that was frozen began', async () => {
  await using field = await openField(['Ann']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(freezing(1));
  await enrol(page, field.rest);
  await page.evaluate('navigator.serviceWorker.ready');
  const second = await context.newPage();
  second.setDefaultTimeout(120_000);
  await second.goto('/field/more');
  await second.getByRole('button', { name: 'Sign this tablet out' }).waitFor();
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out');
  await page.getByRole('button', { name: 'Remove everything' }).waitFor();
  const thaw = await freezesInRemoval(context, page);
  await second.getByLabel('Code').waitFor();
  expect(await keptKeys(second)).toEqual([]);
  await thaw();
});

test('[WB556] nor does one that is slow to begin it end an enrolment that came since', async () => {
  await using field = await openField(['Ann']);
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(slowReading);
  await enrol(page, field.rest);
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out');
  await page.evaluate('globalThis.isSlow = true');
  await press(page, 'Remove everything');
  await expect.poll(() => page.evaluate('Boolean(globalThis.isWaiting)')).toBe(true);
  const second = await context.newPage();
  await second.goto('/field/more');
  await press(second, 'Sign this tablet out', 'Remove everything');
  const { code } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await second.getByLabel('Code').fill(code);
  await press(second, 'Start work');
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.evaluate('globalThis.goOn()');
  await expect.poll(() => page.evaluate('Boolean(globalThis.isWaiting)')).toBe(false);
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await second.goto(`/field/d/${field.documentId}/brief`);
  await sign(second, 'Ann');
  expect(await keptKeys(second)).toContain('enrolment');
});

/** For a page: while `isSlow`, it is told which keys there are when `goOn` is called. */
const slowReading = `{
  const { promise, resolve } = Promise.withResolvers();
  globalThis.goOn = () => { globalThis.isSlow = false; resolve(); };
  const { getAllKeys } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAllKeys = function (...asked) {
    const request = getAllKeys.apply(this, asked);
    if (!globalThis.isSlow) return request;
    globalThis.isWaiting = true;
    const later = (listen) => () => promise.then(listen).then(() => setTimeout(() => (globalThis.isWaiting = false)));
    return {
      get result() { return request.result; },
      addEventListener: (type, listen) => request.addEventListener(type, later(listen)),
    };
  };
}`;

/** For a page: its script stops before that write. Dexie binds `transaction` when it opens a database. */
const freezing = (write: number): string => `{
  let written = -1;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (row, key) {
    if (written < 0 && row?.value?.logged_out) written = 0;
    return put.call(this, row, key);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite' && written >= 0 && ++written === ${write}) debugger;
    return transaction.call(this, stores, mode, options);
  };
}`;

/** Resolves once it is frozen, with what lets it go on to its end. */
async function freezesInRemoval(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send('Debugger.enable');
  const frozen = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  // The browser may say that it was pressed only when the script goes on.
  const pressed = page.getByRole('button', { name: 'Remove everything' }).click({ timeout: 0 });
  await frozen;
  return async () => {
    await session.detach();
    await pressed;
    await page.waitForFunction(() => document.querySelector('a[href="/field/more"], input') !== null);
  };
}
