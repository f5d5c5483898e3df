/** Actions of an incident: Undo opens the one that was pressed, and what has no answer is asked again once. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { askAgain, loseAnswer } from './lost-answers.ts';
import { callApi } from './office-api.ts';

interface Incident {
  readonly investigation: { readonly actions: readonly { readonly text: string; readonly done_on: string | null }[] };
}

export async function undoesItsOwn(page: Page, incident: string): Promise<void> {
  const read = () => callApi<Incident>(page, 'GET', `incidents/${incident}`);
  await page.getByText(/^Done \d/).waitFor();
  const { investigation } = await read();
  const theirs = { text: 'Grit before the shift', done_on: '2026-11-02' };
  const actions = [theirs, ...investigation.actions];
  await callApi(page, 'PATCH', `incidents/${incident}`, { investigation: { ...investigation, actions } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 action is not done yet.').waitFor();
  expect((await read()).investigation.actions).toMatchObject([theirs, { text: 'Fit treads with grit', done_on: null }]);
  await page.getByRole('button', { name: 'It is done' }).click();
  await page.getByText('1 action is not done yet.').waitFor({ state: 'detached' });
}

/** The answers to Plan it and to Undo are lost: each is asked again under its key, and told as what it was. */
export async function actsOnce(page: Page, incident: string): Promise<void> {
  const keys = new Set<string>();
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key'];
    if (request.url().includes('/incidents/') && key !== undefined) keys.add(key);
  });
  const salted = async () => {
    const { investigation } = await callApi<Incident>(page, 'GET', `incidents/${incident}`);
    return investigation.actions.filter(({ text }) => text === 'Salt the stair').map(({ done_on }) => Boolean(done_on));
  };
  await page.getByRole('button', { name: 'Add an action' }).click();
  await page.getByLabel('What will be done').fill('Salt the stair');
  await loseAnswer(page, 'incidents/*', 'Plan it');
  await askAgain(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect([await salted(), keys.size]).toEqual([[false], 1]);
  const row = page.getByRole('listitem').filter({ hasText: 'Salt the stair' });
  await row.getByRole('button', { name: 'It is done' }).click();
  await row.getByText(/^Done \d/).waitFor();
  await loseAnswer(page, 'incidents/*', 'Undo');
  await askAgain(page);
  await row.getByRole('button', { name: 'It is done' }).waitFor();
  await page.getByText('The server did not answer.').waitFor({ state: 'detached' });
  expect([await salted(), keys.size]).toEqual([[false], 3]);
  expect(await page.getByText('Somebody has changed this action since').count()).toBe(0);
  await row.getByRole('button', { name: 'It is done' }).click();
  await page.getByText('1 action is not done yet.').waitFor({ state: 'detached' });
}
