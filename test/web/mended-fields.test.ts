/** What is mended in a form is not named above it any more, whatever kind of field it is in: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi, colleague } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let permit: string;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const { page } = opened;
  const { id: project_id } = await callApi(page, 'POST', 'projects', { name: 'Kingsmead' });
  const [valid_from, valid_to] = [-1, 3].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const fields = { permit_type: 'confined_space', project_id, location: 'Tank', valid_from, valid_to };
  ({ id: permit } = await callApi(page, 'POST', 'permits', fields));
  const paul = await colleague(page, 'admin');
  for (const verb of ['request', 'authorise']) await callApi(page, 'POST', `permits/${permit}/${verb}`, {}, paul);
});

const dialog = () => office.page.getByRole('dialog');
const summary = () =>
  dialog()
    .getByRole('alert')
    .filter({ has: office.page.getByRole('heading', { level: 2 }) });

async function focusedLabel(): Promise<string | null | undefined> {
  return await office.page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
}

test('[WB609] what is wrong with several fields names them, until one of them is written', async () => {
  const { page } = office;
  await page.goto(`/office/permits/${permit}`);
  await page.getByRole('button', { name: 'Record a gas test' }).click();
  const send = () => dialog().getByRole('button', { name: 'Record it' }).click();
  const readings = 'Readings: Write at least one of the four readings.';
  await send();
  await summary().getByRole('heading', { name: '2 fields need your attention' }).waitFor();
  await summary().getByRole('link', { name: 'Who made the test? Write who made the test.' }).waitFor();
  await summary().getByRole('link', { name: readings }).click();
  expect(await focusedLabel()).toContain('Oxygen');
  await look(page, 'errors-gas');
  await page.keyboard.type('20.9');
  await summary().waitFor({ state: 'detached' });
  expect(await dialog().getByText('Write at least one').count()).toBe(0);
  // One of them that can't be read is named once, by its own words.
  await page.keyboard.type('x');
  await send();
  await dialog().getByLabel('Oxygen, %').fill('');
  await send();
  await dialog().getByLabel('Oxygen, %').fill('abc');
  await send();
  await summary().getByRole('heading', { name: '2 fields need your attention' }).waitFor();
  expect(
    await summary()
      .getByRole('link', { name: /Oxygen|Readings/ })
      .allTextContents(),
  ).toEqual(['Oxygen, %: Write a number, such as 12.5.']);
});

test('[WB609] a choice that was missing is not named any more once it is made', async () => {
  const { page, app } = office;
  const rest = restClient({ server: app.url, token: app.newAdminToken ?? '' });
  const { revision } = await rest.getOrganisation();
  await rest.updateOrganisation({ ifRevision: revision, body: { settings: { required_references: true } } });
  page.once('dialog', (asked) => asked.accept());
  await page.goto('/office/documents/new');
  const errors = page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 2 }) });
  await page.getByRole('option', { name: 'Choose a project' }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await errors.getByRole('link', { name: 'Project: Choose the project that its reference names.' }).waitFor();
  // By the keyboard: a page is drawn between its input and its change.
  await page.getByLabel('Project', { exact: true }).press('K');
  await errors.waitFor({ state: 'detached' });
  expect(await page.locator('form .error').count()).toBe(1);
});

test('[WB9] axe-core finds nothing where several fields are wrong', () => {
  expect(findings).toEqual([]);
});
