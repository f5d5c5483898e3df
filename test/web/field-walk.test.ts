/** One walk with a tablet: a real browser, a real server that dies and comes back. Each test goes on where the one before it stopped. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  addsHazard,
  editsDraft,
  hasEdits,
  keepsWords,
  postponesVersion,
  suggestsTooLate,
  writesAgain,
} from './support/edit-draft.ts';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { findsAndComesBack, opensSheet, showsPhotos, showsSubstances } from './support/read-document.ts';
import { dot, draw, press, seen } from './support/tablet.ts';
import { tryPin } from './support/try-pin.ts';
import { watchPage } from './support/watch-page.ts';

const crew = ['Aisha Rahman', 'Luke Farrell', 'Marek Zieliński'];

let field: OpenField;
let page: Page;
beforeAll(async () => {
  field = await openField(crew);
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

async function restart(): Promise<void> {
  const context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
}

test('[WB44] [WB30] a tablet is enrolled by scanning the office’s code, and fetches its site', async () => {
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await field.film(url);
  await restart();
  await page.goto('/field/enrol#%E0%A4%A');
  await page.getByLabel('Code').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByText('This code is wrong').waitFor();
  await seen(page, 'enrol');
  await press(page, 'Scan the code');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  expect(page.url()).toBe(`${field.url}/field`);
  await page.getByText(`0 of ${crew.length}`).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
});

test('[WB33] the first screen stays within its budgets, and asks nothing of another server', async () => {
  const fresh = await page.context().newPage();
  const watched = watchPage(fresh, field.url);
  await fresh.goto('/field');
  await fresh.getByText(`0 of ${crew.length}`).waitFor();
  expect(await watched.weigh('script')).toBeLessThanOrEqual(200_000);
  expect(await watched.weigh('stylesheet')).toBeLessThanOrEqual(10_000);
  const worker = await (
    await fetch(`${field.url}/field-worker.js`, { headers: { 'accept-encoding': 'identity' } })
  ).bytes();
  expect(gzipSync(worker).length).toBeLessThanOrEqual(1000);
  expect(watched.faults).toEqual([]);
  await fresh.close();
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByRole('img', { name: 'The open edge at bay C4' }).waitFor();
  await page.getByRole('link', { name: 'All substances: 1' }).click();
  await page.getByRole('link', { name: 'Open the sheet: Primer, safety data sheet' }).waitFor();
  await page.goto('/field');
});

test('[WB31] with the server dead and the browser restarted, the app opens at today’s list', async () => {
  await field.stopServer();
  await restart();
  await page.goto('/field');
  await page.getByText(`0 of ${crew.length}`).waitFor();
  await seen(page, 'today');
});

test('[WB34] three workers sign with at most four taps each, with no server', async () => {
  await page.getByRole('link', { name: 'Brief', exact: true }).click(); // in the rail of a tablet
  await press(page, 'Who briefs?', 'Luke Farrell', 'A colleague');
  await page.getByLabel('Name of who translates').fill('Jan Nowak');
  await seen(page, 'who-briefs');
  await press(page, 'Done');
  for (const name of crew) {
    await page.getByText('Hand the tablet to').waitFor();
    await page.getByRole('link', { name: 'Sign', exact: true }).click(); // 1
    await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('button', { name: 'Gotowe' }).click();
    await page.getByText('Najpierw podpisz się na linii.').waitFor();
    if (name === crew[0]) await seen(page, 'sign');
    await draw(page); // 2
    await page.getByRole('button', { name: 'Gotowe' }).click(); // 3
    await page.getByRole('heading', { name: 'Crew briefing' }).waitFor();
  }
  const signed = page.getByText(/^Signed \d\d:\d\d/);
  await signed.nth(2).waitFor();
  await seen(page, 'briefing');
});

test('[WB35] an incident is reported in three taps, with no server, and no name is asked for', async () => {
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('heading', { name: 'What happened?' }).waitFor();
  await seen(page, 'report');
  await page.getByRole('button', { name: 'Near miss' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'On the site' }).click();
  await page.getByText('Saved on this tablet, sent first').waitFor();
  await page.getByRole('link', { name: /No signal · 4 kept here/ }).click();
  await page.getByText('Sign-off, Aisha Rahman').waitFor();
  await seen(page, 'sending');
});

test('[WB36] a tablet with unsent work is not signed out', async () => {
  await page.goto('/field/more');
  await page.getByRole('heading', { name: 'This tablet' }).waitFor();
  await seen(page, 'more');
  await page.getByRole('button', { name: 'Sign this tablet out' }).click();
  await page.getByRole('button', { name: 'Remove everything' }).click();
  await page.getByText('4 of your records have not reached the server').waitFor();
  for (const [name, path] of [
    ['card', ''],
    ['sections', '/sections'],
    ['hazards', '/hazards'],
    ['substances', '/substances'],
  ] as const) {
    await page.goto(`/field/d/${field.documentId}${path}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await seen(page, name);
  }
  await page.goto('/field/stop');
  await page.getByRole('heading', { name: 'Stop work' }).waitFor();
  await seen(page, 'stop');
});

test('[WB200] a substance has its signs in words, what it does, what to wear and what helps', () =>
  showsSubstances(page, field.documentId));

test('[WB441] the sheet of a substance is on the tablet, and its own viewer opens it', () => opensSheet(page));

test('[WB202] photos of hazards are there with no server, and say what they show', () =>
  showsPhotos(page, field.documentId));

test('[WB205] words are found in every part of a document, and Back leads to where one was', () =>
  findsAndComesBack(page, field.documentId));

test('[WB40] a permit is worked through with no server, each step by a person of the site', async () => {
  await page.goto('/field/more/site');
  await page.getByText('Block C tower').first().waitFor();
  await seen(page, 'more-site');
  await page.goto('/field/permits');
  await page.locator('a.row').first().waitFor();
  await seen(page, 'permits');
  await page.locator('a.row').first().click();
  await press(page, 'Accept it');
  await seen(page, 'permit-person');
  await press(page, 'Luke Farrell', 'Accept it', 'Open the permit', 'Suspend');
  await press(page, 'Alarm', 'Start again');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Start again', 'Hand over', 'Marek Zieliński', 'Hand over');
  await press(
    page,
    'Start the fire watch',
    'Aisha Rahman',
    'Start the fire watch',
    'Work is finished',
    'End the fire watch',
  );
  await page.getByText('The fire watch had 0 of 60 minutes').waitFor();
  await seen(page, 'permit');
  await press(page, 'Close without it', 'Aisha Rahman');
  await page.getByLabel('Why is it safe?').fill('The steel is cold');
  await press(page, 'Hand back and close');
  await page.getByText('Closed').waitFor();
});

test('[WB41] a point of work check is kept answer by answer, and becomes its own document', async () => {
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'No');
  await page.getByLabel('What is wrong?').fill('Mud on the ramp');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await page.getByText('The photo is kept').waitFor();
  await seen(page, 'powra');
  await press(page, 'Go on');
  for (let at = 2; at <= 12; at++) {
    await page.getByText(`${at} of 12`).waitFor();
    if (at === 3) await page.reload();
    await press(page, 'Yes');
  }
  await page.getByRole('button', { name: 'Start with changes' }).waitFor();
  await seen(page, 'powra-decide');
  await press(page, 'Luke Farrell', 'Start with changes');
  await page.getByText(/Done \d\d:\d\d/).waitFor();
});

test('[WB206] without a server a hazard is added to the draft, with controls and initial risk', () =>
  addsHazard(page, field.documentId));

test('[WB42] a hazard and a section of the draft are edited with no server', () => editsDraft(page));

test('[WB38] the server is back and has what was signed, with the hash of the version seen', async () => {
  await field.startServer();
  await page.goto('/field/sending');
  await page.getByRole('button', { name: 'Try to send now' }).click();
  await page.getByRole('main').getByText('Nothing waits').waitFor();
  const { data } = await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  const [version] = (await field.rest.listVersions({ document: field.documentId })).data;
  expect(crew.filter((name) => !data.some(({ worker }) => worker?.name === name))).toEqual([]);
  expect([...new Set(data.map(({ content_hash: hash }) => hash))]).toEqual([version?.content_hash]);
  expect((await field.rest.listIncidents()).data.map(({ incident_type: type }) => type)).toEqual(['near_miss']);
});

test('[WB207] a sign-off says who told the version, for how long, and who translated it', async () => {
  const { data } = await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  const told = data.find(({ worker }) => worker?.name === crew[0])?.briefing;
  expect(told).toMatchObject({
    briefed_by: { name: 'Luke Farrell' },
    interpretation: 'bilingual_colleague',
    interpreter_name: 'Jan Nowak',
    duration_seconds: expect.any(Number),
  });
});

test('[WB40] the server has each step of the permit, who did it, and who accepted what lacked', async () => {
  const permit = await field.rest.getPermit({ permit: field.permitId });
  expect(permit.log.slice(2).map(({ action, by }) => [action, by.name])).toEqual([
    ['accept', 'Luke Farrell'],
    ['open', 'Luke Farrell'],
    ['suspend', 'Gate tablet'],
    ['resume', 'Sinéad Gallagher'],
    ['hand_over', 'Luke Farrell'],
    ['start_fire_watch', 'Aisha Rahman'],
    ['work_complete', 'Marek Zieliński'],
    ['end_fire_watch', 'Aisha Rahman'],
    ['close', 'Marek Zieliński'],
  ]);
  const rule = 'hot_work_fire_watch_minutes, hot_work_check_minutes';
  expect(permit.closure_exception).toMatchObject({ accepted_by: { name: 'Aisha Rahman' }, rule });
});

test('[WB41] the server has the check, its decision and photo, and [WB42] the edits', async () => {
  const { data } = await field.rest.listDocuments({ query: { type: 'powra' } });
  const check = await field.rest.getDocument({ document: data[0]?.id ?? '' });
  expect(check.powra).toMatchObject({ decision: 'proceed_with_changes', parent_document_id: field.documentId });
  const types = check.sections.map(({ section_type: type }) => type).join(', ');
  expect(types).toBe('scope_of_works, powra_checklist, powra_changes, powra_decision, drawings_photos');
  const [photo] = (await field.rest.listSitePhotos({ site: check.site_id ?? '' })).data;
  const named = { id: photo?.id, sha256: photo?.sha256, caption: expect.any(String) };
  expect(check.sections.at(-1)?.photos).toMatchObject([named]);
  await hasEdits(field);
});

test('[WB43] an edit that came too late says why, and becomes a suggestion for the office', () =>
  suggestsTooLate(page, field));

test('[WB448] a hazard that came too late is written again', () => writesAgain(page, field));

test('[WB422] what is written of a draft that is taken away stays on the tablet, which says so', () =>
  keepsWords(page, field));

test('[WB208] a new version fills the screen until it is briefed, or postponed with the PIN', () =>
  postponesVersion(page));

test('[WB45] a worker answers before signing, and a wrong answer shows the part to read again', async () => {
  await field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: 'required' } } } });
  await field.rest.askToBrief({ document: field.documentId, body: { reason: 'A gust took a panel.' } });
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
  await page.getByRole('link', { name: 'Today' }).click();
  const asked = page.getByRole('link', { name: /asks: brief Curtain walling again\. A gust took a panel/ });
  await asked.waitFor();
  await page.getByRole('link', { name: 'Brief the crew' }).click();
  await press(page, 'Brief again now'); // on version 2
  await page.getByRole('link', { name: 'Sign', exact: true }).click();
  await press(page, '5 m/s');
  await page.getByText('Gust · 9 m/s · Land the panel').waitFor();
  await seen(page, 'check');
  await press(page, 'Spróbuj ponownie', '9 m/s', 'Anybody');
  await draw(page);
  await press(page, 'Gotowe');
  await page.getByText(/^Signed/).waitFor();
  const signoffs = () => field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  const checks = async () => (await signoffs()).data.flatMap(({ understanding_check: check }) => check ?? []);
  await expect.poll(checks).toEqual([{ required: true, questions: 2, correct: 2, attempts: 2, passed: true }]);
  await page.goto('/field');
  await page.getByRole('link', { name: 'Brief the crew' }).waitFor();
  expect(await asked.count()).toBe(0);
});

test('[WB46] five wrong PINs make everybody wait, and a new code removes the PIN', () => tryPin(page, field));

test('[WB39] [WB233] axe-core and the keyboard find no fault, and 320 px cut nothing off', () => {
  expect(findings).toEqual([]);
});
