/** Sections that are made in the office and have nothing in them yet: their rows are written, moved and begun between others. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { section as printOf } from '../../server/export/model/sections/section.ts';
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { newSections, type NewSection } from './support/new-sections.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let [document, sections, edits] = ['', '', ''];
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const { page } = office;
  const { id: project_id } = await callApi(page, 'POST', 'projects', { name: 'Kingsmead Quarter' });
  const { id: site_id } = await callApi(page, 'POST', 'sites', { project_id, name: 'Block C tower' });
  const body = { title: 'From nothing', document_type: 'rams', project_id, site_id };
  document = (await callApi(page, 'POST', 'documents', body)).id;
  [sections, edits] = [`documents/${document}/sections`, `/office/documents/${document}/edit`];
});

const read = (id: string) => callApi<JsonObject>(office.page, 'GET', `${sections}/${id}`);
const dataOf = async (id: string) => (await read(id))['data'];
const rowOf = (id: string, at: number) => office.page.locator(`#entry-${id} .written-row`).nth(at);
const leave = () => office.page.getByRole('heading', { level: 1 }).click();

/** With its type alone, by the form; returns its id. */
async function make(type: string): Promise<string> {
  const { page } = office;
  await page.goto(edits);
  const form = page.locator('#add-sections');
  await form.getByLabel('Kind of section').selectOption(type);
  await form.getByRole('button', { name: 'Add' }).click();
  const label = sectionTypes.find(({ value }) => value === type)?.label ?? '';
  await page.locator('.entries summary', { hasText: label }).waitFor();
  const { data } = await callApi<{ data: { id: string; section_type: string }[] }>(page, 'GET', sections);
  return data.find((each) => each.section_type === type)?.id ?? '';
}

async function write(id: string, { add, rows }: NewSection): Promise<void> {
  const { page } = office;
  await page.goto(`${edits}?entry=${id}`);
  for (const [at, fields] of rows.entries()) {
    if (add) await page.locator(`#entry-${id}`).getByRole('button', { name: add[0], exact: true }).click();
    for (const [label, words] of fields) {
      const field = rowOf(id, at).getByLabel(new RegExp(`^${label}`));
      await ((await field.evaluate((each) => each.tagName)) === 'SELECT'
        ? field.selectOption({ label: words })
        : field.fill(words));
    }
  }
  await leave();
}

test.for(newSections)('[WB740] a new section is written in the office from nothing: $type', async (each) => {
  const id = await make(each.type);
  expect(await dataOf(id)).toBeNull();
  await write(id, each);
  await expect.poll(() => dataOf(id)).toMatchObject(each.data);
  await look(office.page, `rows-from-nothing-${each.type}`);
  const print = JSON.stringify(printOf(await read(id)));
  for (const words of each.printed) expect(print).toContain(words);
});

test('[WB740] what is emptied again has its rows as from the start', async () => {
  const { page } = office;
  const { id } = await callApi(page, 'POST', sections, {
    title: 'Holds',
    section_type: 'hold_points',
    data: { items: [] },
  });
  await page.goto(`${edits}?entry=${id}`);
  await page.locator(`#entry-${id}`).getByRole('button', { name: 'Add step' }).click();
  await rowOf(id, 0).getByLabel('What is done').fill('Check the sling');
  await rowOf(id, 0).getByLabel('Hold point').selectOption('Yes');
  await leave();
  await expect.poll(() => dataOf(id)).toEqual({ items: [{ no: 1, text: 'Check the sling', hold_point: true }] });
});

test('[WB740] the sections of a template have their rows from the start', async () => {
  const { page } = office;
  const body = { title: 'By template', document_type: 'rams', template: true };
  const made = await callApi<{ id: string; sections: { id: string; section_type: string }[] }>(
    page,
    'POST',
    'documents',
    body,
  );
  const copy = await callApi<typeof made>(page, 'POST', `documents/${made.id}/duplicate`, {});
  for (const { id, sections: all } of [made, copy]) {
    const steps = all.find((each) => each.section_type === 'sequence_of_works')?.id ?? '';
    await page.goto(`/office/documents/${id}/edit?entry=${steps}`);
    await page.locator(`#entry-${steps}`).getByRole('button', { name: 'Add step' }).click();
    await rowOf(steps, 0).getByLabel('What is done').fill('Lift');
    await leave();
    await expect
      .poll(async () => (await callApi<JsonObject>(page, 'GET', `documents/${id}/sections/${steps}`))['data'])
      .toMatchObject({ items: [{ no: 1, text: 'Lift' }] });
  }
});

const step = (no: number, text: string, more: object = {}) => ({ no, text, hold_point: false, ...more });

