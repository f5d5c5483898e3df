/**
 * A whole day with an office and a tablet, from the first start to a tablet that is switched off; the server is killed in the middle of it.
 * Each test goes on where the one before it stopped.
 */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings, look } from './support/look.ts';
import { openDay, type OpenDay } from './support/open-day.ts';
import { dot, draw, press } from './support/tablet.ts';

const crew = ['Aisha Rahman', 'Luke Farrell', 'Marek Zieliński'];
const [author, reviewer] = ['rosa@lindqvist.example', 'paul@lindqvist.example'];

let day: OpenDay;
let office: Page;
let tablet: Page;
/** Of the document. */
let id = '';
let isDeployed = false;
beforeAll(async () => {
  day = await openDay();
  ({ office } = day);
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of [office, tablet].filter(Boolean))
    console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => day[Symbol.asyncDispose]());

/** What the API replies to the office. */
const reply = <Reply>(path: string): Promise<Reply> =>
  office.evaluate(async (asked) => (await (await fetch(`/api/v1/${asked}`)).json()) as Reply, path); // as the API replies

async function signIn(email: string): Promise<void> {
  const link = await day.operator('sign-in', 'link', '--email', email);
  await office.goto(`/office/sign-in#${link.split('#').at(-1)?.trim()}`);
  await office.getByRole('complementary').getByRole('link', { name: 'Home' }).waitFor();
}

/** Of a dialog: the button that opens it, what is typed into it, and the button that ends it. */
async function add(verb: string, name: string, last = verb): Promise<void> {
  await office.getByRole('button', { name: verb }).first().click();
  await look(office, `dialog-${verb.replace(' ', '-').toLowerCase()}`);
  await office.getByRole('dialog').getByLabel('Name').fill(name);
  await office.getByRole('dialog').getByRole('button', { name: last, exact: true }).click();
}

/** The file that the server keeps up to date is. */
async function untilCurrent(): Promise<void> {
  const isCurrent = async (): Promise<boolean> => {
    await office.reload();
    await office.getByText('Always up to date').waitFor();
    const { data } = await reply<{ data: { current: boolean }[] }>(`documents/${id}/exports`);
    return data.some(({ current }) => current);
  };
  await expect.poll(isCurrent, { interval: 500 }).toBe(true);
  await office.getByText('Current', { exact: true }).waitFor();
}

test('[WB234] the terminal’s code makes the first user, who invites another and adds a site', async () => {
  await office.goto('/office');
  const code = /[A-Z\d]{4}(?:-[A-Z\d]{4})+/.exec(await day.operator('sign-in', 'code'))?.[0] ?? '';
  await office.getByLabel('Code from the terminal').fill(code);
  await office.getByLabel('Your name').fill('Rosa Lindqvist');
  await office.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await office.getByLabel('E-mail').fill(author);
  await press(office, 'Start work');
  await office.getByText('Nothing needs you.').waitFor();
  await office.goto('/office/settings/users');
  await press(office, 'Add user');
  await look(office, 'add-user');
  await office.getByLabel('Name').fill('Paul Shah');
  await office.getByLabel('E-mail').fill(reviewer);
  await office.getByLabel('Role').selectOption('manager');
  await office.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await office.getByText('Paul Shah', { exact: true }).waitFor();
  await office.getByRole('link', { name: 'Webhooks' }).click();
  await office.getByRole('button', { name: 'Add endpoint' }).first().click();
  await look(office, 'add-endpoint');
  await office.getByRole('dialog').getByLabel('Address').fill(day.receiver.url);
  await office.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await press(office, 'I have copied it');
  await office.getByRole('link', { name: 'Sites' }).click();
  await add('New project', 'Kingsmead Quarter', 'Add project');
  await add('Add site', 'Block C tower');
  await office.getByText('Block C tower', { exact: true }).waitFor();
});

