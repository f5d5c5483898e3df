/** Data of sections that another program wrote, in whatever shape: it is shown, and no row that is written replaces it. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { rowWords } from '../../web/field/words/en-rows.ts';
import { linesOf } from '../../web/field/base/section-lines.ts';
import { rowsOf } from '../../web/field/document/edit/section-rows.ts';
import { findings } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let [document, sections] = ['', ''];
let makeDocument: () => Promise<string>;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  const { page } = office;
  const { id: project_id } = await callApi(page, 'POST', 'projects', { name: 'Kingsmead Quarter' });
  const { id: site_id } = await callApi(page, 'POST', 'sites', { project_id, name: 'Block C tower' });
  const body = { title: 'By another program', document_type: 'rams', project_id, site_id };
  makeDocument = async () => (await callApi(page, 'POST', 'documents', body)).id;
  document = await makeDocument();
  sections = `documents/${document}/sections`;
});

/** By type; what each says. */
const foreign: readonly (readonly [type: string, data: JsonObject, said: string])[] = [
  ['sequence_of_works', { items: 'Fence, then lift' }, 'Fence, then lift'],
  ['ppe', { items: { helmet: 'EN 397' } }, 'EN 397'],
  ['emergency_arrangements', { entries: { first_aider: 'Ann Lee' } }, 'Ann Lee'],
  ['weather_limits', { rows: { gust: '9 m/s' } }, '9 m/s'],
  ['weather_limits', { columns: ['Limit'], rows: [{ Limit: '9 m/s' }] }, '9 m/s'],
  ['weather_limits', { columns: ['Limit'], rows: ['Gust 9 m/s'] }, 'Gust 9 m/s'],
  ['sequence_of_works', { items: ['Fence the zone', { no: 2, text: 'Lift' }] }, 'Fence the zone'],
  ['emergency_arrangements', { entries: ['First aider: Ann'] }, 'First aider: Ann'],
  ['emergency_arrangements', { entries: [{ name: 'First aider', text: 'Ann' }] }, 'Ann'],
  ['understanding_check', { items: 'Who lifts?' }, 'Who lifts?'],
];

test('[WB800] data of another shape has no rows to write on the tablet, and is said', () => {
  for (const [type, data, said] of foreign) {
    expect(rowsOf(type, data), JSON.stringify(data)).toBeNull();
    expect(linesOf({ data }, rowWords).join('\n')).toContain(said);
  }
  expect(rowsOf('sequence_of_works', { items: null })?.of.rows).toEqual([]);
});

test('[WB800] data of another shape is shown in the office, and has no fields', async () => {
  const { page } = office;
  for (const [type, data, said] of foreign) {
    const own = await makeDocument();
    const body = { title: 'Foreign', section_type: type, data };
    const { id } = await callApi(page, 'POST', `documents/${own}/sections`, body);
    await page.goto(`/office/documents/${own}/edit?entry=${id}`);
    const entry = page.locator(`#entry-${id}`);
    await entry.getByText('Another system wrote this content.').waitFor();
    expect(await entry.locator('.running').innerText()).toContain(said);
    expect(await entry.locator('.rows-field[data-field=body]').count()).toBe(0);
  }
  expect(findings).toEqual([]);
});

test('[WB801] what no row shows is said beside the rows, and stays', async () => {
  const { page } = office;
  const data = { note: 'Agreed with the crane', entries: [{ key: 'Gate', value: '2' }], items: ['Sling'] };
  expect(rowsOf('custom', data)?.of.beside).toEqual({ note: data.note, items: data.items });
  const { id } = await callApi(page, 'POST', sections, { title: 'Beside', section_type: 'custom', data });
  await page.goto(`/office/documents/${document}/edit?entry=${id}`);
  const entry = page.locator(`#entry-${id}`);
  for (const words of [data.note, 'Sling']) await entry.locator('.running', { hasText: words }).waitFor();
  await entry.getByLabel(/^Value/).fill('3');
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(async () => (await callApi<JsonObject>(page, 'GET', `${sections}/${id}`))['data'])
    .toEqual({ ...data, entries: [{ key: 'Gate', value: '3' }] });
});

const waited = 'Wait for the crane supervisor';
const held = (hold_point: string) => ({ no: 1, text: 'Cut', hold_point, released_by: 'Electrician' });

test('[WB802] a hold point in words counts as one on the tablet', () => {
  expect(linesOf({ data: { items: [held('yes')] } }, rowWords)).toEqual([
    'Hold point: 1. Cut · Released by: Electrician',
  ]);
  expect(linesOf({ data: { items: [held(waited)] } }, rowWords)[0]).toMatch(
    new RegExp(`^Hold point: 1. Cut.*${waited}`),
  );
  const cells = rowsOf('sequence_of_works', { items: [held('yes')] })?.cells;
  expect(cells?.[1]?.read(held('yes'))).toBe('yes');
  expect(cells?.[2]?.isShown?.(held('yes'))).toBe(true);
  expect(rowsOf('sequence_of_works', { items: [held(waited)] })).toBeNull();
});

test('[WB802] a hold point in words is chosen as it says in the office, and stays', async () => {
  const { page } = office;
  const items = [held('Yes'), { ...held(waited), no: 2 }];
  const { id } = await callApi(page, 'POST', sections, { title: 'Holds', section_type: 'custom', data: { items } });
  await page.goto(`/office/documents/${document}/edit?entry=${id}`);
  const row = (at: number) => page.locator(`#entry-${id} .written-row`).nth(at);
  await row(1).waitFor();
  const chosen = (at: number) => row(at).getByLabel('Hold point').inputValue();
  expect([await chosen(0), await chosen(1)]).toEqual(['yes', waited]);
  await row(1).getByLabel('What is done').fill('Cut slowly');
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(async () => (await callApi<JsonObject>(page, 'GET', `${sections}/${id}`))['data'])
    .toEqual({ items: [items[0], { ...items[1], text: 'Cut slowly' }] });
});
