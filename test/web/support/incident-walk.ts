/** An incident from its report to its end. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';
import { callApi } from './office-api.ts';
import { actsOnce, undoesItsOwn } from './undone-action.ts';

interface Listed {
  readonly data: readonly { readonly id: string; readonly project_id: string }[];
}

export async function worksIncident(page: Page): Promise<void> {
  const { data } = await callApi<Listed>(page, 'GET', 'sites');
  const report = { location: 'Stair 2', description: 'Slipped on a wet tread.', incident_type: 'injury' };
  const place = { project_id: data[0]?.project_id, site_id: data[0]?.id };
  const occurred_at = new Date().toISOString();
  const { id } = await callApi(page, 'POST', 'incidents', { ...report, ...place, occurred_at });
  await page.goto(`/office/incidents/${id}`);
  await page.getByRole('button', { name: 'Assess it' }).click();
  await page.getByLabel('How bad it was').selectOption('3');
  await page.getByRole('button', { name: 'Keep the assessment' }).click();
  await page.getByRole('button', { name: 'Begin the investigation' }).click();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill('Tom Reid');
  await page.getByLabel('Days lost').fill('9');
  await page.getByLabel('Taken to hospital from the scene').selectOption('Yes');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByText('Over seven days off work').waitFor();
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByLabel('What it is').selectOption('Over seven days off work');
  await page.getByLabel('F2508 reference').fill('F-2231');
  await page.getByRole('button', { name: 'Keep the decision' }).click();
  await page.getByRole('button', { name: 'Say what was found' }).click();
  await page.getByLabel('Root cause').fill('No grit on the treads.');
  await page.getByLabel('What will be done first').fill('Fit treads with grit');
  await page.getByRole('button', { name: 'Keep the findings' }).click();
  await page.getByText('1 action is not done yet.').waitFor();
  await look(page, 'incident-actions');
  await page.getByRole('button', { name: 'It is done' }).click();
  await undoesItsOwn(page, id);
  await actsOnce(page, id);
  await page.getByRole('button', { name: 'Close the incident' }).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Incident sheet' }).click();
  expect((await saved).suggestedFilename()).toMatch(/incident-sheet\.pdf$/);
}
