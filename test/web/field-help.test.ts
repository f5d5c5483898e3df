/** What a tablet offers to people in doubt: answers, a photo without faces, a way on after a refused act. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB634] More has answers that are there without signal, in the language of the tablet', async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await field.stopServer();
  await page.goto('/field/more/help');
  const question = page.getByText('Somebody cannot sign on the screen, or does not want to');
  await question.click();
  await page.getByText('“Cannot draw?” lets them type their name').waitFor();
  await seen(page, 'help');
  await page.goto('/field/more');
  await press(page, 'Polski not checked');
  await page.getByRole('link', { name: 'Pomoc' }).click();
  await page.getByText('Ktoś nie może podpisać na ekranie').click();
  await page.getByText('„Nie mogę rysować” pozwala').waitFor();
  await page.goto('/field/more');
  await press(page, 'English');
  await field.startServer();
});

/** Black and white stripes, four pixels wide. */
function stripes(): Buffer {
  const canvas = createCanvas(800, 600);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 800, 600);
  context.fillStyle = '#000';
  for (let x = 0; x < 800; x += 8) context.fillRect(x, 0, 4, 600);
  return canvas.toBuffer('image/png');
}

/** How far the lightest and the darkest point around a place are apart, 0 to 255. */
async function contrastAt(file: Buffer, x: number, y: number): Promise<number> {
  const canvas = createCanvas(800, 600);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(file), 0, 0);
  const { data } = context.getImageData(x - 6, y - 6, 12, 12);
  const greys = [...data].filter((_, i) => i % 4 === 0);
  return Math.max(...greys) - Math.min(...greys);
}

test('[WB635] faces are hidden in the photo that is kept, by taps and by keys', async () => {
  const site = (await field.rest.getPermit({ permit: field.permitId })).site_id ?? '';
  const earlier = (await field.rest.listSitePhotos({ site })).data;
  const before = new Set(earlier.map(({ id }) => id));
  await page.goto('/field/report');
  await page.getByRole('button', { name: 'Near miss' }).click();
  await page.getByLabel('Hide faces before a photo is kept').check();
  const take = () =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: stripes() });
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

test('[WB636] from a refused act on a permit Sending leads to the permit', async () => {
  const { permitId: permit, rest } = field;
  const by = { id: null, name: 'Ann Lee' };
  await rest.acceptPermit({ permit, body: { by } });
  await rest.openPermit({ permit, body: { by } });
  await rest.suspendPermit({ permit, body: { by, reason: 'Wind' } });
  await page.goto(`/field/permits/${permit}`);
  await press(page, 'Start again');
  for (const check of await page.getByRole('checkbox').all()) await check.check();
  await field.stopServer();
  await page.context().setOffline(true);
  await field.startServer();
  const issuer = { id: null, name: 'Sinéad Gallagher' };
  await rest.resumePermit({ permit, body: { by: issuer, revalidated_checks: ['Wind below 10 m/s'] } });
  await rest.suspendPermit({ permit, body: { by, reason: 'Gas' } });
  await press(page, 'Start again');
  await page.context().setOffline(false);
  await page.locator('.chip', { hasText: '1 needs you' }).click();
  await seen(page, 'refused-act');
  await page.getByRole('link', { name: 'Look at the permit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hot works' }).waitFor();
  await page.getByText('Gas').first().waitFor();
});

test('[WB637] a document on Today names who leads its work, and their employer', async () => {
  const { documentId: document, rest } = field;
  const led = { name: 'Jordan Blake', employer_name: 'Vantage Façades', role: 'supervisor' } as const;
  await rest.createPersonnelEntry({ document, body: led });
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  await page.goto('/field');
  await page.getByText('Vantage Façades · Jordan Blake').waitFor();
  await seen(page, 'today-lead');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
