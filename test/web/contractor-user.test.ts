/** A user of a contractor: made in the settings with the firm, and at work in the office. Each test goes on where the last one stopped. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

const email = 'cora@roofers.example';
let office: OpenOffice;
let rest: RestClient;
let firm: string;
let submission: string;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  const { id: project } = await rest.createProject({ body: { name: 'Kingsmead Quarter', status: 'active' } });
  const invited = await rest.inviteContractor({
    project,
    body: { name: 'Roofers', required_document_types: ['rams'], deadline: '2030-01-15', send_mail: false },
  });
  ({ id: firm } = invited);
  submission = invited.submission.id;
});

test('[WB788] a user of role contractor is added with the firm that they act for', async () => {
  const { page } = office;
  await page.goto('/office/settings/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Cora');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Role').selectOption('contractor_author');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await dialog.getByText('Choose the firm. A user without one sees nothing.').waitFor();
  await look(page, 'user-of-firm');
  await dialog.getByLabel('For which firm?').selectOption('Roofers');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await rest.listUsers({ query: { role: 'contractor_author' } });
  expect(data).toMatchObject([{ name: 'Cora', contractor_id: firm }]);
  await page.getByRole('listitem').filter({ hasText: 'Cora' }).getByRole('button', { name: 'Change' }).click();
  await dialog
    .getByLabel('For which firm?')
    .locator('option:checked', { hasText: 'Roofers' })
    .waitFor({ state: 'attached' });
  await dialog.getByLabel('Job title').fill('Estimator');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await rest.listUsers({ query: { role: 'contractor_author' } })).data).toMatchObject([
    { job_title: 'Estimator', contractor_id: firm },
  ]);
});

test('[WB789] a user of a contractor sees what is asked of them, and hands it in', async () => {
  const { page, environment } = office;
  await page.context().clearCookies();
  const { stdout } = await run(['sign-in', 'link', '--email', email], { DATA_DIR: environment['DATA_DIR'] ?? '' });
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await page.goto(`/office/sign-in#${stdout.split('#').at(-1)?.trim()}`);
  const asked = page.getByRole('region', { name: 'Asked of you' });
  await asked.getByText('Documents are asked for: Kingsmead Quarter').waitFor();
  await look(page, 'home-of-firm');
  const rail = page.getByRole('navigation', { name: 'Office' });
  const rooms = (await rail.getByRole('link').allInnerTexts()).map((word) => word.trim());
  for (const room of rooms) {
    await rail.getByRole('link', { name: room, exact: true }).click();
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try again' }).count(), room).toBe(0);
  }
  expect(refused).toEqual([]);
  await rail.getByRole('link', { name: 'Home' }).click();
  await asked.getByRole('link', { name: 'Open' }).click();
  const part = page.getByRole('region', { name: 'Kingsmead Quarter' });
  await part.getByRole('button', { name: 'Accept the invitation' }).click();
  await part.getByRole('button', { name: 'Hand in documents' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'RAMS' }).getByLabel('Name of the document').fill('Roof RAMS');
  await dialog.getByRole('button', { name: 'Hand in', exact: true }).click();
  await part.getByText('Roof RAMS').waitFor();
  await look(page, 'submission-of-firm');
  expect(await part.getByRole('button').allInnerTexts()).toEqual([]);
  expect(await rest.getSubmission({ submission })).toMatchObject({
    status: 'submitted',
    submitted_by: { name: 'Cora' },
  });
  await page.goto('/office/settings/users');
  await page.getByText('You may not see or change this.').waitFor();
  await page.goto('/office/permits');
  await page.getByText('You may not see or do this.').first().waitFor();
  expect([findings, office.watched.faults]).toEqual([[], []]);
});
