/** Running the office, in a real browser against one real server: permits and settings. Each test goes on where the one before it stopped. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { findings, look } from './support/look.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let rest: RestClient;
beforeAll(async () => {
  office = await openOffice();
  const { page, app } = office;
  rest = restClient({ server: app.url, token: app.newAdminToken ?? '' });
  await page.goto('/office');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  await page.getByLabel('Your name').fill('Rosa Lindqvist');
  await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByText('Nothing needs you.').waitFor();
  const project = await rest.createProject({ body: { name: 'Kingsmead Quarter', status: 'active' } });
  await rest.createSite({ body: { project_id: project.id, name: 'Block C tower' } });
  await rest.createWorker({ body: { name: 'Luke Farrell' } });
});
afterEach(async ({ task }) => {
  const { page } = office;
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => office[Symbol.asyncDispose]());

/** Opens the form of an action, fills it, and sends it. */
async function say(verb: string, fields: Readonly<Record<string, string>> = {}, last = verb): Promise<void> {
  const { page } = office;
  await page.getByRole('main').getByRole('button', { name: verb, exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
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
  await say('Record a gas test', { 'Flammable gas': '14' }, 'Record it');
  await page.getByText('Stopped: Gas outside the limits').waitFor();
  await look(page, 'permit-suspended');
  await say('Resume');
  await say('Extend', { 'Valid to': local(120) });
  await page.getByText(/^1 h \d\d$/).waitFor();
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

test('[WB171] the board has the worst permit first, each with the one thing to do next', async () => {
  const { page } = office;
  const by = { id: null, name: 'Ann Lee' };
  const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
  for (const [location, end] of [
    ['Roof', 300],
    ['Yard', 20],
  ] as const) {
    const body = { permit_type: 'dig', location, valid_from: at(-60), valid_to: at(end) } as const;
    const { id: permit } = await rest.createPermit({ body });
    await rest.requestPermit({ permit, body: {} });
    if (location === 'Roof') continue;
    await rest.authorisePermit({ permit, body: {} });
    await rest.acceptPermit({ permit, body: { by } });
    await rest.openPermit({ permit, body: { by } });
  }
  await page.goto('/office/permits');
  const verbs = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^(Extend|Issue)$/ });
  await verbs.nth(1).waitFor();
  expect(await verbs.allInnerTexts()).toEqual(['Extend', 'Issue']);
  await verbs.first().click();
  await page.getByRole('dialog', { name: 'Extend' }).waitFor();
});

test('[WB9] axe-core finds nothing on these screens either', () => {
  expect(findings).toEqual([]);
});
