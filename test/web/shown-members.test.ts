/** What a section holds is shown whole on the tablet: to read, as a new version, and of what was not taken. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ana Lima'],
  (opened) => ({ field, page } = opened),
  () => page,
);
const of = () => ({ document: field.documentId });
const path = (part = '') => `/field/d/${field.documentId}${part}`;
const main = async () => (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
type Body = Parameters<typeof field.rest.createSection>[0]['body'];
const make = async (title: string, section_type: string, data: object, body?: string) => {
  const section = { title, section_type, data, ...(body ? { body } : {}) };
  return (await field.rest.createSection({ ...of(), body: section as Body })).id;
};
const change = (id: string, data: object, was?: object) =>
  field.rest.updateSection({ ...of(), id, body: { data, ...(was ? { was: { data: was } } : {}) } as never });
const mask = (specification: string) => ({ items: [{ item: 'Mask', specification, when: 'Sawing' }] });
const cut = (more: object) => ({ items: [{ no: 1, text: 'Cut the cable', ...more }] });
const limits = async (): Promise<string> => {
  const { sections } = await field.rest.getDocument(of());
  return sections.find((each) => each.section_type === 'weather_limits')?.id ?? '';
};
let [ppe, steps] = ['', ''];

async function approve(): Promise<void> {
  await field.rest.submitReview({ ...of(), body: {} });
  await field.rest.approve({ ...of(), body: {} });
  await field.rest.revise({ ...of(), body: {} });
}

test('[WB695] all sections say which mask, and where to hold until who releases', async () => {
  ppe = await make('PPE', 'ppe', mask('FFP2'));
  steps = await make('Sequence', 'sequence_of_works', cut({ hold_point: true, released_by: 'Electrician' }));
  await approve();
  await page.goto(path('/sections'));
  for (const title of ['PPE', 'Sequence']) await page.getByText(title, { exact: true }).click();
  await page.getByText('Hold point: 1. Cut the cable · Released by: Electrician').waitFor();
  await page.getByText('Mask · Specification: FFP2 · When: Sawing').waitFor();
  await seen(page, 'section-members');
  await page.goto(path('/find'));
  await page.getByLabel('Find', { exact: false }).fill('ffp2');
  await page.locator('a.row', { hasText: 'Specification: FFP2' }).waitFor();
});

test('[WB696] What changed names another mask and hold point beside another change', async () => {
  await page.goto(`/field/changed/${field.documentId}`);
  await page.getByText('is now version 2').waitFor();
  await page.goto(path());
  await page.getByText('version 2').first().waitFor();
  await change(ppe, mask('FFP3'));
  await change(steps, cut({ hold_point: false }));
  const [hazard] = (await field.rest.getDocument(of())).hazards;
  await field.rest.updateHazard({ ...of(), id: hazard?.id ?? '', body: { description: 'Open edge.' } });
  await approve();
  await page.getByText('version 3').first().waitFor();
  await page.goto(`/field/changed/${field.documentId}`);
  await page.getByRole('heading', { name: '3 things changed' }).waitFor();
  const changed = await page.locator('.change').allInnerTexts();
  expect(changed.map((each) => each.split('\n')[0])).toEqual(['Fall from the slab edge', 'PPE', 'Sequence']);
  await seen(page, 'members-changed');
});

test('[WB700] Sending shows both values of a dispute about any member of a row', async () => {
  await page.goto(path(`/edit/${ppe}/section`));
  await page.getByLabel('Specification').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Specification').fill('Half mask P3');
  await page.getByText('Saved here').waitFor();
  await change(ppe, mask('Full mask P3'), mask('FFP3'));
  await page.context().setOffline(false);
  const open = async () => (await field.rest.listConflicts({})).data.filter(({ state }) => state === 'open');
  await expect.poll(async () => (await open()).length).toBe(1);
  await page.goto('/field/sending');
  const mine = 'Yours: Mask · Specification: Half mask P3 · When: Sawing';
  await page.getByText(`${mine} · in the draft now: Mask · Specification: Full mask P3 · When: Sawing`).waitFor();
  await seen(page, 'sending-members');
  for (const { id } of await open()) await field.rest.settleConflict({ conflict: id, body: { resolution: 'keep' } });
});

test('[WB701] rows and text of a section that are not saved are both kept whole', async () => {
  const id = await make('Worn', 'custom', mask('FFP2'), 'Worn at all times.');
  await page.goto(path(`/edit/${id}/section`));
  await page.getByLabel('Specification').waitFor();
  await field.rest.submitReview({ ...of(), body: {} });
  await page.getByText('Your text is kept.').first().waitFor();
  await page.getByLabel('Specification').fill('FFP3, face-fit tested');
  await page.getByLabel('What', { exact: true }).fill('Mask with valve');
  await page.locator('.kept-text', { hasText: 'Mask with valve' }).waitFor();
  await page.getByLabel('Text', { exact: true }).fill('Also in the cabin.');
  await page.locator('.kept-text', { hasText: 'Also in the cabin.' }).waitFor();
  await page.goto('/field/sending');
  await page.locator('.kept-text', { hasText: 'Also in the cabin.' }).waitFor();
  await page.getByText('Mask with valve · Specification: FFP3, face-fit tested · When: Sawing').waitFor();
  await page.getByText('Worn: Rows').waitFor();
  await field.rest.withdraw({ ...of(), body: {} });
});

test('[WB702] a cell beyond the columns stays where another of its row is written', async () => {
  const data = { columns: ['Material', 'Use'], rows: [['Primer', 'Joints', 'No flame']] };
  const id = await make('Materials', 'materials', data);
  await page.goto(path(`/edit/${id}/section`));
  await page.getByLabel('Use').fill('Joints only');
  await expect
    .poll(async () => (await field.rest.getSection({ ...of(), id })).data)
    .toMatchObject({ rows: [['Primer', 'Joints only', 'No flame']] });
});

test('[WB699] a limit or place that nobody wrote is left out of the card', async () => {
  await change(await limits(), { columns: ['Condition', 'Limit'], rows: [['Fog'], ['Ice', null]] });
  const entries = [
    { key: 'first_aider', value: 'Ann Lee' },
    { key: 'assembly_point', value: null },
  ];
  await make('Emergency', 'emergency_arrangements', { entries });
  await approve();
  await page.goto(path());
  await page.getByText('Ann Lee').waitFor();
  await page.getByText('Ice').waitFor();
  expect(await main()).not.toMatch(/null|undefined|Assembly/);
  await seen(page, 'card-without-limits');
});

test('[WB697] sections of a shape that no form writes are shown as they are', async () => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await change(await limits(), { columns: ['Condition', 'Limit'], rows: [null, 'Gusts over 9 m/s'] });
  for (const data of [{ items: 'Odd words' }, { items: [null] }, { entries: [null, { value: 'No key' }] }])
    await make('Odd', 'custom', data);
  await approve();
  await page.goto(path());
  await page.getByText('Gusts over 9 m/s').waitFor();
  await page.goto(path('/sections'));
  await page.getByText('Odd', { exact: true }).first().waitFor();
  for (const odd of await page.getByText('Odd', { exact: true }).all()) await odd.click();
  for (const said of ['Odd words', 'No key']) await page.getByText(said).waitFor();
  await page.goto(`/field/changed/${field.documentId}`);
  await page.getByRole('heading', { name: /things changed/ }).waitFor();
  const { sections } = await field.rest.getDocument(of());
  for (const { id, title } of sections.filter((each) => ['Odd', 'Weather limits'].includes(each.title))) {
    await page.goto(path(`/edit/${id}/section`));
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  }
  expect(faults).toEqual([]);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
