/** What home and the audit log show of an organisation that has more of it than fits, in a real browser against one real server. */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { commit } from '../../server/commit/commit.ts';
import { run } from '../cli/terminal.ts';
import { inOffice } from './support/in-office.ts';
import { listsConditions } from './support/home-conditions.ts';
import { listsSubmissions } from './support/home-submissions.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';
import { by, closesNext, finishWork, hours, listsChecks, panel, writePermit } from './support/running-permits.ts';
import { listsUnclosed } from './support/unclosed-permits.ts';

let office: OpenOffice;
let rest: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

const days = (count: number): string => hours(24 * count).slice(0, 10);

async function addPeople(name: string, count: number, expires: number, active = true): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const card = { scheme: 'CSCS', card_number: `${name} ${i}`, expires_on: days(expires - i) } as const;
    await rest.createWorker({ body: { name: `${name} ${i}`, active, competence_cards: [card] } });
  }
}

test('[WB478] home lists what runs out apart from what has, of those who are there', async () => {
  const { page } = office;
  await addPeople('Left', 9, -100, false);
  await addPeople('Old', 9, -100);
  await addPeople('Due', 10, 25);
  for (const [name, active] of [
    ['Firm', true],
    ['Former firm', false],
  ] as const)
    await rest.createContractor({ body: { name, active, insurance: { expires_on: days(3) } } });
  await page.goto('/office');
  const due = panel(page, 'Running out');
  await due.locator('header').getByText('11', { exact: true }).waitFor();
  expect(await due.getByRole('listitem').first().innerText()).toContain('Insurance, Firm');
  expect(await due.getByRole('listitem').nth(1).innerText()).toContain('Due 10');
  await due.getByText('3 more', { exact: true }).click();
  await due.getByText('CSCS, Due 1', { exact: true }).waitFor();
  const expired = panel(page, 'Expired');
  await expired.locator('header').getByText('9', { exact: true }).waitFor();
  expect(await expired.getByRole('listitem').first().innerText()).toContain('Old 1');
  await expired.getByText('1 more', { exact: true }).waitFor();
  expect(await page.getByText(/Left \d|Former firm/).count()).toBe(0);
  await look(page, 'home-expiry');
});

test('[WB482] from what runs out, home leads to a list of all that it counts', async () => {
  const { page } = office;
  const cards = [
    { scheme: 'CSCS', card_number: '1', expires_on: days(5) },
    { scheme: 'IPAF', card_number: '2', expires_on: days(-5) },
    { scheme: 'PASMA', card_number: '3', expires_on: days(300) },
  ] as const;
  await rest.createWorker({ body: { name: 'Kit Moss', competence_cards: [...cards] } });
  await page.goto('/office');
  const due = panel(page, 'Running out');
  await due.locator('header').getByText('12', { exact: true }).waitFor();
  await panel(page, 'Expired').locator('header').getByText('10', { exact: true }).waitFor();
  await due.getByRole('link', { name: 'All cards and papers' }).click();
  const both = panel(page, 'People').getByRole('listitem').filter({ hasText: 'Kit Moss' });
  await both.getByText(/^CSCS until /).waitFor();
  await both.getByText(/^IPAF expired /).waitFor();
  const firm = panel(page, 'Contractors').getByRole('listitem');
  await firm.getByText(/^Insurance until /).waitFor();
  await look(page, 'people-running-out');
  expect(
    await page
      .getByRole('main')
      .getByText(/ (until|expired|ran out) \d/)
      .count(),
  ).toBe(22);
  expect(await page.getByText(/Left \d|Former firm|PASMA/).count()).toBe(0);
  await firm.getByRole('link', { name: 'Firm' }).click();
  await page.getByRole('heading', { name: 'Firm', exact: true }).waitFor();
});

