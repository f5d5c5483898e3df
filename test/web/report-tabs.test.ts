/** A report, photos, or a permit that is asked for, which two tabs of a tablet have open. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { dot, keepInBrowser, keptInBrowser, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB587] what one tab writes in a report the other shows, and writes on from there', async () => {
  const other = await page.context().newPage();
  await page.goto('/field/report');
  await press(page, 'Near miss');
  const line = page.getByLabel('Type a line');
  await line.waitFor();
  await other.goto(page.url());
  await other.getByLabel('Type a line').fill('A board fell from level 4');
  await expect.poll(() => line.inputValue()).toBe('A board fell from level 4');
  await line.press('End');
  await line.pressSequentially(', beside Marek');
  await expect.poll(() => other.getByLabel('Type a line').inputValue()).toBe('A board fell from level 4, beside Marek');
  await press(other, 'Go on', 'On the site');
  await other.getByText('Saved on this tablet').waitFor();
  const sent = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);
  await expect.poll(sent).toEqual(['A board fell from level 4, beside Marek']);
  await other.close();
});

type Photos = readonly (string | { readonly id: string })[];

/** In the order of taking. */
const photosIn = (kept: unknown): readonly string[] =>
  Object.values(kept as Record<string, { photos: Photos }>).flatMap(({ photos }) =>
    photos.map((each) => (typeof each === 'string' ? each : each.id)),
  );

test.each([
  ['report', async () => photosIn(await keptInBrowser(page, 'reports'))],
  [
    'check',
    async () => {
      const { written } = await keptInBrowser<{ written?: object }>(page, `powra ${field.documentId}`);
      return photosIn(written ?? {});
    },
  ],
] as const)('[WB601] in a %s, a photo that is taken again replaces that of its own tab', async (what, photos) => {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await page.goto(what === 'report' ? '/field/report' : `/field/powra/${field.documentId}`);
  await press(page, what === 'report' ? 'Near miss' : 'No');
  const take = async (on: Page, name: string): Promise<readonly string[]> => {
    const before = await photos();
    const [camera] = await Promise.all([
      on.waitForEvent('filechooser'),
      on.locator('button', { hasText: name }).click(),
    ]);
    await camera.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
    await expect.poll(photos).not.toEqual(before);
    await on.locator('button[aria-disabled=false]', { hasText: 'Take a photo' }).waitFor();
    return await photos();
  };
  const [first] = await take(page, 'Take a photo');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const [, second] = await take(other, 'Take a photo');
  const after = await take(page, 'Take it again');
  expect(after).toEqual([second, expect.not.stringMatching(`${first}|${second}`)]);
  // Where the other tab replaces it, too, there is nothing to take again.
  await other.reload();
  expect(await take(other, 'Take it again')).toContain(second);
  await page.getByRole('button', { name: 'Take it again' }).waitFor({ state: 'detached' });
  await other.close();
  await page.context().setOffline(false);
});

test('[WB604] a permit that two tabs ask for has what either wrote, and is one', async () => {
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Hot works');
  await page.getByLabel('Where?').fill('Level 4');
  const other = await page.context().newPage();
  await expect.poll(async () => Object.keys(await keptInBrowser(page, 'permits begun')).length).toBe(1);
  await other.goto(page.url());
  await press(other, 'Hot works · Level 4');
  await other.getByLabel('What will be done?').fill('Weld the flange');
  await press(other, 'Bob Orr');
  const what = page.getByLabel('What will be done?');
  await expect.poll(() => what.inputValue()).toBe('Weld the flange');
  await what.press('End');
  await what.pressSequentially(' on the riser');
  await expect.poll(() => other.getByLabel('What will be done?').inputValue()).toBe('Weld the flange on the riser');
  await press(page, 'Ask the office');
  const asked = /permits\/[\da-f-]{36}$/;
  await page.waitForURL(asked);
  await other.waitForURL(asked);
  const permit = page.url().split('/').at(-1) ?? '';
  const sent = async () => (await field.rest.listPermits({ query: { status: 'requested' } })).data.map(({ id }) => id);
  await expect.poll(sent).toEqual([permit]);
  const { location, description } = await field.rest.getPermit({ permit });
  expect([location, description]).toEqual(['Level 4', 'Weld the flange on the riser']);
  expect(await keptInBrowser(page, 'permits begun')).toEqual({});
  await other.close();
});

test('[WB803] what a tab still kept of a permit that was asked for leads to it', async () => {
  const asked = /permits\/[\da-f-]{36}$/;
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Hot works');
  await page.getByLabel('Where?').fill('Level 5');
  await press(page, 'Bob Orr');
  const begun = () => keptInBrowser<Record<string, { person: { name: string } | null }>>(page, 'permits begun');
  const names = async () => Object.values(await begun()).map(({ person }) => person?.name);
  await expect.poll(names).toEqual(['Bob Orr']);
  const late = await begun();
  await press(page, 'Ask the office');
  await page.waitForURL(asked);
  const permit = page.url();
  expect(await begun()).toEqual({});
  await keepInBrowser(page, 'permits begun', late);
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Hot works · Level 5 · Bob Orr');
  await page.waitForURL(permit);
  expect(await begun()).toEqual({});
});

/** For a page: while `failsRequest`, what asks for a permit is not stored, as on a full disk. */
const failing = `{
  const { put, add } = IDBObjectStore.prototype;
  const failIn = (write) => function (value, ...key) {
    if (globalThis.failsRequest && JSON.stringify(value).includes('"action":"request"'))
      throw new DOMException('full', 'QuotaExceededError');
    return write.call(this, value, ...key);
  };
  Object.assign(IDBObjectStore.prototype, { put: failIn(put), add: failIn(add) });
}`;

test('[WB819] a request that was cut off is made whole by the next attempt, as it reads then', async () => {
  const tab = await page.context().newPage();
  await tab.addInitScript(failing);
  await tab.goto('/field/permits');
  await press(tab, 'Ask for a permit', 'Hot works');
  await tab.getByLabel('Where?').fill('Level 6');
  await press(tab, 'Bob Orr');
  await tab.evaluate('globalThis.failsRequest = true');
  await press(tab, 'Ask the office');
  await tab.getByRole('alert').waitFor();
  await tab.evaluate('globalThis.failsRequest = false');
  await tab.getByLabel('What will be done?').fill('Cut the old rail');
  const kept = () => keptInBrowser<Record<string, { description: string }>>(tab, 'permits begun');
  await expect
    .poll(async () => Object.values(await kept()).map(({ description }) => description))
    .toEqual(['Cut the old rail']);
  // The draft that it left leads back to what is written of it.
  const [id] = Object.keys(await kept());
  const other = await page.context().newPage();
  await other.goto(`/field/permits/${id}`);
  await other.getByRole('main').getByRole('link', { name: 'Ask for a permit' }).click();
  await other.getByText('Hot works · Level 6 · Bob Orr').waitFor();
  await press(tab, 'Ask the office');
  await tab.waitForURL(`**/permits/${id}`);
  const found = async () => {
    const { state, location, description } = await field.rest.getPermit({ permit: id ?? '' });
    return [state, location, description];
  };
  await expect.poll(found).toEqual(['requested', 'Level 6', 'Cut the old rail']);
  expect(await kept()).toEqual({});
  for (const each of [tab, other]) await each.close();
});
