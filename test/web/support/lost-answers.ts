/** A bad line, a second press and an ended session, while somebody writes a form of the office. */
import type { Dialog, Page, Route } from 'playwright';
import { expect } from 'vitest';
import { callApi } from './office-api.ts';

type Instead = Readonly<NonNullable<Parameters<Route['fulfill']>[0]>>;

/** A double press makes one person, a press after a lost answer one card and one permit. */
export async function sendOnce(page: Page): Promise<void> {
  await page.goto('/office/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill('Once Only');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/workers', (route) => promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Add the person' }).dblclick();
  resolve();
  await page.getByRole('heading', { level: 1, name: 'Once Only' }).waitFor();
  await page.unroute('**/api/v1/workers');
  const { data } = await callApi<{ data: { name: string }[] }>(page, 'GET', 'workers?per_page=100');
  expect(data.filter(({ name }) => name === 'Once Only')).toHaveLength(1);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Number').fill('ONE-1');
  await loseAnswer(page, 'workers/*/cards', 'Keep the card', {
    status: 500,
    json: { message: 'Internal server error' },
  });
  // What was sent is what is asked again.
  expect(await page.getByLabel('Number').isDisabled()).toBe(true);
  await refuse(page, 'workers/*/cards', 401, 'unauthenticated');
  await page.getByRole('dialog').getByText('You were signed out.').waitFor();
  await askAgain(page);
  await page.getByText('The card is kept.').waitFor();
  await page.getByText('ONE-1').waitFor();
  expect(await page.getByText('ONE-1').count()).toBe(1);
}

/** The same once more after a lost answer that nobody asked for again: it is done once more, and not told from memory. */
export async function pressesAnew(page: Page): Promise<void> {
  const write = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.getByLabel('Number').fill('TWO-2');
  };
  await write();
  await loseAnswer(page, 'workers/*/cards', 'Keep the card', { status: 200, json: { login: 'required' } });
  const card = page.getByRole('listitem').filter({ hasText: 'TWO-2' });
  await refuse(page, 'workers/*/cards', 422, 'idempotency_key_reused');
  await page.getByText('The server had this before your rights were changed').waitFor();
  // Behind the dialog is what the server has.
  await card.waitFor();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Close' }).click();
  await card.getByRole('button', { name: /^Remove/ }).click();
  await card.waitFor({ state: 'detached' });
  await write();
  await page.getByRole('button', { name: 'Keep the card' }).click();
  await card.waitFor();
}

/** The session ends in the middle of a permit; keys, Back and a new loading do not take it away; then answers are lost. */
export async function staysWritten(page: Page): Promise<void> {
  const count = async () => (await callApi<{ meta: { total: number } }>(page, 'GET', 'permits?per_page=1')).meta.total;
  const before = await count();
  await page.getByRole('link', { name: 'Permits' }).click();
  await page.getByRole('link', { name: 'New permit' }).first().click();
  const [site, place] = [page.getByLabel('Site', { exact: true }), page.getByLabel('Place')];
  await place.fill('Plant room');
  await page.getByLabel('Work', { exact: true }).fill('Weld the new flange.');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await site.selectOption({ index: 1 });
  await page
    .getByRole('status')
    .getByText(/You were signed out/)
    .waitFor();
  await page.context().addCookies(cookies);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByRole('button', { name: 'Add isolation' }).focus();
  await page.keyboard.press('n');
  const address = page.url();
  let asked = 0;
  const stay = (dialog: Dialog): Promise<void> => {
    asked++;
    return dialog.dismiss();
  };
  page.on('dialog', stay);
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toBe(1);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toBe(2);
  page.off('dialog', stay);
  expect([page.url(), await place.inputValue()]).toEqual([address, 'Plant room']);
  await loseAnswer(page, 'permits', 'Ask for the permit');
  await loseAnswer(page, 'permits/*/request', 'Ask again', { status: 524, body: '<h1>A timeout occurred</h1>' });
  await askAgain(page);
  await page.getByText('It was asked for, and waits to be issued.').waitFor();
  expect(await count()).toBe(before + 1);
}

/** The server does what it is asked, and its answer is lost; `instead` = what stands between answers, and knows nothing of it. */
export async function loseAnswer(page: Page, path: string, button: string, instead?: Instead): Promise<void> {
  const address = `**/api/v1/${path}`;
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    if (!(await route.fetch()).ok()) return await route.continue();
    if (instead) await route.fulfill(instead);
    else await route.abort();
    resolve();
  });
  await page.getByRole('button', { name: button, exact: true }).click();
  await lost;
  await page.getByText('The server did not answer.').waitFor();
  await page.unroute(address);
}

/** It is asked again, in a session that has ended or is another one. */
async function refuse(page: Page, path: string, status: number, code: string): Promise<void> {
  await page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status, json: { code, status, detail: code } }), {
    times: 1,
  });
  await askAgain(page);
}

export async function askAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask again' }).click();
}
