/** One tab, and two who sign in there one after the other, in a real browser against one real server. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let page: Page;
let rest: RestClient;
beforeAll(async () => {
  office = await openEmptyOffice();
  ({ page } = office);
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  for (const name of ['Ada', 'Bo']) {
    await rest.createUser({ body: { name, email: `${name}@firm.example`, role: 'admin' } });
  }
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
afterAll(() => office[Symbol.asyncDispose]());

const signOutButton = () => page.getByRole('button', { name: 'Sign out', exact: true });

/** By the link of the mail, which is pasted into the tab that asks for it, so that it loads nothing. */
async function enter(name: 'Ada' | 'Bo'): Promise<void> {
  const words = ['sign-in', 'link', '--email', `${name}@firm.example`];
  const { stdout } = await run(words, office.environment);
  const secret = stdout.split('#').at(-1)?.trim() ?? '';
  await page.getByLabel('E-mail').waitFor();
  await page.evaluate((hash) => void (location.hash = hash), secret);
  await page.getByRole('complementary').getByText(name, { exact: true }).waitFor();
}

async function signOut(): Promise<void> {
  await signOutButton().click();
  await page.getByLabel('E-mail').waitFor();
}

/** With something that is not saved; the answer is yes. */
async function signOutAllTheSame(): Promise<void> {
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.accept());
  await signOut();
  await asked;
}

test('[WB573] what one person could undo is not there for the next in that tab', async () => {
  const { id } = await rest.createWorker({ body: { name: 'Jon Reyes' } });
  const body = { scheme: 'CSCS', card_number: 'UNDO-1' } as const;
  await rest.addWorkerCard({ worker: id, body });
  await signOut();
  await enter('Ada');
  await page.goto(`/office/people/${id}`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'UNDO-1' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await signOut();
  await enter('Bo');
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('[WB573] a change that waits for another is not sent in the name of the next', async () => {
  const { id: document } = await rest.createDocument({ body: { title: 'Scaffold', document_type: 'rams' } });
  const { id } = await rest.createHazard({ document, body: { name: 'Deep water' } });
  await signOut();
  await enter('Ada');
  await page.goto(`/office/documents/${document}/edit`);
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const changed: string[] = [];
  await page.route('**/hazards/**', async (route) => {
    if (route.request().method() !== 'GET') {
      changed.push(route.request().postData() ?? '');
      await released;
    }
    // A page that was left takes no answer.
    await route.continue().catch(() => undefined);
  });
  for (const [label, words] of [
    ['What can happen', 'They may drown'],
    ['Who may be harmed', 'Divers'],
  ] as const)
    await entry.getByLabel(label).fill(words);
  await page.keyboard.press('Tab');
  await expect.poll(() => changed.length).toBe(1);
  await signOutAllTheSame();
  await enter('Bo');
  release();
  await page.locator('nav a[href="/office/people"]').first().click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await page.getByText('Jon Reyes').waitFor();
  expect(changed.length).toBe(1);
  expect((await rest.getHazard({ document, id })).who_at_risk).toBeNull();
});

test('[WB461] what one person wrote of a review is not shown to the next', async () => {
  const { id } = await rest.createDocument({ body: { title: 'Scaffold to review', document_type: 'rams' } });
  await rest.submitReview({ document: id, body: {} });
  const note = page.getByLabel('Note to the author and the site');
  const openReview = async (): Promise<void> => {
    await page.goto(`/office/documents/${id}/review`);
    await note.waitFor();
  };
  await signOut();
  await enter('Ada');
  await openReview();
  await note.fill('Words of Ada');
  await signOutAllTheSame();
  await enter('Bo');
  await page.locator('nav a[href="/office/documents"]').first().click();
  await page.getByRole('link', { name: 'Scaffold to review' }).first().click();
  await page.getByRole('link', { name: 'Review', exact: true }).first().click();
  expect(await note.inputValue()).toBe('');
});

test('[WB574] nothing is written while signing out is under way, and all of it after it failed', async () => {
  await page.goto('/office/people');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/sessions/current', async (route) => {
    await held.promise;
    await route.abort();
  });
  const asked = page.waitForRequest('**/api/v1/sessions/current');
  await signOutButton().click();
  await asked;
  await page.evaluate(() => document.querySelector<HTMLElement>('input')?.focus());
  await page.keyboard.type('Too late');
  expect(await search.inputValue()).toBe('');
  held.resolve();
  await page.getByText(/^You may still be signed in here\./).waitFor();
  await search.fill('In time');
  expect(await search.inputValue()).toBe('In time');
});

test('[WB574] nor does signing out that has no answer keep the page closed', async () => {
  await page.goto('/office/people');
  await page.route('**/api/v1/sessions/current', () => new Promise(() => undefined));
  await signOutButton().click();
  await page.getByText(/^You may still be signed in here\./).waitFor();
  const search = page.getByRole('searchbox').first();
  await search.fill('In time');
  expect(await search.inputValue()).toBe('In time');
});
