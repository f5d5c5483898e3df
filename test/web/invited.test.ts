/** What somebody who was invited sees: the page of the link in the mail, in a browser without a session. Each test goes on where the last one stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openMailbox, type Mailbox } from '../kit/mailbox.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

const adminToken = 'admin-token-of-the-invitations';
let box: Mailbox;
let office: OpenOffice;
let rest: RestClient;
let submission: string;
let project: string;
beforeAll(async () => {
  box = await openMailbox();
});
afterAll(() => box[Symbol.asyncDispose]());
inOffice(
  () => openOffice({ SITEFILE_ADMIN_TOKEN: adminToken, SMTP_URL: box.url, MAIL_FROM: 'post@sitefile.example' }),
  async (opened) => {
    office = opened;
    rest = restClient({ server: office.app.url, token: adminToken });
    ({ id: project } = await rest.createProject({
      body: { name: 'Kingsmead Quarter', reference: 'KQ-1', start_date: '2030-01-07' },
    }));
    submission = await invite('Roofers');
  },
);

async function invite(name: string): Promise<string> {
  const invited = await rest.inviteContractor({
    project,
    body: {
      name,
      contact_name: 'Sian Tudor',
      contact_email: 'sian@roofers.example',
      required_document_types: ['rams', 'method_statement'],
      instructions: 'Two copies.\nNo scans.',
      deadline: '2030-01-15',
    },
  });
  return invited.submission.id;
}

/** In the last mail about it. */
async function linkOf(id: string): Promise<string> {
  await office.app.mail.run();
  const links = box.mails.flatMap(({ text }) => /^http:\S+\/invited#\S+$/m.exec(text)?.[0] ?? []);
  return links.findLast((link) => link.includes(id)) ?? 'about:blank';
}

async function open(link: string): Promise<void> {
  await office.page.goto('about:blank');
  await office.page.goto(link);
}

test('[WB780] an invited contractor reads what is asked, accepts, and sends its list', async () => {
  const { page } = office;
  await open(await linkOf(submission));
  await page.getByRole('heading', { level: 1, name: 'asks Roofers for documents' }).waitFor();
  const asked = page.getByRole('region', { name: 'What is asked for' });
  for (const words of ['Kingsmead Quarter, KQ-1', 'RAMS, Method statement', '15 January 2030', 'No scans.'])
    await asked.getByText(words).waitFor();
  await look(page, 'invited');
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  const rams = page.getByRole('group', { name: 'RAMS' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await rams.getByText('Name at least one document.').waitFor();
  await rams.getByLabel('Name of the document').fill('Roof works RAMS');
  // What says where a document is, and not which, is not left out unsaid.
  const statement = page.getByRole('group', { name: 'Method statement' });
  await statement.getByLabel('Where it is').fill('On paper');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await statement.getByText('Name this document.').waitFor();
  await statement.getByLabel('Where it is').fill('');
  await rams.getByLabel('Reference, revision').fill('RW-7 rev B');
  await rams.getByLabel('Where it is').fill('By e-mail today');
  await page.getByLabel('Message').fill('Ask for Sian.');
  await look(page, 'invited-hand-in');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.getByRole('region', { name: 'What you sent' });
  await sent.getByText('RAMS · RW-7 rev B · By e-mail today').waitFor();
  await sent.getByText('Method statement').waitFor(); // not sent
  await page.getByText('has not begun to look at it yet').waitFor();
  expect(await rest.getSubmission({ submission })).toMatchObject({
    status: 'submitted',
    papers: [{ name: 'Roof works RAMS', document_type: 'rams', note: 'By e-mail today' }],
    notes: 'Ask for Sian.',
  });
});

test('[WB781] changes that are asked for are shown, and the list is sent again changed', async () => {
  const { page } = office;
  await rest.beginSubmissionReview({ submission, body: {} });
  await page.reload();
  await page.getByText('is looking at what you sent').waitFor();
  await rest.reviewSubmission({ submission, body: { review_code: 'C', comments: ['No wind limit is named.'] } });
  await page.reload();
  await page.getByText('asks for changes').waitFor();
  await page.getByText('No wind limit is named.').waitFor();
  const rams = page.getByRole('group', { name: 'RAMS' });
  expect(await rams.getByLabel('Name of the document').inputValue()).toBe('Roof works RAMS');
  await rams.getByLabel('Reference, revision').fill('RW-7 rev C');
  await page.getByRole('button', { name: 'Another document' }).click();
  await page.getByRole('group', { name: 'Another document' }).getByLabel('Name of the document').fill('Lifting plan');
  await look(page, 'invited-again');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Lifting plan').waitFor();
  const { papers } = await rest.getSubmission({ submission });
  expect(papers).toMatchObject([{ reference: 'RW-7 rev C', document_type: 'rams' }, { name: 'Lifting plan' }]);
  await rest.beginSubmissionReview({ submission, body: {} });
  await rest.reviewSubmission({ submission, body: { review_code: 'A' } });
  await page.reload();
  await page.getByText('Nothing more is needed.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
});

test('[WB784] a lost answer keeps what was written, and sending again hands it in once', async () => {
  const { page } = office;
  submission = await invite('Glaziers');
  await open(await linkOf(submission));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Name at least one document.').waitFor();
  const name = page.getByRole('group', { name: 'RAMS' }).getByLabel('Name of the document');
  await name.fill('Glazing RAMS');
  await page.route('**/submit?*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('What you wrote is still here').waitFor();
  expect(await name.inputValue()).toBe('Glazing RAMS');
  await page.unroute('**/submit?*');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('region', { name: 'What you sent' }).getByText('Glazing RAMS').waitFor();
  const { data } = await rest.listEvents({ query: { limit: 100 } });
  expect(
    data.filter(({ event, data: of }) => event === 'contractor.submitted' && of['submission_id'] === submission),
  ).toHaveLength(1);
  // Somebody else is faster.
  await rest.beginSubmissionReview({ submission, body: {} });
  await page.getByRole('button', { name: 'Withdraw from the project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Withdraw from the project' }).click();
  await dialog.getByText('This changed meanwhile').waitFor();
  await page.getByText('is looking at what you sent').waitFor();
  expect(await rest.getSubmission({ submission })).toMatchObject({ status: 'under_review' });
});

test('[WB821] what the office hands in meanwhile is part of what is sent then', async () => {
  const { page } = office;
  submission = await invite('Joiners');
  await open(await linkOf(submission));
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  const name = (group: string) => page.getByRole('group', { name: group }).getByLabel('Name of the document');
  await name('RAMS').fill('Joinery RAMS');
  const papers = [{ name: 'Method by post', document_type: 'method_statement' as const }, { name: 'A drawing' }];
  await rest.submitSubmission({ submission, body: { papers } });
  await rest.beginSubmissionReview({ submission, body: {} });
  await rest.reviewSubmission({ submission, body: { review_code: 'C', comments: ['Where is the RAMS?'] } });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const refusal = page.getByRole('alert').getByText('This changed meanwhile');
  await refusal.waitFor();
  await expect.poll(() => refusal.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
  expect(await name('RAMS').inputValue()).toBe('Joinery RAMS');
  expect(await name('Method statement').inputValue()).toBe('Method by post');
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  const sent = async () => (await rest.getSubmission({ submission })).papers.map((each) => each.name).toSorted();
  await expect.poll(sent).toEqual(['A drawing', 'Joinery RAMS', 'Method by post']);
});

test('[WB782] a link that ended, or is not whole, says so and what to do; declining asks', async () => {
  const { page } = office;
  submission = await invite('Painters');
  const link = await linkOf(submission);
  const ended = page.getByRole('heading', { name: 'This link does not work any more' });
  await open(link);
  await page.getByRole('button', { name: 'Decline the invitation' }).click();
  await page.getByRole('dialog').getByLabel('Why').fill('No crew');
  await look(page, 'invited-decline');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline the invitation' }).click();
  await page.getByText('You declined this').waitFor();
  await rest.inviteContractor({
    project,
    body: { contractor_id: (await rest.getSubmission({ submission })).contractor_id },
  });
  await page.reload();
  await ended.waitFor();
  await look(page, 'invited-ended');
  const fresh = await linkOf(submission);
  // In the same tab, where only the fragment is another one.
  await page.goto(fresh);
  await page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
  await rest.updateSubmission({ submission, body: { deadline: '2020-01-01' } });
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await ended.waitFor();
  await page.getByText('has expired').waitFor();
  await page.goto(fresh.slice(0, -50));
  await page.getByRole('heading', { name: 'This address is not complete' }).waitFor();
  await page.goto(fresh.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')));
  await ended.waitFor();
});

test('[WB783] the page asks nothing elsewhere, and only the invitation is asked with its key', async () => {
  const { page, watched } = office;
  submission = await invite('Joiners');
  const link = await linkOf(submission);
  const key = link.split('.').at(-1) ?? '';
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await open(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).waitFor();
  expect(asked.filter((each) => each.includes(key)).map((each) => new URL(each.split(' ')[0] ?? '').pathname)).toEqual([
    `/api/v1/invitations/${submission}`,
  ]);
  expect([findings, watched.faults]).toEqual([[], []]);
});
