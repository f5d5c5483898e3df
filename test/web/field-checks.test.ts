/** Point of work checks in two tabs, in a project that is closed, and where they cannot be recorded. Each test goes on from the last. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { keepInBrowser, keptInBrowser, keptKeys, press, pressSurely, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const key = () => `powra ${field.documentId}`;
const isKept = async () => 'site' in (await keptInBrowser<object>(page, key()));
const stops = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);
const decisions = async () => {
  const { data } = await field.rest.listDocuments({ query: { type: 'powra' } });
  const all = await Promise.all(data.map(({ id }) => field.rest.getDocument({ document: id })));
  return all.map(({ powra }) => powra?.decision);
};
const answers = (note: string) =>
  Array.from({ length: 12 }, (_, i) => ({ item: `Question ${i}`, response: 'no', note: i === 0 ? note : null }));

/** All questions are answered, and nobody has decided. */
async function answered(note: string): Promise<void> {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const site = { id: site_id, name: 'Block C tower', project_id };
  await keepInBrowser(page, key(), { site, startedAt: new Date().toISOString(), answers: answers(note) });
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Bob Orr');
}

/** Decided, and kept: the rules refuse a document without a title. */
async function refused(note: string) {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const incident = randomUUID();
  const document = { id: randomUUID(), title: '', document_type: 'powra', project_id, site_id };
  const check = {
    site: { id: site_id, name: 'Block C tower', project_id },
    startedAt: new Date().toISOString(),
    incident,
    answers: answers(note),
    recording: { document: { ...document, powra: { decision: 'proceed' } }, sections: [] },
  };
  const decided = `decided powra ${incident}`;
  await keepInBrowser(page, decided, check);
  return { incident, decided, check };
}