test('[WB234] a RAMS is written by one, approved by another, and its file is kept current', async () => {
  await office.goto('/office/documents/new');
  await office.getByLabel('Title').fill('Curtain walling');
  await office.getByLabel('Project', { exact: true }).selectOption({ index: 1 });
  await office.getByLabel('Site', { exact: true }).selectOption({ index: 1 });
  await press(office, 'Make the draft');
  await office.getByLabel('Hazard to add').fill('Fall from the slab edge');
  await office.keyboard.press('Enter');
  await office.getByText('Fall from the slab edge', { exact: true }).click();
  await office.getByRole('radio', { name: 'Severity 5, likelihood 4: 20' }).first().click();
  await office.getByRole('radio', { name: 'Severity 5, likelihood 1: 5' }).last().click();
  await office.getByLabel('What can happen').fill('One rail at the edge');
  await office.keyboard.press('Tab');
  for (const name of crew) {
    await office.getByLabel('Person to add').fill(name);
    await office.keyboard.press('Enter');
    await office.getByText(name, { exact: true }).waitFor();
  }
  id = /documents\/([^/]+)/.exec(office.url())?.[1] ?? '';
  await office.getByText('Everything is saved.').waitFor();
  await office.goto(`/office/documents/${id}/review`);
  await office.getByRole('button', { name: /for review/ }).click();
  await office.getByText('Your decision').waitFor();
  await press(office, 'Sign out');
  await office.getByLabel('E-mail').waitFor();
  await signIn(reviewer);
  await office.goto(`/office/documents/${id}/review`);
  await press(office, 'Approve version 1', 'Write version 2');
  // A page that is left or loaded again may take with it what it was about to ask.
  await office.getByRole('button', { name: 'Submit version 2 for review' }).waitFor();
  await office.goto(`/office/documents/${id}/export`);
  await office.getByLabel('PDF').check();
  await office.getByText('The server keeps it up to date.').waitFor();
  await untilCurrent();
});

test('[WB234] a tablet is enrolled, fetches the site, and opens it with everything killed', async () => {
  await press(office, 'Sign out');
  await office.getByLabel('E-mail').waitFor();
  await signIn(author);
  await office.goto('/office/settings/devices');
  await office.getByRole('button', { name: 'Enrol a tablet' }).first().click();
  await office.getByLabel('Name of the tablet').fill('Gate tablet');
  await press(office, 'Make the code');
  const code = await office.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText();
  await press(office, 'Done');
  tablet = await day.startTablet();
  await tablet.goto(`/field/enrol#${code}`);
  await press(tablet, 'Start work');
  await tablet.getByText('0 of 3').waitFor();
  await tablet.evaluate('navigator.serviceWorker.ready');
  await day.killServer();
  tablet = await day.startTablet();
  await tablet.goto('/field');
  await tablet.getByText('0 of 3').waitFor();
});

test('[WB234] without a server a hazard is edited, three sign, an incident gets a photo', async () => {
  await tablet.goto(`/field/d/${id}/hazards`);
  await tablet.getByRole('link', { name: 'Edit' }).click();
  await tablet.getByLabel('Description').fill('No rail at the edge');
  await tablet.getByText('Saved here').waitFor();
  await tablet.goto(`/field/d/${id}/brief`);
  for (const name of crew) {
    await tablet.getByRole('link', { name: 'Sign', exact: true }).click();
    await tablet.getByRole('heading', { name }).waitFor();
    await draw(tablet);
    await press(tablet, 'Done');
    // Until then the next one to sign may be the one who has just signed.
    await tablet
      .locator('a.row', { hasText: name })
      .getByText(/^Signed/)
      .waitFor();
  }
  await tablet.goto('/field/report');
  await press(tablet, 'Near miss');
  await tablet.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await tablet.getByText('The photo is kept').waitFor();
  await press(tablet, 'Go on', 'On the site');
  await tablet.getByText('Saved on this tablet, sent first').waitFor();
  const second = await tablet.context().newPage();
  await second.goto('/field');
  await second.getByText('3 of 3').waitFor();
  await second.locator('a.chip').click();
  await second.getByText('Sign-off, Aisha Rahman').waitFor();
  await second.getByText('Storage is protected').waitFor();
  await second.close();
});

