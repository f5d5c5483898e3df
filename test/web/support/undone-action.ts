/** An action that is done, and another that somebody puts before it: Undo opens the one that was pressed. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
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