test('[WB547] a stop in a second tab is one, though the first let the work start', async () => {
  await answered('Soft ground');
  // The same check in both, as it is after its first answer.
  await keepInBrowser(page, key(), {
    ...(await keptInBrowser<object>(page, key())),
    incident: '01a22000-0000-7000-8000-000000000001',
  });
  await page.reload();
  await press(page, 'Bob Orr');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await press(second, 'Bob Orr');
  await page.getByRole('button', { name: 'Start with changes' }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await expect.poll(isKept).toBe(false);
  await second.getByRole('button', { name: 'Stop', exact: true }).click();
  await second.getByText('Stop recorded').waitFor();
  await page.getByText('Stop recorded').waitFor();
  const reason = 'Stop work: Point of work check. Question 0 Soft ground. ';
  await expect.poll(async () => (await stops()).filter((each) => each.startsWith(reason)).length).toBe(1);
  await expect.poll(decisions).toEqual(['proceed_with_changes']);
  await expect.poll(async () => (await keptKeys(page)).some((each) => each.startsWith('decided '))).toBe(false);
  await second.close();
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[WB547] a check that was recorded in another tab does not come back', async () => {
  await answered('Loose rock');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await press(second, 'Bob Orr');
  await page.getByRole('button', { name: 'Start with changes' }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await expect.poll(isKept).toBe(false);
  await second.getByRole('button', { name: 'Question before' }).click();
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  expect(await isKept()).toBe(false);
  await second.close();
  await expect.poll(async () => (await decisions()).length).toBe(2);
});

test('[SY124] a check is recorded in a project that was completed meanwhile', async () => {
  const { project_id } = await field.rest.getDocument({ document: field.documentId });
  await field.rest.updateProject({ project: project_id ?? '', body: { status: 'completed' } });
  await answered('Dust');
  const before = (await decisions()).length;
  await page.getByRole('button', { name: 'Start with changes' }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await expect.poll(async () => (await decisions()).length).toBe(before + 1);
  await field.rest.updateProject({ project: project_id ?? '', body: { status: 'active' } });
});

test('[WB548] a check that cannot be recorded says so, stops the work, and is thrown away', async () => {
  const { incident, decided } = await refused('Noise');
  await page.goto('/field/sending');
  await page.getByRole('link', { name: 'A check at Block C tower is decided and not recorded yet.' }).click();
  await page.getByText('This check was decided, but could not be recorded.').waitFor();
  await seen(page, 'powra-not-recorded');
  await press(page, 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await expect.poll(async () => (await stops()).some((each) => each.includes('Question 0 Noise'))).toBe(true);
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  // It holds up no other check of the same work.
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText('1 of 12').waitFor();
  await page.goto(`/field/powra/decided/${incident}`);
  await page.getByText('Stop recorded.').waitFor();
  await pressSurely(page, 'Throw it away', 'Throw it away? Nobody else has it.');
  await expect.poll(async () => (await keptKeys(page)).includes(decided)).toBe(false);
});

test('[WB547] a stop is recorded beside a check that was recorded meanwhile', async () => {
  const { incident, decided, check } = await refused('Glare');
  await page.goto(`/field/powra/decided/${incident}`);
  await page.getByText('This check was decided, but could not be recorded.').waitFor();
  // Another tab could.
  await keepInBrowser(page, decided, { ...check, recording: { document: null, sections: [] } });
  const second = await page.context().newPage();
  await second.goto('/field');
  await expect.poll(async () => (await keptKeys(page)).includes(decided)).toBe(false);
  await second.close();
  await press(page, 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await expect.poll(async () => (await stops()).some((each) => each.includes('Question 0 Glare'))).toBe(true);
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[SY123] a stop and a report go to where their site was moved', async () => {
  const { project_id: project } = await field.rest.getDocument({ document: field.documentId });
  const { id: yard } = await field.rest.createSite({ body: { project_id: project ?? '', name: 'North yard' } });
  const { id: other } = await field.rest.createProject({ body: { name: 'Mill Lane' } });
  await page.goto('/field/more/site');
  await page.getByRole('button', { name: /^North yard/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('site'));
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').fill('A plank slid.');
  await page.waitForURL(/report\/show/);
  const begun = page.url();
  await expect.poll(async () => JSON.stringify(await keptInBrowser(page, 'reports'))).toContain('A plank slid.');
  await page.goto('/field/stop');
  await page.context().setOffline(true);
  await press(page, 'Wind or weather');
  await page.getByText('Stop recorded').waitFor();
  await press(page, 'Work may start again');
  await field.rest.updateSite({ site: yard, body: { project_id: other } });
  await page.context().setOffline(false);
  const places = async (what: string) =>
    (await field.rest.listIncidents()).data
      .filter(({ description }) => description.includes(what))
      .map(({ project_id, site_id }) => ({ project_id, site_id }));
  await expect.poll(() => places('Wind or weather')).toEqual([{ project_id: other, site_id: yard }]);
  await page.goto(begun);
  await press(page, 'Go on', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await expect.poll(() => places('A plank slid.')).toEqual([{ project_id: other, site_id: yard }]);
});

test('[WB549] what was begun goes on where the tablet was moved to no site', async () => {
  await answered('Wind');
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').fill('A board fell.');
  await expect.poll(async () => JSON.stringify(await keptInBrowser(page, 'reports'))).toContain('A board fell.');
  const { id: far } = await field.rest.createProject({ body: { name: 'Quay Road' } });
  const [token] = (await field.rest.listTokens({ query: {} })).data.filter(({ role }) => role === 'device');
  await field.rest.updateToken({ token: token?.id ?? '', body: { project_ids: [far] } });
  await page.goto('/field');
  await page.getByText('The office has not made a site for this tablet').waitFor();
  await page.goto('/field/sending');
  await page.getByRole('link', { name: 'This check is for Block C tower.' }).waitFor();
  await seen(page, 'sending-without-site');
  await page.getByRole('link', { name: '1 report was begun and not finished.' }).click();
  await page.getByText('Something new can be reported once this tablet has a site.').waitFor();
  await seen(page, 'report-without-site');
  await page.getByRole('link', { name: /^Near miss/ }).click();
  await press(page, 'Go on', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await expect.poll(async () => (await stops()).includes('A board fell.')).toBe(true);
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await expect.poll(async () => (await stops()).some((each) => each.includes('Question 0 Wind'))).toBe(true);
});

test('[WB233] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
