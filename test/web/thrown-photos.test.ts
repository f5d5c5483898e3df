/** Photos that belong to nothing: thrown away while they were being stored, or the tablet was killed just then. The office gets none of them. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { crash, dot, keepInBrowser, keptInBrowser, keptKeys, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const file = { name: 'a.png', mimeType: 'image/png', buffer: dot };

async function goOffline(): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
}

/** On the screen of a report or a check. */
async function take(): Promise<void> {
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button', { hasText: 'Take a photo' }).click(),
  ]);
  await camera.setFiles(file);
}

/** The next photo is stored only when what this returns is called, as on a slow tablet. */
async function hold(): Promise<() => Promise<void>> {
  await page.evaluate(`{
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      if (this.type === 'image/jpeg') {
        Blob.prototype.arrayBuffer = arrayBuffer;
        await new Promise((letGo) => Object.assign(globalThis, { letGo }));
      }
      return await arrayBuffer.call(this);
    };
  }`);
  return async () => {
    await expect.poll(() => page.evaluate('typeof letGo')).toBe('function');
    await page.evaluate('letGo()');
  };
}

/** Returns the id of the report. */
async function begin(): Promise<string> {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.waitForURL('**/report/show/*');
  return page.url().split('/').at(-1) ?? '';
}

async function photosOf(report: string): Promise<readonly string[]> {
  const reports = await keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports');
  return reports[report]?.photos ?? [];
}

/** Returns the photos that the report has then. */
async function takeIn(report: string): Promise<readonly string[]> {
  const before = await photosOf(report);
  await take();
  await expect.poll(() => photosOf(report)).not.toEqual(before);
  return await photosOf(report);
}

async function sent(): Promise<readonly string[]> {
  const [site] = (await field.rest.listSites({ query: {} })).data;
  const all = await field.rest.listSitePhotos({ site: site?.id ?? '', query: { per_page: 100 } });
  return all.data.map(({ id }) => id);
}

/** What is sent beside `before` when a photo is that is taken now, with signal: the oldest are sent first. */
async function expectNoOther(report: string, before: readonly string[]): Promise<void> {
  await page.context().setOffline(false);
  const later = (await takeIn(report)).at(-1) ?? '';
  await expect.poll(sent).toContain(later);
  expect((await sent()).filter((id) => !before.includes(id))).toEqual([later]);
}

test('[WB526] a photo whose report is thrown away while it is being stored is never sent', async () => {
  const before = await sent();
  await goOffline();
  const kept = await begin();
  const thrown = await begin();
  const letGo = await hold();
  await take();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${thrown}"]`) });
  await row.getByRole('button', { name: 'Throw it away' }).click();
  await row.getByRole('button', { name: 'Throw it away? Nobody else has it.' }).press('Enter');
  await expect.poll(() => row.count()).toBe(0);
  await letGo();
  await page.locator(`a[href$="${kept}"]`).click();
  // Busy until the photo is stored.
  await page.locator('button[aria-disabled=false]', { hasText: 'Skip' }).waitFor();
  await expectNoOther(kept, before);
});

test('[WB526] nor is one that is stored when the tablet is killed, and not yet in its report', async () => {
  const before = await sent();
  const report = await begin();
  // What is kept of reports is never heard of again.
  await page.evaluate(`{
    const { get } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.get = function (key) {
      if (key !== 'reports' || this.transaction.mode === 'readonly') return get.call(this, key);
      globalThis.isStored = true;
      return new EventTarget();
    };
  }`);
  await take();
  await expect.poll(() => page.evaluate('globalThis.isStored')).toBe(true);
  await crash(page);
  page = await field.startBrowser().then((context) => context.newPage());
  await page.goto(`/field/report/show/${report}`);
  await expectNoOther(report, before);
});

test('[WB526] nor one of a point of work check that is not under way any more', async () => {
  const before = await sent();
  await goOffline();
  const report = await begin();
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'No');
  const letGo = await hold();
  await take();
  // As if another tab threw it away, and began another one.
  const key = `powra ${field.documentId}`;
  const check = await keptInBrowser<{ startedAt: string }>(page, key);
  await keepInBrowser(page, key, { ...check, startedAt: new Date(Date.parse(check.startedAt) + 1).toISOString() });
  await letGo();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto(`/field/report/show/${report}`);
  await expectNoOther(report, before);
});

test('[WB526] nor one that another tab met at its start: the tablet says that it is not kept', async () => {
  const before = await sent();
  const report = await begin();
  const letGo = await hold();
  await take();
  const isTaken = async () => (await keptKeys(page)).includes('photos being taken');
  await expect.poll(isTaken).toBe(true);
  const other = await page.context().newPage();
  await other.goto('/field');
  await expect.poll(isTaken).toBe(false);
  await other.close();
  await letGo();
  await page.getByText('The photo did not save').waitFor();
  expect(await photosOf(report)).toEqual([]);
  await page.goto(`/field/report/show/${report}`);
  await expectNoOther(report, before);
});

/** Of a No of the check under way, which has no other photo. */
async function takeInCheck(): Promise<void> {
  await press(page, 'No');
  await take();
  const isThere = async () =>
    /"photos":\[\{/.test(JSON.stringify(await keptInBrowser(page, `powra ${field.documentId}`)));
  await expect.poll(isThere).toBe(true);
}

test('[WB526] nor one of a check of another day, over which a new one is begun', async () => {
  const before = await sent();
  await goOffline();
  const report = await begin();
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Yes');
  await page.getByText('2 of 12').waitFor();
  await takeInCheck();
  const key = `powra ${field.documentId}`;
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await keepInBrowser(page, key, { ...(await keptInBrowser<object>(page, key)), startedAt: yesterday });
  await page.reload();
  await page.getByText('1 of 12').waitFor();
  await press(page, 'Yes');
  await page.getByText('2 of 12').waitFor();
  await page.goto(`/field/report/show/${report}`);
  await expectNoOther(report, before);
});

test('[WB526] nor one of a No that was put right, and is a Yes', async () => {
  const before = await sent();
  await goOffline();
  const report = await begin();
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText('2 of 12').waitFor();
  await takeInCheck();
  for (let at = 2; at <= 12; at++) {
    await page.getByText(`${at} of 12`).waitFor();
    await press(page, 'Yes');
  }
  await press(page, 'Ann Lee', 'Start work');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto(`/field/report/show/${report}`);
  await expectNoOther(report, before);
});

test('[WB526] nor one that was replaced, where a start fails to drop it', async () => {
  await goOffline();
  const report = await begin();
  const [replaced = ''] = await takeIn(report);
  const [, kept = ''] = await takeIn(report);
  const reports = await keptInBrowser<Record<string, object>>(page, 'reports');
  // As if the tablet was killed after the write that replaced it.
  await keepInBrowser(page, 'reports', { ...reports, [report]: { ...reports[report], photos: [kept] } });
  await keepInBrowser(page, 'photos replaced', [replaced]);
  await page.addInitScript(
    `IDBObjectStore.prototype.getAllKeys = () => { throw new Error('The database is closed.') }`,
  );
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(sent).toContain(kept);
  expect(await sent()).not.toContain(replaced);
});