test('[WB234] the server is back: the office edits the hazard first, and all the work arrives', async () => {
  const { receiver } = day;
  const isSignoff = ({ body }: { readonly body: Buffer }): boolean => body.includes('"signoff.recorded"');
  const signoffs = () => receiver.requests.filter(isSignoff);
  // Every try of the first one, until `isDeployed`.
  receiver.answer((request) =>
    !isDeployed && signoffs()[0]?.body.equals(request.body) ? { status: 503, body: 'being deployed' } : 200,
  );
  await tablet.context().setOffline(true);
  await day.startServer();
  await office.goto(`/office/documents/${id}/edit`);
  await office.getByText('Fall from the slab edge', { exact: true }).click();
  await office.getByLabel('What can happen').fill('Two rails at the edge');
  await office.keyboard.press('Tab');
  await office.getByText('Everything is saved.').waitFor();
  await office.goto(`/office/documents/${id}/signoffs`);
  await office.getByText('0 of 3').waitFor();
  await tablet.context().setOffline(false);
  await tablet.goto('/field/sending');
  await press(tablet, 'Try to send now');
  await tablet.getByRole('main').getByText('Nothing waits').waitFor();
  await tablet.getByText(/All sent/).waitFor();
  await office.getByText('3 of 3').waitFor(); // by itself
  const { data: versions } = await reply<{ data: { content_hash: string }[] }>(`documents/${id}/versions`);
  for (const name of crew) {
    await office.getByRole('link', { name, exact: true }).click();
    const evidence = office.getByRole('dialog');
    await evidence.getByText('Hashes', { exact: true }).click();
    await evidence.getByText(versions[0]?.content_hash ?? 'no hash', { exact: true }).waitFor();
    await office.keyboard.press('Escape');
    await evidence.waitFor({ state: 'detached' });
  }
  await office.goto('/office/incidents');
  await office.locator('main a.title').first().click();
  await office.getByText('Near miss').first().waitFor();
  const { data: incidents } = await reply<{ data: { photos: unknown[] }[] }>('incidents');
  expect(incidents.map(({ photos }) => photos.length)).toEqual([1]);
});

test('[WB234] the conflict is settled, and a failed delivery is sent again from its log', async () => {
  const { receiver } = day;
  await office.getByRole('link', { name: 'To settle' }).click();
  await office.getByText('Two rails at the edge').first().waitFor();
  const other = office.locator('section.value', { has: office.getByRole('button', { name: 'Take this' }) });
  const taken = await other.getByRole('paragraph').innerText();
  await press(office, 'Take this');
  await office.getByText('No two people wrote different values.').waitFor();
  await tablet.goto(`/field/d/${id}/hazards`);
  await tablet.getByRole('link', { name: 'Edit' }).click();
  const shown = async (): Promise<string> => {
    await tablet.reload();
    return tablet.getByLabel('Description').inputValue();
  };
  await expect.poll(shown).toBe(taken);
  await receiver.waitFor(() => receiver.requests.filter(({ body }) => body.includes('signoff.recorded')).length >= 3);
  await office.goto('/office/settings/webhooks');
  // Its schedule may try once more meanwhile, and is not taken either.
  await office
    .getByRole('row', { name: /signoff\.recorded.*, next/ })
    .getByRole('link')
    .click();
  await office.getByText('being deployed').first().waitFor();
  await office.getByRole('button', { name: 'Retry now' }).click();
  await office
    .getByText(/Try \d+, by hand/)
    .first()
    .waitFor();
  isDeployed = true;
  await office.getByRole('button', { name: 'Retry now' }).click();
  await office
    .locator('section:has(> h3)', { has: office.getByText('200', { exact: true }) })
    .getByText(/Try \d+, by hand/)
    .waitFor();
});

test('[WB234] a revoked tablet says so, and the file has been made again with the signatures', async () => {
  await office.goto('/office/settings/devices');
  await press(office, 'Revoke');
  await look(office, 'revoke');
  await press(office, 'Revoke tablet');
  await office.getByText('Switched off: 1').waitFor();
  await tablet.goto('/field/sending');
  await press(tablet, 'Try to send now');
  await tablet.getByText('This tablet is switched off').first().waitFor();
  await office.goto(`/office/documents/${id}/export`);
  await untilCurrent();
  const { data: files } = await reply<{ data: { trigger: string }[] }>(`documents/${id}/exports`);
  expect(files.map(({ trigger }) => trigger)).toEqual(['reconciled', 'reconciled']);
});

test('[WB233] [WB9] axe-core finds nothing on these screens and their dialogs', async () => {
  await office.goto('/office/settings/tokens');
  await press(office, 'Make a token');
  await look(office, 'add-token');
  await office.keyboard.press('Escape');
  await office.getByRole('dialog').waitFor({ state: 'detached' });
  await office.getByRole('heading', { level: 1 }).click();
  await office.keyboard.press('?');
  await office.getByRole('heading', { name: 'Keys' }).waitFor();
  await look(office, 'keys');
  await office.keyboard.press('Escape');
  await office.setViewportSize({ width: 390, height: 844 });
  await press(office, 'More');
  await office.getByRole('navigation', { name: 'More' }).waitFor();
  await look(office, 'more-rooms');
  expect(findings).toEqual([]);
});
