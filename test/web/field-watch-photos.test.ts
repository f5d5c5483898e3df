/** Photos of fire watches: each belongs to its own watch, also where another ends it. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { dot, keptInBrowser, press, pressSurely, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const permit = async () => field.rest.getPermit({ permit: field.permitId });
const kept = async () => {
  const all = await keptInBrowser<Record<string, { photos: string[] }>>(page, 'fire watch photos');
  return Object.values(all).flatMap(({ photos }) => photos);
};

async function sent(): Promise<readonly string[]> {
  const [site] = (await field.rest.listSites({ query: {} })).data;
  const all = await field.rest.listSitePhotos({ site: site?.id ?? '', query: { per_page: 100 } });
  return all.data.map(({ id }) => id);
}

/** Until the server has it. */
async function startWatch(): Promise<void> {
  await press(page, 'Start the fire watch', 'Bob Orr', 'Start the fire watch');
  await page.getByRole('button', { name: 'End the fire watch' }).waitFor();
  const isUnderWay = async () => (await permit()).fire_watch?.ended_at === null;
  await expect.poll(isUnderWay).toBe(true);
}

async function take(): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
}

/** A photo of the watch that the office ends then. */
async function leaveOne(): Promise<void> {
  await startWatch();
  await take();
  await page.getByText('1 photo of the fire watch').waitFor();
  await field.rest.endFireWatch({ permit: field.permitId, body: { by: { id: null, name: 'Bob Orr' } } });
  await page.getByText('1 photo is of a fire watch that has ended without it.').waitFor();
}

test('[WB569] a photo that is stored when its fire watch has ended is not kept, nor sent', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  await press(page, 'Accept it', 'Bob Orr', 'Accept it', 'Open the permit', 'Work is finished');
  await startWatch();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'End the fire watch' }).waitFor();
  const before = await sent();
  // As on a slow tablet.
  await page.evaluate(`{
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function () {
      if (this.type === 'image/jpeg') {
        Blob.prototype.arrayBuffer = arrayBuffer;
        await new Promise((goOn) => Object.assign(globalThis, { goOn }));
      }
      return await arrayBuffer.call(this);
    };
  }`);
  await take();
  await expect.poll(() => page.evaluate('typeof goOn')).toBe('function');
  await press(second, 'End the fire watch');
  await second.getByText('The fire watch had 0 of 60 minutes').waitFor();
  await second.close();
  await page.getByText('The fire watch had 0 of 60 minutes').waitFor();
  await page.evaluate('goOn()');
  await startWatch();
  await page.locator('button[aria-disabled=false]', { hasText: 'End the fire watch' }).waitFor();
  await take();
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);
  const photos = await kept();
  expect(photos.length).toBe(1);
  await expect.poll(sent).toContain(photos[0]);
  expect((await sent()).filter((id) => !before.includes(id))).toEqual(photos);
  await press(page, 'End the fire watch');
  await expect.poll(async () => (await permit()).fire_watch?.photo_ids).toEqual(photos);
  await expect.poll(kept).toEqual([]);
});

test('[WB570] a photo of a watch that the office ended is shown, and another watch takes it', async () => {
  const before = (await permit()).fire_watch?.photo_ids ?? [];
  await leaveOne();
  await seen(page, 'permit-watch-left');
  const [left] = await kept();
  await startWatch();
  expect(await page.getByText('1 photo of the fire watch').count()).toBe(0);
  await press(page, 'Take over into this fire watch');
  await page.getByText('1 photo of the fire watch').waitFor();
  await press(page, 'End the fire watch');
  await expect.poll(async () => (await permit()).fire_watch?.photo_ids).toEqual([...before, left]);
  await expect.poll(kept).toEqual([]);
});

test('[WB583] a photo that a refused end of a watch names is shown, and another takes it', async () => {
  const before = (await permit()).fire_watch?.photo_ids ?? [];
  await startWatch();
  await take();
  await page.getByText('1 photo of the fire watch').waitFor();
  const [left] = await kept();
  await page.context().setOffline(true);
  // Also the connection that is open.
  await field.stopServer();
  await field.startServer();
  await field.rest.endFireWatch({ permit: field.permitId, body: { by: { id: null, name: 'Bob Orr' } } });
  await press(page, 'End the fire watch');
  await page.getByText('The fire watch had 0 of 60 minutes').waitFor();
  expect(await page.getByText('1 photo is of a fire watch that has ended without it.').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText('1 photo is of a fire watch that has ended without it.').waitFor();
  await startWatch();
  await press(page, 'Take over into this fire watch');
  await page.getByText('1 photo of the fire watch').waitFor();
  await press(page, 'End the fire watch');
  await expect.poll(async () => (await permit()).fire_watch?.photo_ids).toEqual([...before, left]);
  await expect.poll(kept).toEqual([]);
});

test('[WB552] photos of a fire watch are named before signing out', async () => {
  await leaveOne();
  await page.goto('/field/more');
  await page.getByRole('link', { name: '1 photo of the fire watch: Begun and not finished' }).click();
  await page.getByText('1 photo is of a fire watch that has ended without it.').waitFor();
});

test('[WB570] what is left of a fire watch is left out', async () => {
  await pressSurely(page, 'Leave out', 'Leave out of the permit for good?');
  await expect.poll(kept).toEqual([]);
  await page.getByText('1 photo is of a fire watch that has ended without it.').waitFor({ state: 'detached' });
});

test('[WB233] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