test('[WB479] home has each permit that waits, and each fire watch, for who may act', async () => {
  const { page } = office;
  await writePermit(rest, 'Gate');
  const [watched, unwatched, done] = [
    await writePermit(rest, 'Roof'),
    await writePermit(rest, 'Yard'),
    await writePermit(rest, 'Deck'),
  ];
  for (const permit of [watched, unwatched, done]) await finishWork(rest, permit);
  await rest.startFireWatch({ permit: watched, body: { at: hours(-2), by } });
  await rest.startFireWatch({ permit: done, body: { at: hours(-2), by } });
  await rest.endFireWatch({ permit: done, body: { at: hours(-0.5), by } });
  const { id: document } = await rest.createDocument({ body: { title: 'Slab pour', document_type: 'rams' } });
  const [who, hazard] = [{ name: 'Cy Poe' }, { name: 'Noise', severity_before: 2, likelihood_before: 2 }];
  await rest.createHazard({ document, body: hazard });
  await rest.createPersonnelEntry({ document, body: who });
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  await rest.recordSignoff({ document, body: { worker: who } });
  await rest.revise({ document, body: {} });
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  await page.goto('/office');
  const running = panel(page, 'Open and running');
  await running.getByText('Roof: fire watch under way').waitFor();
  await running.getByText('Yard: fire watch not done').waitFor();
  await running.getByText('Deck: checks after the fire watch').waitFor();
  const issue = panel(page, 'Waiting for a decision').getByRole('listitem').filter({ hasText: 'Gate' });
  await panel(page, 'Brief again').getByRole('link', { name: 'Ask to brief' }).waitFor();
  await look(page, 'home-permits');
  await issue.getByRole('link', { name: 'Issue' }).click();
  await page.getByRole('dialog', { name: 'Issue' }).waitFor();

  const viewer = await signedIn('Vera', 'viewer');
  await panel(viewer, 'Brief again').getByRole('link', { name: 'Open' }).waitFor();
  expect(await viewer.getByRole('link', { name: /^(Ask to brief|Issue|Review)$/ }).count()).toBe(0);
  await viewer.context().close();
});

test('[WB670] home has each document with a condition past its day, until it is met', async () =>
  listsConditions(office.page, await signedIn('Ida', 'viewer'), rest));

test('[WB671] home and the rail have what contractors handed in, and lead to it', () =>
  listsSubmissions(office.page, rest));

test('[WB502] home has each permit whose checks after the fire watch are due', () => listsChecks(office.page, rest));

test('[WB531] home has a permit after its work until it is closed, with what is missing', () =>
  listsUnclosed(office.page, rest));

test('[WB503] closing is the next step of a permit only where nothing is missing', () => closesNext(office.page));

test('[WB481] home asks for a decision only those who may take it', async () => {
  const { page, app } = office;
  const written = { title: 'Lift of beams', document_type: 'rams' } as const;
  const [{ id: reviewed }, { id: document }] = [
    await rest.createDocument({ body: written }),
    await rest.createDocument({ body: written }),
  ];
  await rest.submitReview({ document: reviewed, body: {} });
  const { id: hazard } = await rest.createHazard({ document, body: { name: 'Crane overturns' } });
  const { organisation } = await rest.getMe();
  const actor = { organisationId: organisation.id, id: 'tablet', name: 'Gate tablet', role: 'device' } as const;
  const edit = {
    op: 'patch',
    kind: 'hazard',
    id: hazard,
    set: { name: 'Crane tips' },
    was: { name: 'Crane' },
  } as const;
  await commit(app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [edit]);
  const asked = (shown: Page) => shown.getByRole('link', { name: /^(Review|Settle|New document)$/ });
  await page.goto('/office');
  await panel(page, 'Waiting for a decision').getByText('Lift of beams').waitFor();
  expect(await asked(page).allInnerTexts()).toEqual(['New document', 'Review', 'Settle']);

  const viewer = await signedIn('Wanda', 'viewer');
  await panel(viewer, 'Open and running').waitFor();
  expect(await asked(viewer).count()).toBe(0);
  expect(await panel(viewer, 'Waiting for a decision').count()).toBe(0);
  await viewer.context().close();
});

test('[WB508] home counts a wait from when it began, whatever changed since', async () => {
  const { page } = office;
  const { id: document } = await rest.createDocument({ body: { title: 'Pile caps', document_type: 'toolbox_talk' } });
  await rest.submitReview({ document, body: { imported: { by: { name: 'Ann Lee' }, at: hours(-75) } } });
  await writePermit(rest, 'Plant room');
  await page.goto('/office');
  const waits = panel(page, 'Waiting for a decision').getByRole('listitem');
  await waits.filter({ hasText: 'Pile caps' }).getByText('3 days', { exact: true }).waitFor();
  await waits.filter({ hasText: 'Plant room' }).getByText('3 h', { exact: true }).waitFor();
});

test('[WB509] the risk on home follows the last change, also when it is quiet then', async () => {
  const talk = async (title: string) => {
    const { id: document } = await rest.createDocument({ body: { title, document_type: 'toolbox_talk' } });
    for (const name of ['Noise', 'Dust']) await rest.createHazard({ document, body: { name } });
    await rest.submitReview({ document, body: {} });
  };
  await talk('First of today');
  const manager = await signedIn('Mona', 'manager');
  await manager.clock.install();
  await manager.goto('/office');
  const told = panel(manager, 'Risk before and after controls').getByText(/^\d+ hazards$/);
  const count = async (): Promise<number> => Number.parseInt(await told.innerText(), 10);
  const before = await count();
  await talk('Last of today');
  await panel(manager, 'Waiting for a decision').getByText('Last of today').waitFor();
  expect(await count()).toBe(before);
  await manager.clock.fastForward(61_000);
  await expect.poll(count).toBe(before + 2);
  await manager.context().close();
});

