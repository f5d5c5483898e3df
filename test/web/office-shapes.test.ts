/** Sections of a shape that REST takes and no form writes, in the office. */
import { expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(openEmptyOffice, (opened) => (office = opened));

const columns = ['Condition', 'Limit'];
const shapes: readonly { readonly [member: string]: Json }[] = [
  { entries: [null] },
  { entries: ['Gate 1', { value: 'Gate 2' }, { key: null, value: { at: 'Gate 3' } }] },
  { entries: 'Gate 4' },
  { items: [null] },
  { items: [null, 'One', { item: 'Two' }] },
  { items: [{ item: 'Three', note: null }, null] },
  { items: 'Four' },
  { columns, rows: [null, 'Fog', { limit: '9 m/s' }] },
  { columns: 'Limit', rows: 'Ice' },
];

test('[WB697] the office shows sections of a shape that no form writes, and their page', async () => {
  const { page } = office;
  const { id } = await callApi(page, 'POST', 'documents', { title: 'Rows', document_type: 'toolbox_talk' });
  const made: string[] = [];
  for (const [at, data] of shapes.entries()) {
    const section = { title: `Shape ${at}`, section_type: 'custom', data };
    made.push((await callApi(page, 'POST', `documents/${id}/sections`, section)).id);
  }
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`/office/documents/${id}`);
  await page.getByRole('heading', { name: 'Shape 8' }).waitFor();
  const said = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  const words = ['Gate 1', 'Gate 2', 'Gate 3', 'Gate 4', 'One', 'Two', 'Three', 'Four', 'Fog', '9 m/s', 'Ice'];
  expect(words.filter((each) => !said.includes(each))).toEqual([]);
  for (const entry of made) {
    await page.goto(`/office/documents/${id}/edit?entry=${entry}`);
    await page.locator(`#entry-${entry}`).waitFor();
  }
  expect(faults).toEqual([]);
});
