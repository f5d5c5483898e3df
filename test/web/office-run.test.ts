/** Running the office, in a real browser against one real server: permits and settings. Each test goes on where the one before it stopped. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { noteDrill } from '../../server/base/last-backup.ts';
import { openMailbox, type Mailbox } from '../kit/mailbox.ts';
import { findings, look } from './support/look.ts';
import { reviewMoved } from './support/moved-review.ts';
import { switchesKeys } from './support/walk-by-keys.ts';
import { showsRisk } from './support/home-walk.ts';
import { enrolsBeside, movesTablet, tellsClock } from './support/tablet-clock.ts';
import { recordGas } from './support/permit-forms.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';
import { saysThatItIsOld } from './support/lost-link.ts';
import { endsEndpoint, sendsHeld, showsSent } from './support/run-endpoint.ts';
import { boardIsSorted, countsByServer, keepsTimes, readsChanges } from './support/permit-walk.ts';

let office: OpenOffice;
let rest: RestClient;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  office = await openEmptyOffice({ SMTP_URL: mailbox.url, MAIL_FROM: 'sitefile@lindqvist.example' });
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  const project = await rest.createProject({ body: { name: 'Kingsmead Quarter', status: 'active' } });
  await rest.createSite({ body: { project_id: project.id, name: 'Block C tower' } });
  await rest.createWorker({ body: { name: 'Luke Farrell' } });
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(async () => {
  await office[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

/** Opens the form of an action, fills it, and sends it. */
async function say(verb: string, fields: Readonly<Record<string, string>> = {}, last = verb): Promise<void> {
  const { page } = office;
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  // all() takes what is drawn at that moment, and waits for nothing.
  await dialog.waitFor();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: last, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** As a field for date and time takes it. */
function local(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

test('[WB170] a permit is written, issued, worked through and closed in the office', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Permits' }).click();
  await page.getByText('No permit is open.').waitFor();
  await page.getByRole('link', { name: 'New permit' }).first().click();
  await page.getByLabel('Site', { exact: true }).selectOption({ label: 'Block C tower · Kingsmead Quarter' });
  await page.getByLabel('Place').fill('Plant room');
  await page.getByLabel('Work', { exact: true }).fill('Weld the new flange.');
  await page.getByLabel('Valid from').fill(local(-10));
  await page.getByLabel('Valid to').fill(local(40));
  await page.getByRole('button', { name: 'Add isolation' }).click();
  await page.keyboard.type('Board DB3');
  await page.getByLabel(/^Gas is tested/).check();
  await look(page, 'permit-new');
  await page.getByRole('button', { name: 'Ask for the permit' }).click();
  await say('Issue');
  await say('Accept', { 'Who holds it?': 'Luke Farrell' });
  await say('Open the permit');
  await say('Record an isolation', {}, 'It is isolated');
  await recordGas(page);
  await page.getByText('Stopped: Gas outside the limits').waitFor();
  await look(page, 'permit-suspended');
  await say('Resume');
  await say('Extend', { 'Valid to': local(120) });
  await page.getByText(/^(1 h \d\d|2 h 00)$/).waitFor();
  await say('Start the fire watch');
  await say('Work is finished');
  await page.getByRole('button', { name: 'End the fire watch' }).click();
  await page.getByText('0 of 60 min count').waitFor();
  await page.getByRole('button', { name: 'Back in service' }).click();
  await page.getByText('In service since').waitFor();
  await page.getByRole('button', { name: 'Close the permit' }).click();
  await page.getByText('the fire watch had 0 of 60 minutes').waitFor();
  await look(page, 'permit-close');
  await page.keyboard.press('Escape');
  await say('Close the permit', { 'Who accepts it?': 'Ann Lee', 'Why is it safe?': 'The steel is cold.' });
  const [row] = (await rest.listPermits()).data;
  const permit = await rest.getPermit({ permit: row?.id ?? '' });
  expect(permit.log.map(({ action, by }) => `${action} ${by.name}`)).toEqual([
    'request Rosa Lindqvist',
    'authorise Rosa Lindqvist',
    'accept Luke Farrell',
    'open Luke Farrell',
    'record_isolation Rosa Lindqvist',
    'record_gas_test Luke Farrell',
    'resume Rosa Lindqvist',
    'extend Rosa Lindqvist',
    'start_fire_watch Luke Farrell',
    'work_complete Luke Farrell',
    'end_fire_watch Luke Farrell',
    'reinstate_isolation Rosa Lindqvist',
    'close Luke Farrell',
  ]);
  expect([permit.state, permit.closure_exception?.accepted_by?.name]).toEqual(['closed', 'Ann Lee']);
});

test('[WB171] the board has the worst permit first, each with the one thing to do next', () =>
  boardIsSorted(office.page, rest));

test('[WB402] a permit counts down right on a computer whose clock is wrong, which is said', () =>
  countsByServer(office.page));

test('[WB370] nobody issues or accepts a permit before they read what others changed in it', () =>
  readsChanges(office.page, rest));

test('[WB372] a time of a permit that nobody writes stays, and the zone of the others is named', () =>
  keepsTimes(office.page, rest));

test('[WB177] a setting that there is not is named as such', async () => {
  const { page } = office;
  await page.goto('/office/settings/nothing');
  await page.getByText('There is no setting here.').waitFor();
});

test('[WB178] the settings tell what is kept and deleted, and for how many years', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Retention' }).click();
  await page.getByText('Webhook deliveries that ended').waitFor();
  await page.getByLabel('Years that sign-offs are kept').fill('40');
  await page.getByRole('button', { name: 'Save the years' }).click();
  await page.getByText('Saved.').waitFor();
  await look(page, 'settings-retention');
});

