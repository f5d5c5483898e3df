/** Reading a document on the tablet: substances, photos, words that are found, and the way back. */
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { pdfFile } from '../../photos/pdf-files.ts';
import { seen } from './tablet.ts';

export async function showsSubstances(page: Page, document: string): Promise<void> {
  await page.goto(`/field/d/${document}`);
  const card = page.locator('main');
  for (const text of ['Sealant primer', 'Danger', 'Flammable', 'Makes people drowsy.', 'In the eyes: Rinse 15 minutes'])
    await card.getByText(text).first().waitFor();
  await page.getByRole('link', { name: 'All substances: 1' }).click();
  const sheet = page.getByRole('region', { name: 'Sealant primer' });
  for (const text of [
    'Harmful, irritates',
    'Open both doors',
    'Half mask a2p3 (protection factor 10, fit test needed)',
    'Chemical gloves: Nitrile',
    'Sand, scoop, bag',
    'Toluene: 50 ppm over 8 hours',
  ])
    await sheet.getByText(text).waitFor();
}

/** From the substances, where the test before it stopped. */
export async function opensSheet(page: Page): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Open the sheet: Primer, safety data sheet' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Primer, safety data sheet.pdf');
  expect((await buffer(await download.createReadStream())).equals(pdfFile({ pages: 2 }))).toBe(true);
}

export async function showsPhotos(page: Page, document: string): Promise<void> {
  await page.goto(`/field/d/${document}/hazards`);
  const picture = page.getByRole('img', { name: 'The open edge at bay C4' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

export async function findsAndComesBack(page: Page, document: string): Promise<void> {
  await page.goto(`/field/d/${document}`);
  await page.getByRole('link', { name: 'Find' }).click();
  await page.getByLabel('Find', { exact: false }).fill('drowsy');
  await seen(page, 'find');
  await page.getByLabel('Find', { exact: false }).fill('land the');
  await page.locator('a.row', { hasText: 'Weather limits' }).click();
  await page.locator('details[open]', { hasText: 'Gust · 9 m/s' }).waitFor();
  await page.getByText('Understanding check').click();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const down = Number(await page.evaluate('scrollY'));
  await page.getByRole('link', { name: 'Edit' }).last().click();
  await page.getByText('The office edits this part').waitFor();
  await page.goBack();
  await expect.poll(() => page.locator('details[open]').count()).toBe(2);
  await expect.poll(() => page.evaluate('scrollY')).toBe(down);
}
