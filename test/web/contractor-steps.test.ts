/** Contractors in the office: invited with what is asked, asked again, taken out, and handed in for. Each test goes on where the last one stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openMailbox, type Mailbox } from '../kit/mailbox.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

let box: Mailbox;
let office: OpenOffice;
let rest: RestClient;
let project: string;
let firm: string;
beforeAll(async () => {
  box = await openMailbox();
});
afterAll(() => box[Symbol.asyncDispose]());
inOffice(
  () => openEmptyOffice({ SMTP_URL: box.url, MAIL_FROM: 'post@sitefile.example' }),
  async (opened) => {
    office = opened;
    rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
    ({ id: project } = await rest.createProject({ body: { name: 'Kingsmead Quarter', status: 'active' } }));
    ({ id: firm } = await rest.createContractor({ body: { name: 'Roofers', contact_email: 'sian@roofers.example' } }));
    await rest.createContractor({ body: { name: 'Paper Firm' } });
  },
);

async function submission() {
  const { data } = await rest.listSubmissions({ project });
  const [found] = data;
  if (!found) throw new Error('nobody was invited');
  return found;
}

/** In all mails so far. */
async function links(): Promise<readonly string[]> {
  await office.app.mail.run();
  return box.mails.flatMap(({ text }) => /^http:\S+\/invited#\S+$/m.exec(text)?.[0] ?? []);
}

test('[WB785] a firm that is known is invited with documents, a day and instructions', async () => {
  const { page } = office;
  await page.goto('/office/contractors');
  await page.getByRole('button', { name: 'Invite a contractor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Which firm?').selectOption('Paper Firm');
  await dialog.getByText('No e-mail is known of Paper Firm').waitFor();
  await dialog.getByLabel('Which firm?').selectOption('Roofers');
  await dialog.getByText('The invitation goes to sian@roofers.example.').waitFor();
  await dialog.getByLabel('RAMS').check();
  await dialog.getByLabel('Method statement').check();
  await dialog.getByLabel('Until').fill('2030-01-15');
  await dialog.getByLabel('Instructions').fill('Send the files to hs@lindqvist.example.');
  await look(page, 'contractor-invite-known');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await submission()).toMatchObject({
    contractor_id: firm,
    required_document_types: ['rams', 'method_statement'],
    deadline: '2030-01-15',
    instructions: 'Send the files to hs@lindqvist.example.',
  });
  expect(await links()).toHaveLength(1);
  // The same firm once more is refused in words.
  await page.getByRole('button', { name: 'Invite a contractor' }).click();
  await dialog.getByLabel('Which firm?').selectOption('Roofers');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByText('has already been invited').waitFor();
  await page.keyboard.press('Escape');
});

test('[WB786] an invitation is sent again, changed, taken back, and made again', async () => {
  const { page } = office;
  await page.goto(`/office/contractors/${firm}`);
  const part = page.getByRole('region', { name: 'Kingsmead Quarter' });
  await part.getByRole('button', { name: 'Send the invitation again' }).click();
  await page.getByText('The invitation is sent again.').waitFor();
  expect(new Set(await links()).size).toBe(1);
  await part.getByRole('button', { name: 'Change what is asked for' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Until').fill('2030-02-20');
  await look(page, 'contractor-ask');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await part.getByText('20 Feb 2030').waitFor();
  await part.getByRole('button', { name: 'Take back the invitation' }).click();
  await dialog.getByLabel('Why').fill('The work was cancelled.');
  await look(page, 'contractor-take-back');
  await dialog.getByRole('button', { name: 'Take back the invitation' }).click();
  await part.getByText('The work was cancelled.').waitFor();
  await part.getByText('Removed', { exact: true }).waitFor();
  expect(await part.getByRole('button').allInnerTexts()).toEqual(['Invite again']);
  await part.getByRole('button', { name: 'Invite again' }).click();
  await dialog.getByLabel('RAMS').isChecked();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await part.getByText('Invited', { exact: true }).waitFor();
  expect(new Set(await links()).size).toBe(2);
  expect(await submission()).toMatchObject({ status: 'invited', deadline: '2030-02-20' });
});

test('[WB787] the office hands in for a firm what came by other means', async () => {
  const { page } = office;
  const about = { document_type: 'rams', project_id: project, contractor_id: firm } as const;
  const { id: document } = await rest.createDocument({ body: { title: 'Roof works', ...about } });
  await page.goto(`/office/contractors/${firm}`);
  const part = page.getByRole('region', { name: 'Kingsmead Quarter' });
  await part.getByRole('button', { name: 'Note that they accepted' }).click();
  await part.getByText('Accepted', { exact: true }).waitFor();
  await part.getByRole('button', { name: 'Note that they work on it' }).click();
  await part.getByText('In progress', { exact: true }).waitFor();
  await part.getByRole('button', { name: 'Hand in for the firm' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Roof works').waitFor();
  await dialog.getByRole('button', { name: 'Hand in', exact: true }).click();
  await dialog.getByText('Name at least one document.').waitFor();
  await dialog.getByLabel('Roof works').check();
  await dialog.getByRole('group', { name: 'Method statement' }).getByLabel('Name of the document').fill('Roof method');
  await look(page, 'contractor-hand-in');
  await dialog.getByRole('button', { name: 'Hand in', exact: true }).click();
  await part.getByText('Roof method').waitFor();
  expect(await submission()).toMatchObject({
    status: 'submitted',
    documents: [{ document_id: document }],
    papers: [{ name: 'Roof method', document_type: 'method_statement' }],
    missing_document_types: [],
  });
  expect([findings, office.watched.faults]).toEqual([[], []]);
});