test('[WB179] the settings tell of the last backup and restore drill, and how to make them', async () => {
  const { page } = office;
  await noteDrill(office.environment['DATA_DIR'] ?? '', { made_at: '2026-11-20T06:00:00.000Z', folder: '/backups' });
  await page.getByRole('link', { name: 'Backup' }).click();
  await page.getByText('No backup was made yet').waitFor();
  await page.getByText(/20 Nov/).waitFor();
  await look(page, 'settings-backup');
});

test('[WB180] the settings tell how people sign in here', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await page.getByText('Sent by e-mail, good once').waitFor();
  await look(page, 'settings-sign-in');
});

test('[WB403] keys of a single character are switched off, and on again', () => switchesKeys(office.page));

test('[WB181] minutes, limits and switches of the organisation are changed', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'Organisation' }).click();
  await page.getByLabel('Minutes of fire watch').fill('45');
  await page.getByRole('button', { name: 'Save minutes and hours' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('Understanding check before signing').selectOption('required');
  await page.getByLabel(/But a person on their own may/).check();
  await page.getByLabel(/^RAMS/).fill('12');
  await page.getByRole('button', { name: 'Save the limits and months' }).click();
  await page.getByLabel('Days without the server, at most').fill('3');
  await page.getByRole('button', { name: 'Save languages and days' }).click();
  const settings = async () => (await rest.getOrganisation()).settings;
  await expect.poll(settings).toMatchObject({
    allow_self_approval: true,
    document_review_interval_months: { rams: 12 },
    signoff: { understanding_check: 'required', retention_years: 40, max_silent_days: 3 },
    permit: { hot_work_fire_watch_minutes: 45, max_duration_hours: { hot_work: 10, default: 24 } },
  });
  await look(page, 'settings-organisation');
});

test('[WB182] name and role of a user are changed', async () => {
  const { page } = office;
  const dialog = page.getByRole('dialog');
  await rest.createUser({ body: { name: 'Ada', email: 'ada@lindqvist.example', role: 'viewer' } });
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('listitem').filter({ hasText: 'ada@' }).getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Name').fill('Ada Whitlock');
  await dialog.getByLabel('Role').selectOption('manager');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ada Whitlock is changed.').waitFor();
  const [ada] = (await rest.listUsers({ query: { role: 'manager' } })).data;
  expect(ada?.name).toBe('Ada Whitlock');
});

let tablet = '';
test('[WB404] the devices page says how far the clock of a tablet is off', async () => {
  tablet = await tellsClock(office.page, rest);
});

test('[WB436] a tablet is enrolled beside the list', () =>
  enrolsBeside(office.page, 'Crane tablet', 'Kingsmead Quarter'));

test('[WB183] a tablet is renamed, and a code gives the projects that were chosen', async () => {
  const { page } = office;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByLabel('Name of the tablet').fill('Gate tablet');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Crane tablet' }).getByText('Waiting').waitFor();
  await look(page, 'settings-devices');
  expect((await rest.getToken({ token: tablet })).name).toBe('Gate tablet');
});

test('[WB439] a tablet is moved to other projects', () => movesTablet(office.page, rest, tablet));

test('[WB435] home shows risk and silent tablets', () => showsRisk(office, rest, tablet));

test('[WB185] a token gets some permissions of its role, and some addresses', async () => {
  const { page } = office;
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await dialog.getByLabel('What is it for?').fill('Payroll');
  await dialog.getByLabel('Only some of what this role may do').check();
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await dialog.getByText('Choose at least one.').waitFor();
  await dialog.getByLabel('workers:read').check();
  await dialog.getByLabel('From which addresses?').fill('192.0.2.0/24');
  await look(page, 'settings-token');
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('only workers:read · from 192.0.2.0/24').waitFor();
});

test('[WB184] an endpoint is paused, started again, and sends what was held', () => sendsHeld(office, rest));

test('[WB457] a delivery shows what was sent beside what was answered', () => showsSent(office));

test('[WB184] an endpoint gets a new secret, and is deleted', () => endsEndpoint(office));

test('[WB187] J and K move in a list', async () => {
  const { page } = office;
  await page.goto('/office/documents');
  const link = page.getByRole('main').locator('tbody').getByRole('link').first();
  await link.waitFor();
  await page.keyboard.press('j');
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('[WB333] nobody approves what they were not shown, nor loses a word', () => reviewMoved(office.page));

test('[WB186] the link that signs in comes by e-mail', async () => {
  const { page } = office;
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  const link = (): string | undefined => /https?:\S+sign-in#\S+/.exec(mailbox.mails.at(-1)?.text ?? '')?.[0];
  await expect.poll(link).toBeTruthy();
  expect(mailbox.mails.at(-1)?.to).toEqual(['rosa@lindqvist.example']);
  await page.goto(link() ?? '');
  await page.getByRole('complementary').getByText('Rosa Lindqvist').waitFor();
});

test('[WB371] a page says that it is old while the server is gone or the session is over', () =>
  saysThatItIsOld(office, rest));

test('[WB9] axe-core finds nothing on these screens either', () => {
  expect(findings).toEqual([]);
});
