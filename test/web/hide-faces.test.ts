/** Faces that are hidden before the tablet keeps a photo, and photos whose screen is left before that. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { contrastAt, stripes } from './support/striped-photo.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const take = (on = page) =>
  on.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: stripes() });

test('[WB635] faces are hidden in the photo that is kept, by taps and by keys', async () => {
  const site = (await field.rest.getPermit({ permit: field.permitId })).site_id ?? '';
  const earlier = (await field.rest.listSitePhotos({ site })).data;
  const before = new Set(earlier.map(({ id }) => id));
  await page.goto('/field/report');
  await page.getByRole('button', { name: 'Near miss' }).click();
  await page.getByLabel('Hide faces before a photo is kept').check();
  await take();
  await press(page, 'Do not keep it');
  await page.locator('button', { hasText: 'Take a photo' }).waitFor();
  await take();
  const picture = page.getByRole('application');
  await picture.waitFor();
  await seen(page, 'hide-faces');
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture has no place');
  await picture.click({ position: { x: box.width / 4, y: box.height / 2 } });
  await picture.click({ position: { x: box.width / 8, y: box.height / 8 } });
  await page.getByText('2 places are hidden').waitFor();
  await press(page, 'Undo the last');
  await picture.press('ArrowRight');
  await picture.press('Enter');
  await page.getByText('2 places are hidden').waitFor();
  await press(page, 'Keep the photo');
  await page.getByText('The photo is kept.').waitFor();
  await press(page, 'Go on');
  await page.getByRole('button', { name: 'On the site' }).click();
  await page.getByText('Reported.').waitFor();
  const incidents = async () => (await field.rest.listIncidents({})).data;
  await expect.poll(async () => (await incidents())[0]?.photos?.length).toBe(1);
  const fresh = async () => (await field.rest.listSitePhotos({ site })).data.filter(({ id }) => !before.has(id));
  await expect.poll(async () => (await fresh()).length).toBe(1);
  const photo = (await fresh())[0]?.id ?? '';
  const kept = Buffer.from(await (await field.rest.getPhoto({ photo })).arrayBuffer());
  expect(await contrastAt(kept, 700, 100)).toBeGreaterThan(150);
  expect(await contrastAt(kept, 100, 75)).toBeGreaterThan(150); // undone
  expect(await contrastAt(kept, 200, 300)).toBeLessThan(60);
  // A ring of 40 px around it, as far as its edge and no further.
  expect(await contrastAt(kept, 200, 330)).toBeLessThan(60);
  expect(await contrastAt(kept, 200, 350)).toBeGreaterThan(150);
  expect(await contrastAt(kept, 416, 300)).toBeLessThan(60);
  await page.goto('/field/more');
});

test('[WB635] a place at the edge is hidden up to the edge', async () => {
  const site = (await field.rest.getPermit({ permit: field.permitId })).site_id ?? '';
  const photos = async () => (await field.rest.listSitePhotos({ site })).data.map(({ id }) => id);
  const before = await photos();
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await take();
  const picture = page.getByRole('application');
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture has no place');
  // As far from the edge that a fifth of the ring is beyond it.
  const near = 25;
  for (const x of [near, 200, 400, 600, 800 - near])
    await picture.click({ position: { x: (box.width * x) / 800, y: (box.height * near) / 600 } });
  await page.getByText('5 places are hidden').waitFor();
  await press(page, 'Keep the photo');
  await page.getByText('The photo is kept.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.getByRole('button', { name: 'On the site' }).first().click();
  const fresh = async () => (await photos()).filter((id) => !before.includes(id));
  await expect.poll(async () => (await fresh()).length).toBe(1);
  const kept = Buffer.from(await (await field.rest.getPhoto({ photo: (await fresh())[0] ?? '' })).arrayBuffer());
  for (const x of [6, 794]) expect(await contrastAt(kept, x, near)).toBeLessThan(60);
  for (const x of [200, 400, 600]) expect(await contrastAt(kept, x, 6)).toBeLessThan(60);
  expect(await contrastAt(kept, 100, 6)).toBeGreaterThan(150);
});

test('[WB518] a photo whose screen is left before its faces are hidden is said to be gone', async () => {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await take();
  await page.getByRole('application').waitFor();
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('The photo was not kept').waitFor();
  await seen(page, 'photo-left');
  await press(page, 'OK');
  await page.getByText('The photo was not kept').waitFor({ state: 'detached' });
});

test('[WB518] one that is left while it is read holds up no report', async () => {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.evaluate(() => {
    const read = createImageBitmap;
    const isFree = new Promise<void>((resolve) => Object.assign(globalThis, { free: resolve }));
    globalThis.createImageBitmap = (async (...given: Parameters<typeof read>) => {
      await isFree;
      return await read(...given);
    }) as typeof read;
  });
  await take();
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.evaluate('free()');
  await page.getByText('The photo was not kept').waitFor();
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await press(page, 'Near miss');
  await page.waitForURL('**/report/show/*');
});

test('[WB635] the choice to hide faces is that of all tabs', async () => {
  const other = await page.context().newPage();
  await other.goto('/field/report');
  await press(other, 'Near miss');
  const choice = (on: Page) => on.getByLabel('Hide faces before a photo is kept');
  expect(await choice(other).isChecked()).toBe(true);
  await choice(page).uncheck();
  await expect.poll(() => choice(other).isChecked()).toBe(false);
  await other.close();
});

test('[WB39] axe-core finds nothing where faces are hidden', () => {
  expect(findings).toEqual([]);
});
