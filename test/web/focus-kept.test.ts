/** Work in the office by the keyboard alone, where what was pressed goes away: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { Authenticator } from './support/authenticator.ts';
import { expectFocusIn, expectFocusOn, pressByKey } from './support/by-keys.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { loseAnswer } from './support/lost-answers.ts';
import type { OpenOffice } from './support/open-office.ts';
import { openBrowser } from './support/session.ts';

let office: OpenOffice;
let rest: RestClient;
// Browsers take passkeys from this name.
inOffice(
  () => openEmptyOffice({ HOST: 'localhost' }),
  (opened) => {
    office = opened;
    rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  },
);

const button = (name: string) => office.page.getByRole('button', { name, exact: true }).first();
const region = (name: string) => office.page.getByRole('region', { name, exact: true });

/** With one card, on the page of its worker. */
async function openWorker(): Promise<string> {
  const { id: worker } = await rest.createWorker({ body: { name: 'Ann Lee' } });
  await rest.addWorkerCard({ worker, body: { scheme: 'CSCS', card_number: '1', expires_on: '2099-01-01' } });
  await office.page.goto(`/office/people/${worker}`);
  return worker;
}

/** With one hazard, which is open. */
async function openHazard() {
  const { page } = office;
  const { id: document } = await rest.createDocument({ body: { title: 'Scaffold', document_type: 'rams' } });
  const { id } = await rest.createHazard({ document, body: { name: 'Fall' } });
  await page.goto(`/office/documents/${document}/edit`);
  const entry = page.locator(`#entry-${id}`);
  await entry.locator('summary').click();
  return { document, id, entry };
}

test('[WB578] the last card that is removed, and Undo, leave the focus at the cards', async () => {
  await openWorker();
  await pressByKey(button('Remove'));
  await office.page.getByText('No cards are known.').waitFor();
  await expectFocusIn(region('Cards'));
  await pressByKey(button('Undo'));
  await button('Remove').waitFor();
  await expectFocusIn(region('Cards'));
});

test('[WB578] a message that ends while it has the focus gives it back', async () => {
  const { page } = office;
  await openWorker();
  await page.clock.install();
  await pressByKey(button('Remove'));
  await button('Undo').waitFor();
  await button('Add a card').focus();
  await button('Undo').focus();
  await page.clock.runFor(11_000);
  await expectFocusOn(button('Add a card'));
  await page.clock.resume();
});

