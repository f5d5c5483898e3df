/** What the office's form of a section leaves as it is: the rows and cells that nobody has written in. */
import { expect, test } from 'vitest';
import { memoryStorage, openDevice } from '../../client-sdk/index.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { look } from './support/look.ts';
import { callApi, tokenOf } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let [sections, edits] = ['', ''];
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const { id } = await callApi(office.page, 'POST', 'documents', { title: 'Rows', document_type: 'toolbox_talk' });
  [sections, edits] = [`documents/${id}/sections`, `/office/documents/${id}/edit`];
});

const make = async (data: JsonObject): Promise<string> =>
  (await callApi(office.page, 'POST', sections, { title: 'Rows', section_type: 'custom', data })).id;
const dataOf = async (id: string) => (await callApi<{ data: unknown }>(office.page, 'GET', `${sections}/${id}`)).data;

async function disputes(id: string) {
  const { data } = await callApi<{ data: { record_id: string }[] }>(office.page, 'GET', 'conflicts');
  return data.filter((each) => each.record_id === id);
}

/** Writes in one field of one row, and leaves it once `meanwhile` has happened. */
async function write(id: string, row: number, field: string, words: string, meanwhile?: () => Promise<unknown>) {
  const { page } = office;
  await page.goto(`${edits}?entry=${id}`);
  await page.locator(`#entry-${id} .written-row`).nth(row).locator(`[name="${field}"]`).fill(words);
  await meanwhile?.();
  await page.getByRole('heading', { level: 1 }).click();
}

async function saved(id: string, words: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await dataOf(id))).toContain(words);
}

/** A tablet that has seen the section, and sends what it is given as it was written then. */
async function tabletWith(id: string) {
  const token = await tokenOf(office.page, 'Gate tablet');
  const tablet = await openDevice({ server: office.app.url, token, storage: memoryStorage(), autoSync: false });
  await tablet.sync();
  const seen = (await tablet.sections.get(id)) as NonNullable<Awaited<ReturnType<typeof tablet.sections.get>>>;
  return async (data: JsonObject): Promise<void> => {
    await tablet.sections.patch(id, { data: data as NonNullable<typeof seen.data> }, seen);
    await tablet.sync();
    await tablet.close();
  };
}

test('[WB703] a value that is no text is shown, and stays where another is written', async () => {
  const others = [
    { key: 'rescue_ready', value: true },
    { key: 'crew', value: ['Ann', 'Bo'] },
    { key: 'height', value: 4 },
    { key: 'note', value: ' As drawn ' },
  ];
  const id = await make({ entries: [{ key: 'gust', value: '9' }, ...others] });
  await write(id, 0, 'value', '8');
  await saved(id, '"8"');
  expect(await dataOf(id)).toEqual({ entries: [{ key: 'gust', value: '8' }, ...others] });
  const shown = office.page.locator(`#entry-${id} [name=value]`);
  expect(await shown.evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value))).toEqual([
    '8',
    'yes',
    'Ann\nBo',
    '4',
    ' As drawn ',
  ]);
});

test('[WB703] a cell beyond the columns stays where another cell is written', async () => {
  const id = await make({
    columns: ['Condition', 'Limit'],
    rows: [['Gust', '9', 'Land it'], ['Rain', '5', 'Stop'], ['Fog']],
  });
  await write(id, 1, '1', '6');
  await saved(id, '"6"');
  expect(await dataOf(id)).toMatchObject({ rows: [['Gust', '9', 'Land it'], ['Rain', '6', 'Stop'], ['Fog']] });
});

test('[WB703] steps that the office and a tablet write apart both apply', async () => {
  // Without hold points, as a tablet adds them.
  const [lift, cut] = [
    { no: 1, text: 'Lift' },
    { no: 2, text: 'Cut' },
  ];
  const id = await make({ items: [lift, cut] });
  const send = await tabletWith(id);
  await write(id, 0, 'text', 'Lift with two slings');
  await saved(id, 'two slings');
  await send({ items: [lift, { no: 2, text: 'Cut wet' }] });
  expect(await dataOf(id)).toEqual({
    items: [
      { no: 1, text: 'Lift with two slings' },
      { no: 2, text: 'Cut wet' },
    ],
  });
  expect(await disputes(id)).toEqual([]);
});

