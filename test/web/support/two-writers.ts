/** Two people who write one draft in the office at once: one at the screen, one by the API. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

export async function showsOthers(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const of = { document, id: hazard?.id ?? '' };
  const saved = (): Promise<void> => page.getByText('Everything is saved.').waitFor();
  const what = page.getByLabel('What can happen').first();
  const who = page.getByLabel('Who may be harmed').first();
  await page.getByText('Fall from the open edge', { exact: true }).click();
  await what.fill('Half a sen');
  await other.updateHazard({ ...of, body: { who_at_risk: 'Everybody below' } });
  await page.keyboard.type('tence');
  expect(await what.inputValue()).toBe('Half a sentence');
  await page.keyboard.press('Tab');
  await saved();
  await expect.poll(() => who.inputValue()).toBe('Everybody below');
  expect(await what.inputValue()).toBe('Half a sentence');
  await page.getByRole('heading', { level: 1 }).click();
  await other.updateHazard({ ...of, body: { who_at_risk: 'Nobody' } });
  await expect.poll(() => who.inputValue(), { timeout: 10_000 }).toBe('Nobody');
}

/** Both write the same texts at once: words that fit together are merged, of others both are kept. */
export async function twoWrite(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const of = { document, id: hazard?.id ?? '' };
  const what = page.getByLabel('What can happen').first();
  const who = page.getByLabel('Who may be harmed').first();
  await what.fill('Half a sentence, and a second line');
  await other.updateHazard({ ...of, body: { description: 'Half a long sentence', who_at_risk: 'Roofers' } });
  await who.fill('Scaffolders');
  await page.keyboard.press('Tab');
  await expect.poll(() => what.inputValue()).toBe('Half a long sentence, and a second line');
  const notice = page.getByText('Two people wrote different values for');
  await notice.waitFor();
  expect(await notice.innerText()).toContain('The document has “Roofers”; kept beside it is “Scaffolders”');
  expect(await who.inputValue()).toBe('Roofers');
  await look(page, 'two-values');
  expect(await other.getHazard(of)).toMatchObject({
    description: 'Half a long sentence, and a second line',
    who_at_risk: 'Roofers',
  });
}

/** What is being written when the draft is submitted stays on the screen, is said to be not saved, and is saved again once it can be. */
export async function keepsUntaken(page: Page, document: string, other: RestClient): Promise<void> {
  const [hazard] = (await other.listHazards({ document })).data;
  const what = page.getByLabel('What can happen').first();
  await what.fill('Written while it was submitted');
  await other.submitReview({ document, body: {} });
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByText('This draft was submitted, approved or put away').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  expect(await what.inputValue()).toBe('Written while it was submitted');
  await look(page, 'draft-ended');
  await other.withdraw({ document, body: {} });
  await page.getByText('This draft was submitted, approved or put away').waitFor({ state: 'detached' });
  await page.getByLabel('Who may be harmed').first().fill('Roofers and scaffolders');
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(async () => (await other.getHazard({ document, id: hazard?.id ?? '' })).who_at_risk)
    .toBe('Roofers and scaffolders');
  await page.getByText('1 field is not saved.').waitFor();
  await page.getByRole('button', { name: 'Save again' }).click();
  await page.getByText('Everything is saved.').waitFor();
  const saved = await other.getHazard({ document, id: hazard?.id ?? '' });
  expect(saved.description).toBe('Written while it was submitted');
}