test('[WB578] a dialog that has done its work gives the focus back', async () => {
  const { page } = office;
  await openWorker();
  await pressByKey(button('Add a card'));
  await page.getByLabel('Number').fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('The card is kept.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocusOn(button('Add a card'));
});

test('[WB578] Bring it back and Save again leave the focus where they were', async () => {
  const { page } = office;
  const { document, id, entry } = await openHazard();
  await entry.getByLabel('What can happen').fill('They fall');
  await rest.removeHazard({ document, id });
  await page.keyboard.press('Tab');
  await page.getByText('1 field is not saved.').waitFor();
  await pressByKey(button('Bring it back'));
  await button('Bring it back').waitFor({ state: 'detached' });
  await expectFocusIn(entry);
  await pressByKey(button('Save again'));
  await page.getByText('Everything is saved.').waitFor();
  await expectFocusIn(page.getByRole('main'));
});

test('[WB578] a review that is asked for again leaves the focus at the submission', async () => {
  const { page } = office;
  const { id: project } = await rest.createProject({ body: { name: 'Mill Lane' } });
  const firm = { name: 'Roofers', contact_email: 'jo@roofers.example', send_mail: false };
  const { id: contractor, submission } = await rest.inviteContractor({ project, body: firm });
  await rest.acceptSubmission({ submission: submission.id, body: {} });
  await rest.submitSubmission({ submission: submission.id, body: { papers: [{ name: 'Roof plan' }] } });
  await page.goto(`/office/contractors/${contractor}`);
  await loseAnswer(page, 'submissions/*/begin-review', 'Begin the review');
  await pressByKey(button('Ask again'));
  await button('Accept').waitFor();
  await expectFocusIn(region('Mill Lane'));
  await loseAnswer(page, 'submissions/*/review', 'Accept');
  await pressByKey(button('Ask again'));
  await button('Accept').waitFor({ state: 'detached' });
  await expectFocusIn(region('Mill Lane'));
});

test('[WB578] the last passkey that is removed leaves the focus at the passkeys', async () => {
  const { page, app, environment } = office;
  const link = ['sign-in', 'link', '--email', 'rosa@lindqvist.example'];
  const { stdout } = await run(link, { DATA_DIR: environment['DATA_DIR'] ?? '' });
  const { signIn } = openBrowser(app.url);
  await signIn.signIn({ body: { link: stdout.split('#').at(-1)?.trim() ?? '' } });
  const { challenge } = await signIn.startPasskey({});
  await signIn.createPasskey({ body: { name: 'Laptop', credential: new Authenticator(app.url).create(challenge) } });
  await page.goto('/office/settings/sign-in');
  await pressByKey(region('Passkeys').getByRole('button', { name: 'Remove' }));
  await page.getByText('With a passkey, signing in needs').waitFor();
  await expectFocusIn(region('Passkeys'));
  await pressByKey(region('Where you are signed in').getByRole('button', { name: 'Sign out', exact: true }));
  await page.getByText(/^Signed out of/).waitFor();
  await expectFocusIn(region('Where you are signed in'));
});

test('[WB578] signing out that did not come through leaves the focus at its button', async () => {
  const { page } = office;
  await page.goto('/office/people');
  await page.route('**/api/v1/sessions/current', (route) => route.abort());
  await pressByKey(button('Sign out'));
  await page.getByText(/^You may still be signed in here\./).waitFor();
  await expectFocusOn(button('Sign out'));
  await page.unrouteAll();
});

test('[WB578] a form that was refused gives the focus back to its field', async () => {
  const { page } = office;
  await openWorker();
  await pressByKey(button('Add a card'));
  const number = page.getByLabel('Number');
  await number.fill('2');
  const held = Promise.withResolvers<void>();
  const refusal = { status: 403, json: { code: 'forbidden', status: 403, detail: 'no' } };
  await page.route('**/api/v1/workers/*/cards', (route) => held.promise.then(() => route.fulfill(refusal)));
  await page.keyboard.press('Enter');
  // While it waits, what is around the field has it.
  await page.locator('[data-stand-in]:focus').waitFor();
  held.resolve();
  await page.getByRole('dialog').getByText('You may not see or do this.').waitFor();
  await expectFocusOn(number);
  await page.unrouteAll();
});

test('[WB579] who clicked elsewhere before it went away has the focus nowhere', async () => {
  const { page } = office;
  const worker = await openWorker();
  await button('Remove').focus();
  await page.getByText('Lindqvist Scaffolding').first().click();
  const active = () => page.evaluate(() => document.activeElement?.tagName);
  expect(await active()).toBe('BODY');
  const [card] = (await rest.getWorker({ worker })).competence_cards;
  await rest.removeWorkerCard({ worker, card: card?.id ?? '' });
  await page.getByText('No cards are known.').waitFor();
  await rest.updateWorker({ worker, body: { name: 'Ann Leigh' } });
  await page.getByRole('heading', { level: 1, name: 'Ann Leigh' }).waitFor();
  expect(await active()).toBe('BODY');
});

test('[WB579] no field gets the focus in place of a message, so that no keyboard opens', async () => {
  const { page } = office;
  const { entry } = await openHazard();
  await pressByKey(entry.getByRole('button', { name: 'Remove', exact: true }));
  await page.locator('#add-hazards input:focus').waitFor();
  await pressByKey(button('Undo'));
  await entry.waitFor();
  await expectFocusOn(page.locator('#add-hazards .field').first());
});

test('[WB579] a screen that is gone to has the focus on its title, whatever went away', async () => {
  const { page } = office;
  await openWorker();
  await pressByKey(page.getByRole('main').locator('..').getByRole('link', { name: 'People' }));
  const title = page.getByRole('heading', { level: 1, name: 'People' });
  await expectFocusOn(title);
  await page.getByRole('link', { name: 'Ann Lee' }).first().waitFor();
  await expectFocusOn(title);
});
