/** Contractors, people and sites in the office: added, changed, reviewed, and put away. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { callApi, colleague } from './office-api.ts';
import { look } from './look.ts';

interface Invited {
  readonly id: string;
  readonly submission: { readonly id: string };
}

/** Asked for by a colleague, so that the reader may review it. */
export async function reviewSubmission(page: Page): Promise<void> {
  const { data } = await callApi<{ data: { id: string }[] }>(page, 'GET', 'projects');
  const firm = { name: 'Calder Roofing', contact_name: 'Jo Calder', contact_email: 'jo@calder.example' };
  const ssip = { scheme: 'CHAS', expires_on: '2020-01-31' };
  const asked = { ...firm, ssip, required_document_types: ['rams'], send_mail: false };
  const invited = await callApi<Invited>(page, 'POST', `projects/${data[0]?.id}/contractors`, asked);
  const token = await colleague(page, 'admin');
  const submission = `submissions/${invited.submission.id}`;
  await callApi(page, 'POST', `${submission}/accept`, {}, token);
  await callApi(page, 'POST', `${submission}/submit`, { papers: [{ name: 'Roof plan' }] }, token);
  await page.goto('/office/contractors');
  await page.getByRole('button', { name: 'Invite a contractor' }).click();
  await page.getByRole('dialog', { name: 'Invite a contractor' }).waitFor();
  await look(page, 'contractor-invite');
  await page.keyboard.press('Escape');
  const row = page.getByRole('region', { name: 'All contractors' }).getByRole('listitem').first();
  await row.getByText(/^CHAS ran out/).waitFor();
  await row.getByRole('link', { name: 'Calder Roofing' }).click();
  await page.getByText('Roof plan').waitFor();
  await page.getByRole('button', { name: 'Begin the review' }).click();
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByText('Say what has to change, or what to mind.').waitFor();
  await page.getByLabel('Comments to the contractor').fill('Name the rescue plan.\nSay who checks the anchors.');
  await look(page, 'contractor-review');
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByText('“Say who checks the anchors.”').waitFor();
  await page.getByText('Amendments requested').waitFor();
}

export async function addPerson(page: Page): Promise<void> {
  await page.goto('/office/people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add the person' }).click();
  await page.getByText('Write the name.').waitFor();
  await page.getByLabel('Name').fill('Zofia Nowak');
  await page.getByLabel('Reads').selectOption('Polish');
  await page.getByRole('dialog').getByRole('button', { name: 'Add the person' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zofia Nowak' }).waitFor();
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Number').fill('CS-77');
  await page.getByLabel('Valid until').fill('2020-02-01');
  await page.getByRole('button', { name: 'Keep the card' }).click();
  await page.getByText(/^CSCS expired/).waitFor();
  await look(page, 'person-card');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No cards are known.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('CS-77').waitFor();
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await page.getByRole('main').getByRole('listitem').first().getByText('Zofia Nowak').waitFor();
}

/** It leaves the list and the choices, and is restored. */
async function archiveSite(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByText('No permit, document or sign-off is begun here any more').waitFor();
  await look(page, 'site-archive');
  await dialog.getByRole('button', { name: 'Archive the site' }).click();
  await page.getByText('This site is archived: nothing new begins here').waitFor();
  await look(page, 'site-archived');
  const address = page.url();
  await page.goto('/office/sites');
  await page.getByText('Archived sites: 1').click();
  await page.getByRole('link', { name: 'Mill Lane yard' }).waitFor();
  await look(page, 'sites-archived');
  await page.getByRole('link', { name: 'Permits', exact: true }).first().click();
  await page.getByRole('link', { name: 'New permit' }).first().click();
  const choices = page.getByLabel('Site', { exact: true }).locator('option');
  await choices.nth(1).waitFor({ state: 'attached' });
  expect((await choices.allInnerTexts()).filter((text) => text.startsWith('Mill Lane yard'))).toEqual([]);
  await page.goto(address);
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Restore the site' }).click();
  await page.getByText('This site is archived').waitFor({ state: 'detached' });
}

export async function changePlaces(page: Page): Promise<void> {
  await page.goto('/office/sites');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name').fill('Mill Lane');
  await page.getByLabel('Reference').fill('ML-001');
  await page.getByRole('button', { name: 'Add project' }).click();
  const project = page.getByRole('region', { name: 'Mill Lane' });
  await project.getByRole('button', { name: 'Add site' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mill Lane yard');
  await page.getByRole('dialog').getByRole('button', { name: 'Add site' }).click();
  await project.getByRole('link', { name: 'Mill Lane yard' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Assembly point').fill('Car park B');
  const site = page.url().split('/').at(-1) ?? '';
  const theirs = { emergency_assembly_point: 'Gate 2', site_contact_name: 'Jo Calder' };
  await page.getByLabel('Site contact').fill('Ann Lee');
  await callApi(page, 'PATCH', `sites/${site}`, { ...theirs, city: 'Leeds' }, await colleague(page, 'admin'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Site contact name: somebody wrote “Jo Calder”, you “Ann Lee”.').waitFor();
  await page.getByRole('button', { name: 'Take theirs' }).first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const decided = { site_contact_name: 'Jo Calder', emergency_assembly_point: 'Car park B', city: 'Leeds' };
  expect(await callApi(page, 'GET', `sites/${site}`)).toMatchObject(decided);
  await archiveSite(page);
  await page.getByRole('link', { name: 'Sites', exact: true }).first().click();
  await project.getByRole('button', { name: 'Archive' }).click();
  await page.getByText(/It leaves this page with its site/).waitFor();
  await look(page, 'project-archive');
  await page.getByRole('button', { name: 'Archive the project' }).click();
  await project.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Archived' }).click();
  await project.getByRole('button', { name: 'Restore' }).click();
  await project.waitFor({ state: 'detached' });
  expect(await page.getByText('No project is archived.').count()).toBe(1);
}
