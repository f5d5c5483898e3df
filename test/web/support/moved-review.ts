/** A reviewer writes while the author moves the version on. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { callApi, colleague, type Reply } from './office-api.ts';

/** Nobody approves what they were not shown, and no word of the reviewer is lost. */
export async function reviewMoved(page: Page): Promise<void> {
  const token = await colleague(page, 'admin');
  const author = (path: string, body: object = {}, method: 'POST' | 'PATCH' = 'POST') =>
    callApi(page, method, path, body, token);
  const [project] = (await callApi<{ data: Reply[] }>(page, 'GET', 'projects')).data;
  const draft = { title: 'Dismantling the hoist', document_type: 'rams', project_id: project?.id };
  const { id } = await author('documents', draft);
  const document = `documents/${id}`;
  const hazard = {
    name: 'Load falls',
    controls: [{ description: 'Tag lines' }, { description: 'Zone closed' }],
  };
  await author(`${document}/hazards`, hazard);
  await author(`${document}/submit-review`);
  await page.goto(`/office/${document}/review`);
  await page.getByText('Zone closed').first().waitFor();
  const note = page.getByLabel(/Note to the author/);
  await note.fill('Name who closes the zone.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.keyboard.type('How wide is it?');
  await page.getByLabel('How much it matters, comment 1').focus();
  await author(`${document}/withdraw`);
  await author(document, { title: 'Dismantling the goods hoist' }, 'PATCH');
  await author(`${document}/submit-review`);
  await page.getByText(/Look again before you decide/).waitFor();
  expect(await page.getByRole('button', { name: 'Approve version 1' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await page.getByText(/Look again before you decide/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Until, condition 1').fill('2027-03-01');
  await page.getByLabel('How much it matters, comment 1').focus();
  await author(`${document}/withdraw`);
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await page.getByText('It is not under review now.').waitFor();
  const written = [note, page.getByLabel('What has to change, comment 1'), page.getByLabel('Until, condition 1')];
  expect(await Promise.all(written.map((field) => field.inputValue()))).toEqual([
    'Name who closes the zone.',
    'How wide is it?',
    '2027-03-01',
  ]);
  await page.getByRole('button', { name: 'Drop what I wrote' }).click();
  await page.getByRole('button', { name: 'Archive it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('The hoist stays.');
  await page.route('**/archive', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Archive it' }).click();
  await dialog.getByText('The server did not answer.').waitFor();
  expect(await dialog.getByLabel('Why').inputValue()).toBe('The hoist stays.');
  await page.unroute('**/archive');
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await page.getByRole('button', { name: 'Restore it' }).waitFor();
}
