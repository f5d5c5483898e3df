/** Answers that are lost on the way, and words that are not saved, in a real browser against one real server. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { askAgain, loseAnswer } from './support/lost-answers.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let page: Page;
let rest: RestClient;
let document: string;
beforeAll(async () => {
  office = await openEmptyOffice();
  ({ page } = office);
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  ({ id: document } = await rest.createDocument({ body: { title: 'Scaffold', document_type: 'rams' } }));
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => office[Symbol.asyncDispose]());

test('[WB576] a copy whose answer is lost is asked for again, and there is one', async () => {
  await page.goto(`/office/documents/${document}`);
  await loseAnswer(page, 'documents/*/duplicate', 'Duplicate');
  await look(page, 'duplicate-unanswered');
  await askAgain(page);
  await page.getByText('is a draft of its own.').waitFor();
  expect((await rest.listDocuments({ query: {} })).meta.total).toBe(2);
});

test('[WB576] a copy that is refused says why', async () => {
  await page.goto(`/office/documents/${document}`);
  await page.route('**/api/v1/documents/*/duplicate', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', status: 403, detail: 'no' } }),
  );
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByText('You may not see or do this.').waitFor();
});

test('[WB576] a register whose answer is lost is asked for again, and made once', async () => {
  await page.goto(`/office/documents/${document}/signoffs`);
  await loseAnswer(page, 'documents/*/export', 'Register PDF');
  await look(page, 'register-unanswered');
  await Promise.all([page.waitForEvent('download'), askAgain(page)]);
  expect((await rest.listExports({ document, query: {} })).data).toHaveLength(1);
});

test('[WB575] comments to a contractor are not left unasked, nor lost when another decides', async () => {
  const { id: project } = await rest.createProject({ body: { name: 'Mill Lane' } });
  const firm = { name: 'Roofers', contact_email: 'jo@roofers.example', send_mail: false };
  const { id: contractor, submission } = await rest.inviteContractor({ project, body: firm });
  await rest.acceptSubmission({ submission: submission.id, body: {} });
  await rest.submitSubmission({ submission: submission.id, body: { papers: [{ name: 'Roof plan' }] } });
  await page.goto(`/office/contractors/${contractor}`);
  await page.getByRole('button', { name: 'Begin the review' }).click();
  const comments = page.getByLabel('Comments to the contractor');
  await comments.fill('Name the rescue plan.');
  await page.getByRole('heading', { level: 1 }).click();
  const [asked] = await Promise.all([
    page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss();
      return dialog.message();
    }),
    page.locator('nav a[href="/office/people"]').first().click(),
  ]);
  expect(asked).toContain('not saved');
  await rest.reviewSubmission({ submission: submission.id, body: { review_code: 'A', comments: [] } });
  await page.getByText('Accepted', { exact: true }).first().waitFor();
  expect(await comments.inputValue()).toBe('Name the rescue plan.');
  page.once('dialog', (dialog) => dialog.accept());
  await page.locator('nav a[href="/office/people"]').first().click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
});

test('[WB431] an edit whose substance is gone meanwhile holds up no other', async () => {
  const { id } = await rest.createCoshhAssessment({ document, body: { substance_name: 'Acid' } });
  await page.goto(`/office/documents/${document}/edit`);
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').first().click();
  // What an entry holds is drawn once it is opened.
  await entry.locator('[data-field="eyes"]').waitFor({ state: 'attached' });
  await entry.locator('details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
  const asked: string[] = [];
  let isLost = true;
  await page.route('**/coshh/**', async (route) => {
    const isRead = route.request().method() === 'GET';
    const response = await route.fetch();
    if (isRead) return await route.fulfill({ response });
    asked.push((await route.request().headerValue('idempotency-key')) ?? '');
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  await entry.locator('[data-field="eyes"] :is(input, textarea)').first().fill('Rinse');
  await page.keyboard.press('Tab');
  await page.getByText('No answer yet').waitFor();
  await rest.removeCoshhAssessment({ document, id });
  isLost = false;
  const title = page.getByLabel('Short title, for cards and lists');
  await title.fill('Written after the acid');
  await page.keyboard.press('Tab');
  const saved = async () => (await rest.getDocument({ document })).short_title;
  await expect.poll(saved).toBe('Written after the acid');
  expect(new Set(asked).size).toBe(1);
});

test('[WB560] what is written while a link waits is not left unasked', async () => {
  const { id } = await rest.createHazard({ document, body: { name: 'Deep water' } });
  await page.goto(`/office/documents/${document}/edit`);
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').first().click();
  const answered = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/hazards/**', async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    count += 1;
    if (count > 1) return await route.abort();
    await answered.promise;
    await route.continue();
  });
  await entry.getByLabel('What can happen').fill('They may drown');
  const asked = page.waitForEvent('dialog').then(async (dialog) => await dialog.dismiss());
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  const who = entry.getByLabel('Who may be harmed');
  await who.fill('Divers');
  answered.resolve();
  await asked;
  expect(await who.inputValue()).toBe('Divers');
  expect(page.url()).toContain('/edit');
  page.on('dialog', (dialog) => void dialog.accept());
});

test('[WB9] axe-core finds nothing where an answer was lost', () => {
  expect(findings).toEqual([]);
});