test('[WB743] a step is moved by buttons and by keys, and one is inserted between two', async () => {
  const { page } = office;
  const released = { hold_point: true, released_by: 'TWC' };
  const items = [step(1, 'Fence'), step(2, 'Lift', released), step(3, 'Fix')];
  const { id } = await callApi(page, 'POST', sections, { title: 'Order', section_type: 'custom', data: { items } });
  const texts = async () => ((await dataOf(id)) as { items: { no: number; text: string }[] }).items;
  const said = async () => (await texts()).map(({ no, text }) => `${no} ${text}`);
  await page.goto(`${edits}?entry=${id}`);
  const entry = page.locator(`#entry-${id}`);
  const heightOf = async (name: string) => (await entry.getByRole('button', { name }).boundingBox())?.y ?? Number.NaN;
  await entry.getByRole('button', { name: 'Move step 3 up' }).hover();
  const before = await heightOf('Move step 3 up');
  await entry.getByRole('button', { name: 'Move step 3 up' }).click();
  await expect.poll(said).toEqual(['1 Fence', '2 Fix', '3 Lift']);
  await entry.locator('button:focus[aria-label="Move step 2 up"]').waitFor();
  expect(Math.abs((await heightOf('Move step 2 up')) - before)).toBeLessThan(2);
  await rowOf(id, 2).getByLabel('What is done').press('Alt+ArrowUp');
  await rowOf(id, 1).locator('[name=text]:focus').waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('The step is first already.').waitFor();
  await expect.poll(said).toEqual(['1 Lift', '2 Fence', '3 Fix']);
  expect((await texts())[0]).toEqual(step(1, 'Lift', released));
  await page.keyboard.press('Alt+Enter');
  await rowOf(id, 1).locator('[name=text]:focus').waitFor();
  await page.keyboard.type('Land it');
  await rowOf(id, 2).getByLabel('What is done').fill('Fence the zone');
  await leave();
  await expect.poll(said).toEqual(['1 Lift', '2 Land it', '3 Fence the zone', '4 Fix']);
  await entry.getByRole('button', { name: 'Insert a step below step 3' }).click();
  await rowOf(id, 3).locator('[name=text]:focus').waitFor();
  // What has no words yet keeps its place while another is saved.
  await rowOf(id, 0).getByLabel('What is done').fill('Lift slowly');
  await leave();
  await expect.poll(said).toEqual(['1 Lift slowly', '2 Land it', '3 Fence the zone', '4 Fix']);
  await rowOf(id, 3).getByLabel('What is done').fill('Bolt');
  await look(page, 'rows-moved');
  await leave();
  await expect.poll(said).toEqual(['1 Lift slowly', '2 Land it', '3 Fence the zone', '4 Bolt', '5 Fix']);
});

test('[WB743] a row that is moved is the same row to who writes in it meanwhile', async () => {
  const { page } = office;
  const items = [step(1, 'Fence'), step(2, 'Lift'), step(3, 'Fix')];
  const { id } = await callApi(page, 'POST', sections, { title: 'Merged', section_type: 'custom', data: { items } });
  await page.goto(`${edits}?entry=${id}`);
  await rowOf(id, 2).waitFor();
  const others = { data: { items: items.with(2, step(3, 'Fix it')) }, was: { data: { items } } };
  await page.locator(`#entry-${id}`).getByRole('button', { name: 'Move step 3 up' }).click();
  await expect.poll(() => dataOf(id)).toMatchObject({ items: [{ text: 'Fence' }, { text: 'Fix' }, { text: 'Lift' }] });
  await callApi(page, 'PATCH', `${sections}/${id}`, others);
  expect(await dataOf(id)).toEqual({ items: [step(1, 'Fence'), step(2, 'Fix it'), step(3, 'Lift')] });
});

test('[WB744] controls and questions are moved', async () => {
  const { page } = office;
  const question = (text: string, right: number) => ({ question: text, options: ['Ann', 'Bob'], answer_index: right });
  const { id } = await callApi(page, 'POST', sections, {
    title: 'Check',
    section_type: 'understanding_check',
    data: { items: [question('Who lifts?', 0), question('Who stops?', 1)] },
  });
  await page.goto(`${edits}?entry=${id}`);
  await page.locator(`#entry-${id}`).getByRole('button', { name: 'Move question 2 up' }).click();
  await expect.poll(() => dataOf(id)).toEqual({ items: [question('Who stops?', 1), question('Who lifts?', 0)] });
  await look(page, 'questions-moved');
  const hazards = sections.replace('sections', 'hazards');
  const controls = [{ description: 'Net' }, { description: 'Rail' }];
  const hazard = await callApi(page, 'POST', hazards, { name: 'Fall', controls });
  await page.goto(`${edits}?entry=${hazard.id}`);
  await page.locator(`#entry-${hazard.id}`).getByRole('button', { name: 'Move control 1 down' }).click();
  await expect
    .poll(() => callApi<JsonObject>(page, 'GET', `${hazards}/${hazard.id}`))
    .toMatchObject({ controls: [{ description: 'Rail' }, { description: 'Net' }] });
  expect(findings).toEqual([]);
});

/** As the tablet says it. */
const readOnTablet = [
  'Hold point: 2. Cut the cable · Released by: Electrician',
  'Gust · 9 m/s · Land it',
  'Mask · Specification: FFP3 · When: Sawing',
  'Exits clear · Answer: Does not apply · Note: No exits',
  'Hot works',
  'First aider: Ann Lee',
];

test('[WB740] what was written in the office from nothing is read on a tablet', async () => {
  const { page, app } = office;
  for (const verb of ['submit-review', 'approve']) await callApi(page, 'POST', `documents/${document}/${verb}`, {});
  const { code } = await callApi<{ code: string }>(page, 'POST', 'device-codes', { name: 'Gate tablet' });
  const context = await page.context().browser()?.newContext({ baseURL: app.url, locale: 'en-GB' });
  const tablet = await context?.newPage();
  if (!tablet) throw new Error('the browser of the office opens another window');
  await tablet.goto('/field');
  await tablet.getByLabel('Code').fill(code);
  await tablet.getByRole('button', { name: 'Start work' }).click();
  await tablet.getByRole('heading', { name: 'From nothing' }).waitFor();
  await tablet.goto(`/field/d/${document}/sections`);
  await tablet.locator('details').first().waitFor();
  const closed = tablet.locator('details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  for (const words of readOnTablet) await tablet.getByText(words, { exact: true }).waitFor();
  await context?.close();
});