test('[WB510] who may not write documents is offered nothing to write them with', async () => {
  const { id } = await rest.createDocument({ body: { title: 'Crane base', document_type: 'rams', template: true } });
  const viewer = await signedIn('Vito', 'viewer');
  await panel(viewer, 'Who is briefed').waitFor();
  for (const path of ['documents/new', `documents/${id}/edit`]) {
    await viewer.goto(`/office/${path}`);
    await viewer.getByText('Your role does not write documents.').waitFor();
    const writes = viewer.getByRole('main').locator('input, textarea, select, button, [href$="/review"].button');
    expect(await writes.count(), path).toBe(0);
  }
  await viewer.context().close();
});

async function signedIn(name: string, role: 'viewer' | 'manager'): Promise<Page> {
  const email = `${name.toLowerCase()}@lindqvist.example`;
  await rest.createUser({ body: { name, email, role } });
  const { stdout } = await run(['sign-in', 'link', '--email', email], office.environment);
  const options = { baseURL: office.app.url, locale: 'en-GB', viewport: { width: 1440, height: 900 } } as const;
  const page = await office.page.context().browser()?.newPage(options);
  if (!page) throw new Error('There is no browser.');
  await page.goto(`/office/sign-in#${stdout.split('#').at(-1)?.trim()}`);
  // The page uses the link once it is loaded; one that is left may not come to it.
  await page.getByRole('complementary').getByText(name).waitFor();
  return page;
}

/** Each change is an entry of the audit log. */
async function change(name: string, count: number): Promise<void> {
  const { organisation } = await rest.getMe();
  const { id } = await rest.createWorker({ body: { name: 'Changed' } });
  const actor = { organisationId: organisation.id, id: name, name, role: 'owner' } as const;
  for (let i = 0; i < count; i++)
    await commit(office.app.commitContext, { actor, origin: 'rest', requestId: 'test' }, [
      { op: 'patch', kind: 'worker', id, set: { name: `Changed ${i}` } },
    ]);
}

test('[WB480] the audit log is searched to its end, and stops when it is told to', async () => {
  const { page } = office;
  await change('Olga Old', 3);
  await change('Ned New', 1100);
  const log = panel(page, 'Who changed what');
  await page.goto('/office/settings/audit?who=Olga');
  await log.getByRole('listitem').nth(2).waitFor();
  await log.getByText('Every entry was looked through: 3 fit.').waitFor();
  expect(await log.getByRole('listitem').count()).toBe(3);
  await look(page, 'audit-searched');
  // The first contractor was added before all that; nobody has ever added a webhook.
  await page.getByLabel('Who', { exact: true }).fill('');
  await page.getByLabel('What', { exact: true }).selectOption('contractor');
  await log.getByText('Contractor added').nth(1).waitFor();
  await page.getByLabel('What', { exact: true }).selectOption('webhook');
  await log.getByText('Nothing fits these filters.').waitFor();

  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/audit?*before=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/office/settings/audit?who=Olga');
  await log.getByRole('progressbar').waitFor();
  expect(await log.getByText('Nothing fits these filters.').count()).toBe(0);
  await log.getByRole('button', { name: 'Stop' }).click();
  await log.getByText(/^Stopped after 500 entries, at /).waitFor();
  expect(await log.getByText('Nothing fits these filters.').count()).toBe(0);
  held.resolve();
  await log.getByRole('button', { name: 'Go on' }).click();
  await log.getByText('Every entry was looked through: 3 fit.').waitFor();
});

test('[WB483] the file of the audit log says how far it is, and can be stopped', async () => {
  const { page } = office;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/audit?*before=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/office/settings/audit?who=Olga');
  const log = panel(page, 'Who changed what');
  const save = log.getByRole('button', { name: 'Save as CSV' });
  let files = 0;
  page.on('download', () => files++);
  await save.click();
  await log.getByRole('progressbar', { name: /^500 entries read for the file, to / }).waitFor();
  await look(page, 'audit-file');
  await log.getByRole('button', { name: 'Stop the file' }).click();
  await expect.poll(() => save.getAttribute('aria-busy')).toBe('false');
  held.resolve();
  const saved = page.waitForEvent('download');
  await save.click();
  const lines = (await text(await (await saved).createReadStream())).trim().split('\r\n').slice(1);
  expect(files).toBe(1);
  expect(lines.map((line) => line.split(',')[2])).toEqual(['Olga Old', 'Olga Old', 'Olga Old']);
});

test('[WB9] axe-core finds nothing on home and in the audit log when they are full', () => {
  expect(findings).toEqual([]);
});
