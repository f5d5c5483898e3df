/** Reading before one signs, on a tablet that is handed round. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { polish } from '../../web/field/words/pl/polish.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { draw, keptInBrowser, keptKeys, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const link = (name: string | RegExp) => page.getByRole('link', { name });
const openParts = () => page.locator('details[open]').count();
const down = async (): Promise<number> => Number(await page.evaluate('Math.round(scrollY)'));
const keptReadings = async () => (await keptKeys(page)).filter((key) => key.startsWith('reading '));

/** From the roster, by the screen on which they sign. */
async function reads(name: string): Promise<void> {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.locator('a.row', { hasText: name }).click();
  await link(polish.readDocument).click();
  await page.getByText(polish.isReading(name)).waitFor();
}

async function readsOn(name: string): Promise<void> {
  await reads(name);
  await link(polish.allSections(2)).click();
  await page.getByText(polish.isReading(name)).waitFor();
  await page.getByText('Understanding check').waitFor();
}

test('[WB627] who reads before signing sees all of it, edits nothing, and goes back to sign', async () => {
  await reads('Ann Lee');
  await seen(page, 'reading-card');
  for (const name of [polish.allHazards(1), polish.allSubstances(1), polish.allSections(2)]) {
    await link(name).click();
    await page.getByText(polish.isReading('Ann Lee')).waitFor();
    for (const verb of [polish.edit, polish.addHazard]) expect(await link(verb).count()).toBe(0);
    await link(polish.back).click();
  }
  await link(polish.findShort).click();
  await page.getByLabel(polish.findShort, { exact: false }).fill('gust');
  await page.locator('a.row', { hasText: 'Weather limits' }).click();
  await page.getByText(polish.isReading('Ann Lee')).waitFor();
  await page.locator('details[open]', { hasText: 'Gust · 9 m/s' }).waitFor();
  await link(polish.back).click();
  await link(polish.sign).click();
  await page.getByRole('heading', { name: 'Ann Lee' }).waitFor();
  await page.locator('canvas').waitFor();
});

test('[WB627] what is drawn is not left for the document', async () => {
  await link(polish.readDocument).waitFor();
  await draw(page);
  await link(polish.readDocument).waitFor({ state: 'detached' });
  await press(page, polish.clear);
  await link(polish.readDocument).waitFor();
});

test('[WB627] they go on where they were, after a restart too, and nobody else begins there', async () => {
  await page.setViewportSize({ width: 360, height: 480 });
  await readsOn('Ann Lee');
  await page.getByText('Understanding check').click();
  await expect.poll(openParts).toBe(2);
  await seen(page, 'reading-sections');
  await page.setViewportSize({ width: 360, height: 480 });
  await page.evaluate('scrollTo(0, 200)');
  const kept = () => keptInBrowser<object>(page, `reading ${field.documentId} ann%20lee`);
  await expect.poll(kept).toMatchObject({ parts: { sections: { y: 200 } } });
  await readsOn('Bob Orr');
  expect(await openParts()).toBe(0);
  expect(await down()).toBe(0);
  const context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 360, height: 480 });
  await readsOn('Ann Lee');
  await expect.poll(openParts).toBe(2);
  await expect.poll(down).toBe(200);
});

test('[WB627] a new version begins at the top, and the card for anybody always does', async () => {
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByText('What can hurt you').waitFor();
  await page.evaluate('scrollTo(0, 200)');
  await expect.poll(down).toBe(200);
  await link('1 hazard').click();
  await link('Back').click();
  await page.getByText('What can hurt you').waitFor();
  expect(await down()).toBe(0);
  const of = { document: field.documentId };
  await field.rest.updateDocument({ ...of, body: { title: 'Curtain walling, east' } });
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling, east' }).waitFor();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await press(page, 'Brief again now');
  await page.getByText('Hand the tablet to').waitFor();
  await readsOn('Ann Lee');
  expect(await openParts()).toBe(0);
  expect(await down()).toBe(0);
});

test('[WB627] signing out forgets where each was', async () => {
  await page.getByText('Understanding check').click();
  await expect.poll(keptReadings).not.toEqual([]);
  await page.goto('/field/more');
  await press(page, 'Sign this tablet out');
  await press(page, 'Remove everything');
  await page.getByLabel('Code').waitFor();
  expect(await keptReadings()).toEqual([]);
});

test('[WB9] axe-core finds nothing where somebody reads before signing', () => {
  expect(findings).toEqual([]);
});
