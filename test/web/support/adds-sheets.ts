/** Photos and sheets of a substance: added in the editor, refused in words, and opened where the document is read. */
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { pdfFile } from '../../photos/pdf-files.ts';
import { png } from '../../rest/support/images.ts';
import { look } from './look.ts';

export async function addsSheets(page: Page, document: string): Promise<void> {
  await atSite(page, document);
  await page.goto(`/office/documents/${document}/edit`);
  await page.getByLabel('Substance to add').fill('Floor resin');
  await page.keyboard.press('Enter');
  const substance = page.getByRole('listitem').filter({ hasText: 'Floor resin' });
  await substance.getByText('Floor resin', { exact: true }).click();
  const [picture, sheet] = [png(9), pdfFile({ pages: 2 })].map((bytes) => Buffer.from(bytes));
  const files = [
    { name: 'pails.png', mimeType: 'image/png', buffer: picture ?? Buffer.alloc(0) },
    { name: 'resin.pdf', mimeType: 'application/pdf', buffer: sheet ?? Buffer.alloc(0) },
  ];
  await substance.getByLabel('Photos and sheets for Floor resin').setInputFiles(files);
  await substance.getByRole('link', { name: 'Open the sheet resin.pdf' }).waitFor();
  await substance.getByLabel('Words below number 2').fill('Resin SDS, March 2026');
  await page.keyboard.press('Tab');
  await page.getByText('Everything is saved.').waitFor();
  await look(page, 'photos-and-sheets');
  const wrong = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 no more') };
  const right = { name: 'primer.png', mimeType: 'image/png', buffer: Buffer.from(png(10)) };
  await substance.getByLabel('Photos and sheets for Floor resin').setInputFiles([wrong, right]);
  await substance.getByText('1 of 2 files were not taken. The others were added.').waitFor();
  await substance.getByText('“notes.pdf”: The PDF is damaged').waitFor();
  await substance.getByRole('textbox', { name: 'Words below number 3' }).waitFor();
  await page.goto(`/office/documents/${document}`);
  await page.getByRole('img', { name: 'pails.png' }).waitFor();
  await look(page, 'read-sheets');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Open the sheet Resin SDS, March 2026' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Resin SDS, March 2026.pdf');
  expect((await buffer(await download.createReadStream())).equals(pdfFile({ pages: 2 }))).toBe(true);
}

/** The document at a site of its own: photos are kept with a site. */
async function atSite(page: Page, document: string): Promise<void> {
  await page.evaluate(async (id) => {
    const send = async (method: string, path: string, body: object): Promise<{ readonly id: string }> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
      return (await answer.json()) as { readonly id: string }; // as the API replies
    };
    const { id: project_id } = await send('POST', 'projects', { name: 'Resin floors' });
    const { id: site_id } = await send('POST', 'sites', { project_id, name: 'Plant corridor' });
    await send('PATCH', `documents/${id}`, { project_id, site_id });
  }, document);
}
