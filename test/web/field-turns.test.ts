/** What turns up on a site: a token that ends, two tabs, gloves, a new version in the middle of a talk. Each test goes on from the last. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { run } from '../cli/terminal.ts';
import { changesCrew, signsAsOneself } from './support/change-crew.ts';
import { takenAt } from './support/exif.ts';
import { findings } from './support/look.ts';
import { openField, siteHost, type OpenField } from './support/open-field.ts';
import { enrol, keptKeys, seen, sign } from './support/tablet.ts';

let field: OpenField;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  field = await openField(['Ann', 'Bob', 'Cid']);
  await startBrowser();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

async function startBrowser(): Promise<void> {
  context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
}

const day = 86_400_000;
const press = (name: string | RegExp, on = page): Promise<void> => on.getByRole('button', { name }).click();
const row = (name: string, on = page) => on.locator('a.row', { hasText: name });

test('[WB63] without https the tablet says that it does not open without signal', async () => {
  await page.goto(`http://${siteHost}:${new URL(field.url).port}/field`);
  await page.getByText('cannot open Sitefile without signal').waitFor();
});

test('[WB64] a new build leaves no files of an older one', async () => {
  await page.goto('/field.webmanifest');
  await page.evaluate("caches.open('field-older')");
  await page.goto('/field');
  await page.getByLabel('Code').waitFor();
  await expect.poll(() => page.evaluate('caches.keys()')).toEqual([expect.not.stringMatching(/^field-older$/)]);
});

test('[WB65] [WB455] tabs follow each other: who is added in one is in all, and at the office', async () => {
  const other = await context.newPage();
  await other.goto('/field');
  await other.getByLabel('Code').waitFor();
  await enrol(page, field.rest);
  await other.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  for (const tab of [page, other]) {
    const name = tab === page ? 'Dora' : 'Emil';
    await tab.goto(`/field/d/${field.documentId}/brief`);
    await press('Add a person', tab);
    if (tab === page) await seen(page, 'add-person');
    await tab.getByLabel('Name').fill(name);
    await tab.getByRole('button', { name: 'Add', exact: true }).dblclick();
    await row(name, tab).waitFor();
  }
  await row('Emil').waitFor();
  await page.reload();
  for (const name of ['Dora', 'Emil']) await row(name).waitFor(); // twice would be an error, too
  await changesCrew(page, field, 'Ann', 'Bob', 'Cid', 'Dora', 'Emil');
  await other.close();
});

test('[WB66] a refusal is shown as one, and nobody counts as still to sign for it', async () => {
  await row('Ann').click();
  await press('Nie chcę podpisać');
  await seen(page, 'sign-declined');
  await page.getByLabel('Dlaczego nie?').fill('I do not understand it');
  await press('Zapisz');
  await row('Ann').getByText('Not willing').waitFor();
  await page.getByText('Hand the tablet to').waitFor();
  expect(await page.locator('.hand').innerText()).toContain('Bob');
  await row('Ann').click();
  await page.getByText('Ann was not willing to sign version 1').waitFor();
  await seen(page, 'sign-answered');
  await page.goBack();
});

test('[WB67] a version that comes during a talk interrupts it, and is signed once told', async () => {
  await sign(page, 'Bob');
  const of = { document: field.documentId };
  const [hazard] = (await field.rest.listHazards(of)).data;
  await field.rest.updateHazard({ ...of, id: hazard?.id ?? '', body: { name: 'Fall from the deck' } });
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await page.getByText('This talk was on version 1').waitFor();
  await page.locator('ins', { hasText: 'Fall from the deck' }).waitFor();
  await seen(page, 'changed');
  await page.goto(`/field/d/${field.documentId}/brief/sign/cid`);
  await page.getByText('This talk was on version 1').waitFor();
  await press('Brief again now');
  await sign(page, 'Cid');
  await expect.poll(async () => (await field.rest.listSignoffs({ ...of, query: {} })).data.length).toBe(3);
  const { data } = await field.rest.listSignoffs({ ...of, query: {} });
  const said = data.map(({ worker, document_version: version, briefing }) => [
    worker?.name,
    version,
    briefing?.session_id?.slice(-2),
  ]);
  expect(said.toSorted(([a = ''], [b = '']) => String(a).localeCompare(String(b)))).toEqual([
    ['Ann', 1, 'v1'],
    ['Bob', 1, 'v1'],
    ['Cid', 2, 'v2'],
  ]);
});

test('[WB437] who signs stays themselves, whatever is said of the crew', () => signsAsOneself(page, field));

test('[WB68] whatever is pressed, a report has photo and words, and a double tap reports once', async () => {
  await page.goto('/field/report');
  await page.getByRole('button', { name: 'Someone hurt' }).dblclick();
  await page.getByLabel('Type a line').waitFor();
  await seen(page, 'report-show');
  const picture = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(5000, 4000);
    canvas.getContext('2d').fillRect(0, 0, 900, 900);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
    return bytes.toBase64();
  })()`);
  const buffer = takenAt(Buffer.from(picture, 'base64'), '2026:11:09 06:54:00', '+01:00');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel('Type a line').fill('Arm broken at hoist 3');
  await press('Go on'); // while the photo is under way nothing happens; a fast machine is done by now, and goes on
  const kept = page.getByText('The photo is kept');
  await kept.or(page.locator('button.row')).first().waitFor();
  if (await kept.isVisible()) await press('Go on');
  await page.locator('button.row').first().waitFor();
  await seen(page, 'report-where');
  await page.locator('button.row').first().dblclick();
  await page.getByText('Saved on this tablet, sent first').waitFor();
  await seen(page, 'report-done');
  const incidents = async () => (await field.rest.listIncidents()).data;
  await expect.poll(async () => (await incidents()).length).toBe(1);
  const [incident] = await incidents();
  expect([incident?.description, incident?.photos.length]).toEqual(['Arm broken at hoist 3', 1]);
  expect(['briefings', 'enrolment', 'reports', 'versions shown']).toEqual(expect.arrayContaining(await keptKeys(page)));
});

test('[WB213] a photo keeps when its camera says that it was taken', async () => {
  const { site_id: site } = await field.rest.getDocument({ document: field.documentId });
  const taken = async () => (await field.rest.listSitePhotos({ site: site ?? '' })).data.map(({ taken_at: at }) => at);
  await expect.poll(taken).toContain('2026-11-09T05:54:00.000Z');
});

test('[WB69] an unfinished report is named until it is finished, and prevents signing out', async () => {
  await page.goto('/field/report');
  await press('Damage');
  await page.getByLabel('Type a line').fill('Window');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByText('1 report was begun and not finished').waitFor();
  await page.getByRole('link', { name: 'More' }).click(); // loaded again at once, the last letters may not be kept
  await page.getByText('1 report was begun and not finished').click();
  await row('Window').waitFor();
  await press('Throw it away');
  await page.getByRole('button', { name: 'Nobody else has it' }).press('Enter');
  await row('Window').waitFor({ state: 'detached' });
});

test('[WB75] a double tap records one hand-over, and answers one question', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  for (const [form, person] of [
    ['Accept it', 'Bob'],
    ['Hand over', 'Cid'],
  ] as const) {
    await press(form);
    await press(person);
    await page.getByRole('button', { name: form }).dblclick();
    await page.locator('.facts', { hasText: person }).waitFor();
    if (form !== 'Accept it') continue;
    await press('Open the permit');
    await page.getByRole('button', { name: 'Suspend' }).waitFor(); // it can be handed over before, too
  }
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText('1 of 12').waitFor();
  await page.getByRole('button', { name: 'Yes' }).dblclick();
  await page.getByText('2 of 12').waitFor();
  const steps = async () => (await field.rest.getPermit({ permit: field.permitId })).log.map(({ action }) => action);
  await expect.poll(steps).toEqual(['request', 'authorise', 'accept', 'open', 'hand_over']);
  await page.getByText('2 of 12').waitFor();
});

test('[WB76] a tablet with a wrong clock briefs in server time', async () => {
  await page.clock.setSystemTime(Date.now() + 3 * day);
  await page.goto('/field/sending');
  await press('Try to send now');
  await page.locator('.chip', { hasText: 'Clock 4320 min fast' }).waitFor();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Emil');
  const emil = async () =>
    (await field.rest.listSignoffs({ document: field.documentId, query: {} })).data.find(
      ({ worker }) => worker?.name === 'Emil',
    );
  await expect.poll(async () => (await emil())?.briefing?.session_id?.slice(-2)).toBe('v2');
  expect(Date.parse((await emil())?.briefing?.started_at ?? '')).toBeLessThan(Date.now());
});

test('[WB77] after a week without the server nobody signs, whichever way they come', async () => {
  await context.setOffline(true);
  await page.goto(`/field/d/${field.documentId}/brief`); // what the server answered before is taken no more
  await page.clock.setSystemTime(Date.now() + 12 * day);
  await page.reload();
  await row('Ann').click();
  await page.getByText('Find signal before briefing').waitFor();
  await seen(page, 'week-silent');
  expect(await page.locator('canvas').count()).toBe(0);
  await startBrowser(); // with the right clock
});

test('[WB70] a tablet whose token ended takes a new code and sends what waited', async () => {
  await context.setOffline(true);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Bob');
  const { data } = await field.rest.listTokens({ query: {} });
  for (const { id } of data.filter(({ role }) => role === 'device'))
    await field.rest.revokeToken({ token: id, body: {} });
  await context.setOffline(false);
  await page.goto('/field/sending');
  await page.getByText('They go when this tablet has a new code').waitFor();
  await seen(page, 'switched-off');
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByText('everything on it stays').waitFor();
  await expect.poll(() => page.url()).toBe(`${field.url}/field/enrol`);
  await press('Start work');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  const of = { document: field.documentId, query: {} };
  await expect.poll(async () => (await field.rest.listSignoffs(of)).data.length).toBe(6);
});

test('[WB71] a code of another organisation changes nothing on a tablet that is enrolled', async () => {
  const environment = { DATA_DIR: field.dataDir };
  const id = /id: (\S+)/.exec((await run(['org', 'create', '--name', 'Rival'], environment)).stdout)?.[1] ?? '';
  const made = await run(['token', 'create', '--role', 'admin', '--name', 'r', '--org', id], environment);
  const token = /rk_live_\w+/.exec(made.stdout + made.stderr)?.[0] ?? '';
  const rival = restClient({ server: field.url, token });
  const { code } = await rival.createDeviceCode({ body: { name: 'Rival tablet' } });
  await page.goto('/field/enrol');
  await page.getByLabel('Code').fill(code);
  await press('Start work');
  await page.getByText('This code is of another organisation').waitFor();
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[WB212] the card of a document has its short title, where it has one', async () => {
  const name = (short_title: string | null) =>
    field.rest.updateDocument({ document: field.documentId, body: { short_title } });
  await field.rest.revise({ document: field.documentId, body: {} });
  await name('Cladding');
  await page.getByRole('heading', { name: 'Cladding' }).waitFor();
  await name(null);
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[WB72] its waiting work in a file, a tablet is signed out in every tab, keeping nothing', async () => {
  const other = await context.newPage();
  await other.goto('/field');
  await other.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await field.stopServer();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Dora');
  await page.goto('/field/more');
  await press('Sign this tablet out');
  await press('Remove everything');
  await page.getByText('1 of your records have not reached the server').waitFor();
  await seen(page, 'save-file');
  await page.getByLabel('Passphrase for the file').fill('eight hard hats');
  const saving = page.waitForEvent('download');
  await press('Save to a file and sign out');
  await press('It is not there');
  const file = await (await saving).path();
  expect(await readFile(file, 'utf8')).toContain('"sitefile');
  await press('Save to a file and sign out');
  await press('The file is there');
  for (const tab of [page, other]) await tab.getByLabel('Code').waitFor();
  expect(await keptKeys(page)).toEqual([]);
});

test('[WB78] work is stopped on a tablet whose project has no site', async () => {
  await field.startServer();
  const { id } = await field.rest.createProject({ body: { name: 'Bare ground' } });
  const { code } = await field.rest.createDeviceCode({ body: { name: 'New tablet', project_ids: [id] } });
  await page.getByLabel('Code').fill(code);
  await press('Start work');
  await page.getByText('The office has not made a site for this tablet').waitFor();
  await page.getByRole('link', { name: 'Stop work' }).click();
  await press('Services found');
  await page.getByText('Stop recorded').waitFor();
  await seen(page, 'stop-recorded');
});

test('[WB233] [WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
