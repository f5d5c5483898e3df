/** What was begun on a tablet before the office moved it to another project. Each test goes on from the last. */
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

const incidents = async () =>
  (await field.rest.listIncidents()).data.map(({ description, project_id, site_id }) => ({
    description,
    project_id,
    site_id,
  }));

const noted = 'The ground is soft under the crane';

test('[WB542] a check goes on for the site where it was begun', async () => {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const { id: other } = await field.rest.createSite({ body: { project_id: project_id ?? '', name: 'North yard' } });
  await page.goto('/field');
  await page.getByRole('button', { name: /^Block C tower/ }).click();
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText('1 of 12').waitFor();
  await press(page, 'Yes');
  await page.getByText('2 of 12').waitFor();
  await press(page, 'No');
  await page.getByLabel('What is wrong?').fill(noted);
  await press(page, 'Go on');
  await page.getByText('3 of 12').waitFor();
  await page.goto('/field/more/site');
  await page.getByRole('button', { name: /^North yard/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('site'));
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText(/^This check is for /).waitFor();
  await page.getByText('3 of 12').waitFor();
  await press(page, 'No');
  await page.getByLabel('What is wrong?').fill('Rain is near');
  await seen(page, 'powra-of-other-site');
  expect(other).not.toBe(site_id);
});

test('[WB541] a report goes to where it was begun, after the tablet was moved', async () => {
  const { project_id } = await field.rest.getDocument({ document: field.documentId });
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').fill('A board fell.');
  await page.waitForURL(/report\/show/);
  const begun = page.url();
  await expect.poll(async () => JSON.stringify(await keptInBrowser(page, 'reports'))).toContain('A board fell.');
  const { id: far } = await field.rest.createProject({ body: { name: 'Quay Road' } });
  await field.rest.createSite({ body: { project_id: far, name: 'Far site' } });
  const [token] = (await field.rest.listTokens({ query: {} })).data.filter(({ role }) => role === 'device');
  await field.rest.updateToken({ token: token?.id ?? '', body: { project_ids: [far] } });
  await page.goto('/field');
  await page.getByText('Far site').first().waitFor();
  await page.goto(begun);
  await page.getByText(/^This tablet works somewhere else now/).waitFor();
  await seen(page, 'report-elsewhere');
  await press(page, 'Go on', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await expect.poll(incidents).toContainEqual(expect.objectContaining({ description: 'A board fell.', project_id }));
});

test('[WB542] a stop is recorded where the check was begun, after the tablet was moved', async () => {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  await page.goto('/field/sending');
  await page.getByRole('link', { name: 'This check is for Block C tower.' }).click();
  await page.getByText(/^This check was begun at/).waitFor();
  await page.getByText(noted).waitFor();
  await seen(page, 'powra-elsewhere');
  await press(page, 'Stop');
  await page.getByText('Stop recorded').waitFor();
  const wrong = [`Can everybody get in and out safely? ${noted}`, 'Is the weather inside the limits? Rain is near'];
  const description = `Stop work: Point of work check. ${wrong.join('. ')}`;
  await expect.poll(incidents).toContainEqual({ description, project_id, site_id });
  expect((await field.rest.listDocuments({ query: { type: 'powra' } })).data).toEqual([]);
});

test('[WB543] who was told of a stop is said to the office, after the tablet was moved', async () => {
  await page.getByText('Tell the office who was told').waitFor();
  await seen(page, 'stop-elsewhere');
  expect(await page.getByText('Who was told?').count()).toBe(0);
  await press(page, 'Work may start again');
  await page.getByText('Far site').first().waitFor();
});

test('[WB544] a check that was decided but not recorded before the move is kept', async () => {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const site = { id: site_id, name: 'Block C tower', project_id };
  const incident = '01a22000-0000-7000-8000-000000000001';
  const key = `decided powra ${incident}`;
  const isKept = async () => (await keptKeys(page)).includes(key);
  const answers = Array.from({ length: 12 }, (_, i) => ({ item: `Question ${i}`, response: 'yes', note: null }));
  // As if the tablet was killed between the decision and its document, the day before.
  const startedAt = new Date(Date.now() - 86_400_000).toISOString();
  const document = { id: randomUUID(), title: 'Check', document_type: 'powra', project_id, site_id };
  const recording = { document: { ...document, powra: { decision: 'proceed' } }, sections: [] };
  await keepInBrowser(page, key, { site, startedAt, incident, answers, recording });
  const open = async () => {
    await page.goto('/field/sending');
    await page.getByRole('link', { name: 'A check at Block C tower is decided and not recorded yet.' }).click();
    await page.getByText('This check was decided at Block C tower').waitFor();
  };
  await open();
  await seen(page, 'powra-decided-elsewhere');
  await page.getByRole('button', { name: 'Throw it away' }).dblclick();
  await page.getByRole('button', { name: 'Throw it away? Nobody else has it.' }).waitFor();
  expect(await isKept()).toBe(true);
  const count = async () => (await incidents()).length;
  const before = await count();
  await press(page, 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await press(page, 'Work may start again');
  await page.getByText('Far site').first().waitFor();
  await expect.poll(count).toBe(before + 1);
  await open();
  expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0);
  await page.goto('/field/more');
  await page.getByRole('link', { name: /decided and not recorded yet/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign this tablet out' }).count()).toBe(0);
  await open();
  await pressSurely(page, 'Throw it away', 'Throw it away? Nobody else has it.');
  await expect.poll(isKept).toBe(false);
  expect(await count()).toBe(before + 1);
});

test('[WB233] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
