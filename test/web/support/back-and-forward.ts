/** Back and Forward of the browser in the office. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

const rooms = ['/office/permits', '/office/people', '/office/sites'];

/** To each page that was shown, and forward again. */
export async function goesBack(page: Page): Promise<void> {
  for (const room of rooms) {
    await page.locator(`nav a[href="${room}"]`).first().click();
    await page.waitForURL(`**${room}`);
  }
  for (const room of ['/office/people', '/office/permits']) {
    await page.goBack();
    await page.waitForURL(`**${room}`);
  }
  await page.goForward();
  await page.waitForURL('**/office/people');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
}

/** What is written is not left without a question, and the answer No leaves all as it is. */
export async function staysAtBack(page: Page): Promise<void> {
  const before = page.url();
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await page.evaluate(() => history.back());
  expect(await asked).toContain('not saved');
  expect(page.url()).toBe(before);
}

/** What is made by a save under way takes nobody to it who went elsewhere, and every page keeps its place in the history. */
export async function answersLate(page: Page): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const addAndGoBack = async (name: string): Promise<() => void> => {
    await page.locator('nav a[href="/office/sites"]').first().click();
    await page.locator('nav a[href="/office/people"]').first().click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill(name);
    const { promise: released, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/v1/workers', (route) => released.then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Add the person' }).click();
    await page.evaluate(() => history.back());
    return resolve;
  };
  const answerSoon = await addAndGoBack('Early Bird');
  answerSoon();
  await heading('Sites').waitFor();
  await page.goForward();
  await heading('People').waitFor();
  page.once('dialog', (dialog) => dialog.accept());
  const answerLate = await addAndGoBack('Late Comer');
  await heading('Sites').waitFor();
  await page.getByRole('button', { name: 'New project' }).click();
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Harrow Road');
  answerLate();
  await page.getByText('Late Comer is on the list.').waitFor();
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(['/office/sites', 'Harrow Road']);
  page.once('dialog', (dialog) => dialog.accept());
  await page.keyboard.press('Escape');
}
