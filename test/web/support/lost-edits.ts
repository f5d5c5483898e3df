/** Edits of a draft whose answers are lost, and a field that is left by a link and then refused. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

/** The server does what it is asked and its answers are lost; what is written meanwhile comes after it, and nothing is there twice. */
export async function keepsTheLine(page: Page, document: string, other: RestClient): Promise<void> {
  const { id } = await other.createHazard({ document, body: { name: 'Deep water' } });
  const of = { document, id };
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').click();
  const what = entry.getByLabel('What can happen');
  const lost = { isLost: true };
  await page.route('**/hazards/**', async (route) => {
    if (!lost.isLost || route.request().method() === 'GET') return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await what.fill('They may fall two metres.');
  await page.keyboard.press('Tab');
  await page.getByText('No answer yet: 1 change waits.').waitFor();
  await what.fill('They may fall three metres from the slab.');
  await entry.getByLabel('Who may be harmed').fill('Divers');
  await page.keyboard.press('Tab');
  await page.getByText('No answer yet: 2 changes wait.').waitFor();
  await look(page, 'no-answer');
  lost.isLost = false;
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await page.getByText('Everything is saved.').waitFor();
  await page.unroute('**/hazards/**');
  expect(await other.getHazard(of)).toMatchObject({
    description: 'They may fall three metres from the slab.',
    who_at_risk: 'Divers',
  });
  const { data } = await other.listConflicts({ query: { status: 'open', document_id: document } });
  expect(data.filter(({ record_id: record }) => record === id)).toEqual([]);
  await keepsRefused(page, document);
  await entry.getByRole('button', { name: 'Remove', exact: true }).click();
  await entry.waitFor({ state: 'detached' });
  await page.getByText('Everything is saved.').waitFor();
}

/** Straight from the field by a link: the answer is waited for, and a refusal keeps the page. */
async function keepsRefused(page: Page, document: string): Promise<void> {
  const what = page.getByLabel('What can happen').last();
  await page.route('**/hazards/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, json: { code: 'forbidden', status: 403, detail: 'no' } }),
  );
  await what.fill('Ten minutes of words');
  const asked = Promise.withResolvers<void>();
  page.once('dialog', (dialog) => {
    asked.resolve();
    return dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await asked.promise;
  expect(page.url()).toContain(`${document}/edit`);
  expect(await what.inputValue()).toBe('Ten minutes of words');
  await page.getByText('1 field is not saved.').waitFor();
  await page.unroute('**/hazards/**');
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.getByText('Everything is saved.').waitFor();
}