test('[WB703] empty values that the office and a tablet fill in both apply', async () => {
  const [aider, point] = [
    { key: 'first_aider', value: '' },
    { key: 'assembly_point', value: '' },
  ];
  const id = await make({ entries: [aider, point] });
  const send = await tabletWith(id);
  await write(id, 0, 'value', 'Ann');
  await saved(id, 'Ann');
  await send({ entries: [aider, { ...point, value: 'Gate 2' }] });
  expect(await dataOf(id)).toEqual({
    entries: [
      { ...aider, value: 'Ann' },
      { ...point, value: 'Gate 2' },
    ],
  });
  expect(await disputes(id)).toEqual([]);
});

test('[WB703] two authors in the office write two steps, one of which a tablet added', async () => {
  const [lift, clean] = [
    { no: 1, text: 'Lift', hold_point: false },
    { no: 2, text: 'Clean' },
  ];
  const id = await make({ items: [lift, clean] });
  const other = await tokenOf(office.page, 'Paul Shah');
  const swept = { items: [lift, { no: 2, text: 'Clean and sweep' }] };
  const patch = { data: swept, was: { data: { items: [lift, clean] } } };
  await write(id, 0, 'text', 'Lift with two slings', () =>
    callApi(office.page, 'PATCH', `${sections}/${id}`, patch, other),
  );
  await saved(id, 'two slings');
  expect(await dataOf(id)).toEqual({
    items: [
      { ...lift, text: 'Lift with two slings' },
      { no: 2, text: 'Clean and sweep' },
    ],
  });
  expect(await disputes(id)).toEqual([]);
});

test('[WB704] a hold point that has no text yet stays where another step is written', async () => {
  const held = { no: 1, text: '', hold_point: true, released_by: 'TWC' };
  const id = await make({ items: [held, { no: 2, text: 'Cut' }] });
  await write(id, 1, 'text', 'Cut wet');
  await saved(id, 'Cut wet');
  expect(await dataOf(id)).toEqual({ items: [held, { no: 2, text: 'Cut wet' }] });
});

test('[WB704] equipment that a tablet began with its specification stays', async () => {
  const begun = { item: '', specification: 'FFP3', when: 'Always' };
  const id = await make({ items: [{ item: 'Gloves', specification: 'Nitrile', when: 'Priming' }, begun] });
  await write(id, 0, 'specification', 'Butyl');
  await saved(id, 'Butyl');
  expect(await dataOf(id)).toEqual({ items: [{ item: 'Gloves', specification: 'Butyl', when: 'Priming' }, begun] });
});

test('[WB704] a row whose first field is cleared keeps its others; an emptied one is gone', async () => {
  const id = await make({
    items: [
      { item: 'Gloves', specification: 'Nitrile' },
      { item: 'Mask', specification: '' },
    ],
  });
  await write(id, 0, 'item', '');
  await saved(id, '""');
  expect(await dataOf(id)).toMatchObject({ items: [{ item: '', specification: 'Nitrile' }, { item: 'Mask' }] });
  await write(id, 1, 'item', '');
  await expect.poll(() => dataOf(id)).toEqual({ items: [{ item: '', specification: 'Nitrile' }] });
});

test('[WB703] a row that is no row stays as it is where another is written', async () => {
  const id = await make({ entries: [null, { key: 'gust', value: '9' }] });
  await write(id, 1, 'value', '8');
  await saved(id, '"8"');
  expect(await dataOf(id)).toEqual({ entries: [null, { key: 'gust', value: '8' }] });
});

test('[WB706] rows are settled by what each choice leaves, and those added since stay', async () => {
  const { page } = office;
  const listOf = (...items: readonly string[]) => ({ items });
  const id = await make(listOf('Gust 9 m/s', 'Rain'));
  const send = await tabletWith(id);
  const patch = (data: JsonObject) => callApi(page, 'PATCH', `${sections}/${id}`, { data });
  await patch(listOf('Gust 8 m/s', 'Rain'));
  await send(listOf('Gust 7 m/s', 'Rain', 'Ice'));
  await patch(listOf('Gust 8 m/s', 'Rain', 'Ice', 'Fog'));
  await page.goto('/office/settle');
  const now = page.locator('section.value', { hasText: 'In the document now' });
  await now.getByText('Fog').waitFor();
  expect(await now.locator('.running').innerText()).toBe('Gust 8 m/s\nRain\nIce\nFog');
  const other = page.locator('section.value', { hasText: 'The other value' });
  expect(await other.locator('.running').innerText()).toBe('Gust 7 m/s\nRain\nIce\nFog');
  await look(page, 'settle-rows');
  await page.getByRole('button', { name: 'Take this' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
  expect(await dataOf(id)).toEqual(listOf('Gust 7 m/s', 'Rain', 'Ice', 'Fog'));
});
