/** Forms of the office that are open while somebody else changes the same record. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { askAgain, loseAnswer } from './lost-answers.ts';
import { callApi, colleague } from './office-api.ts';

interface Place {
  readonly id: string;
  readonly project_id: string;
}
interface Changed {
  readonly injured_persons: readonly { name: string; body_part?: string; days_lost?: number }[];
  readonly city: string;
  readonly emergency_assembly_point: string;
  readonly name: string;
  readonly client_name: string;
  readonly reference: string | null;
}

/** What each person wrote is there afterwards; where both wrote the same field, the one at the page decides. */
export async function changeTogether(page: Page): Promise<void> {
  const token = await colleague(page, 'admin');
  const other = (path: string, body: object) => callApi(page, 'PATCH', path, body, token);
  const read = (path: string) => callApi<Changed>(page, 'GET', path);
  const [site] = (await callApi<{ data: Place[] }>(page, 'GET', 'sites')).data;
  await changeInjured(page, site, other, read);
  await page.goto(`/office/sites/${site?.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Town').fill('Leeds');
  await other(`sites/${site?.id}`, { emergency_assembly_point: 'Gate 9' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const after = await read(`sites/${site?.id}`);
  expect([after.city, after.emergency_assembly_point]).toEqual(['Leeds', 'Gate 9']);
  await page.goto('/office/sites');
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).first().click();
  const name = await page.getByLabel('Name', { exact: true }).inputValue();
  const [project] = (await callApi<{ data: { id: string; name: string }[] }>(page, 'GET', 'projects')).data.filter(
    (each) => each.name === name,
  );
  await page.getByLabel('Name', { exact: true }).fill(`${name} North`);
  await page.getByLabel('Reference').fill('');
  await other(`projects/${project?.id}`, { client_name: 'Ellis Trust' });
  await page.getByRole('button', { name: 'Save' }).click();
  // This organisation asks for one.
  await page.getByText('Reference must be given').waitFor();
  await page.getByLabel('Reference').fill('MILL-7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const changed = await read(`projects/${project?.id}`);
  expect([changed.name, changed.client_name, changed.reference]).toEqual([`${name} North`, 'Ellis Trust', 'MILL-7']);
}

/** People of a list are found by who they are, not by where they were in it. */
async function changeInjured(
  page: Page,
  site: Place | undefined,
  other: (path: string, body: object) => Promise<unknown>,
  read: (path: string) => Promise<Changed>,
): Promise<void> {
  const about = { days_lost: 1, address: '4 Mill Lane', sex: 'female', became_unconscious: true };
  const [first, second, third] = ['First', 'Second', 'Third'].map((name) => ({ name, ...about }));
  const { id } = await callApi(page, 'POST', 'incidents', {
    location: 'Stair 3',
    description: 'Slipped.',
    incident_type: 'injury',
    project_id: site?.project_id,
    site_id: site?.id,
    occurred_at: new Date().toISOString(),
    injured_persons: [first, second],
  });
  const path = `incidents/${id}`;
  await page.goto(`/office/${path}`);
  const edit = page.getByRole('listitem').filter({ hasText: 'Second' }).getByRole('button', { name: 'Edit' });
  const dialog = page.getByRole('dialog');
  await edit.click();
  await dialog.getByLabel('Part of the body').fill('hand');
  await other(path, { injured_persons: [{ ...second, days_lost: 20 }, third] });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await read(path)).injured_persons).toMatchObject([
    { ...second, days_lost: 20, body_part: 'hand' },
    { name: 'Third' },
  ]);
  // The list is read again: until then the second row is somebody else's.
  await page.getByRole('listitem').filter({ hasText: 'Third' }).waitFor();
  await edit.click();
  await dialog.getByLabel('Days lost').fill('5');
  await other(path, { injured_persons: [{ ...second, days_lost: 30 }, third] });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.getByText('Days lost: somebody wrote “30”, you “5”.').waitFor();
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await read(path)).injured_persons[0]?.days_lost).toBe(30);
  // Written again over the others' revision, and then its answer is lost.
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Name').fill('Fourth');
  await other(path, { injured_persons: [second] });
  await loseAnswer(page, path, 'Keep it');
  await askAgain(page);
  await dialog.waitFor({ state: 'detached' });
  expect((await read(path)).injured_persons.map(({ name }) => name)).toEqual(['Second', 'Fourth']);
}
