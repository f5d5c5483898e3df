/** Photos of a fire watch at the bounds: as many as fit, and on a tablet whose clock is ahead. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openField, type OpenField } from './support/open-field.ts';
import { dot, enrol, keptInBrowser, press } from './support/tablet.ts';

const by = { id: null, name: 'Marek Nowak' };

/** The permit's page, its work finished. */
async function openPermit(field: OpenField): Promise<Page> {
  const { rest, permitId: permit } = field;
  await rest.acceptPermit({ permit, body: { by } });
  await rest.openPermit({ permit, body: { by } });
  await rest.completePermitWork({ permit, body: { by } });
  const context = await field.startBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await enrol(page, rest);
  await page.evaluate('navigator.serviceWorker.ready');
  await page.goto(`/field/permits/${permit}`);
  await page.getByRole('button', { name: 'Start the fire watch' }).waitFor();
  return page;
}

async function start(page: Page): Promise<void> {
  await press(page, 'Start the fire watch', by.name, 'Start the fire watch');
  await page.getByRole('button', { name: 'End the fire watch' }).waitFor();
}

const kept = async (page: Page): Promise<number> => {
  const all = await keptInBrowser<readonly { photos: string[] }[]>(page, 'fire watch photos');
  return Object.values(all ?? []).flatMap(({ photos }) => photos).length;
};

async function take(page: Page, count: number): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await expect.poll(() => kept(page)).toBe(count);
}

test('[WB571] a fire watch takes 20 photos and says so, and ends with all of them', async () => {
  await using field = await openField([by.name]);
  const page = await openPermit(field);
  await start(page);
  for (let count = 1; count < 20; count++) await take(page, count);
  expect(await page.getByText('No more than 20 photos fit here.').count()).toBe(0);
  await take(page, 20);
  await page.getByText('No more than 20 photos fit here.').waitFor();
  expect(await page.locator('button', { hasText: 'Take a photo' }).count()).toBe(0);
  await press(page, 'End the fire watch');
  const ended = async () => (await field.rest.getPermit({ permit: field.permitId })).fire_watch;
  await expect.poll(async () => (await ended())?.photo_ids?.length).toBe(20);
});

/** A watch with one photo that began offline on a tablet whose clock is five minutes ahead, and then came to the server. */
async function startAhead(field: OpenField): Promise<Page> {
  const page = await openPermit(field);
  await field.stopServer();
  await page.addInitScript(`{
    const { now } = Date;
    const ahead = () => now() + 300_000;
    globalThis.Date = class extends Date { constructor(...given) { super(...(given.length === 0 ? [ahead()] : given)); } };
    Date.now = ahead;
  }`);
  await page.reload();
  await start(page);
  await take(page, 1);
  const [before] = await keptInBrowser<readonly { startedAt: string }[]>(page, 'fire watch photos');
  await field.startServer();
  const watch = async () => (await field.rest.getPermit({ permit: field.permitId })).fire_watch;
  await expect.poll(async () => ((await watch())?.started_at ?? '9') < (before?.startedAt ?? '')).toBe(true);
  return page;
}

test('[WB569] a watch that began on a tablet whose clock was ahead has its photos still', async () => {
  await using field = await openField([by.name]);
  const page = await startAhead(field);
  await page.reload();
  await page.getByText('1 photo of the fire watch').waitFor();
  await press(page, 'End the fire watch');
  const watch = async () => (await field.rest.getPermit({ permit: field.permitId })).fire_watch;
  await expect.poll(async () => (await watch())?.photo_ids?.length).toBe(1);
});

test('[WB569] nor does the next watch, which the office starts, take them', async () => {
  await using field = await openField([by.name]);
  const page = await startAhead(field);
  const { permitId: permit } = field;
  await field.rest.endFireWatch({ permit, body: { by } });
  await field.rest.startFireWatch({ permit, body: { by } });
  await page.getByText('1 photo is of a fire watch that has ended without it.').waitFor();
  expect(await page.getByText('1 photo of the fire watch').count()).toBe(0);
});
