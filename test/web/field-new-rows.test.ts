/** Sections that have nothing in them yet, written on a tablet without a server: begun, moved, and begun between others. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { section as printOf } from '../../server/export/model/sections/section.ts';
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };
import { findings } from './support/look.ts';
import { newSections, type NewSection } from './support/new-sections.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const of = (id?: string) => ({ document: field.documentId, id: id ?? '' });
type Body = Parameters<typeof field.rest.createSection>[0]['body'];
const make = async (body: object) => (await field.rest.createSection({ ...of(), body: body as Body })).id;
const dataOf = async (id: string) => (await field.rest.getSection(of(id))).data;
const path = (id: string) => `/field/d/${field.documentId}/edit/${id}/section`;
const card = (at: number) => page.locator('[data-row]').nth(at);
const saved = () => page.getByText('Saved here').waitFor();

const titleOf = (type: string) => sectionTypes.find(({ value }) => value === type)?.label ?? '';

/** As the office makes one: of its type, with nothing in it. */
async function begun(type: string): Promise<string> {
  const { sections } = await field.rest.getDocument({ document: field.documentId });
  const there = sections.find((each) => each.section_type === type);
  if (there) await field.rest.updateSection({ ...of(there.id), body: { data: null } });
  return there?.id ?? (await make({ title: titleOf(type), section_type: type }));
}

async function write({ add, rows }: NewSection): Promise<void> {
  for (const [at, fields] of rows.entries()) {
    if (add) await press(page, add[1]);
    for (const [label, words] of fields) {
      const group = card(at).getByRole('group', { name: label, exact: true });
      if ((await group.count()) > 0) await group.getByRole('button', { name: words }).click();
      // A value that has a name is labelled by it.
      else await (add ? card(at).getByLabel(label, { exact: true }) : card(at).getByRole('textbox')).fill(words);
    }
  }
  await saved();
}

test('[WB740] a value without a name gets one, letter by letter', async () => {
  const id = await make({
    title: 'Contacts',
    section_type: 'custom',
    data: { entries: [{ key: '', value: 'Ann Lee' }] },
  });
  await page.goto(path(id));
  const name = card(0).getByRole('textbox').first();
  await name.pressSequentially('First aider');
  await saved();
  expect(await name.inputValue()).toBe('First aider');
  await expect.poll(() => dataOf(id)).toEqual({ entries: [{ key: 'First aider', value: 'Ann Lee' }] });
});

test('[WB740] the sections that the office made are written without a server, from nothing', async () => {
  const ids = new Map<string, string>();
  for (const { type } of newSections) ids.set(type, await begun(type));
  await page.goto(`/field/d/${field.documentId}/sections`);
  await page.getByRole('link', { name: titleOf('ppe') }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await field.stopServer();
  for (const each of newSections) {
    await page.goto(path(ids.get(each.type) ?? ''));
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (each.add) await page.getByRole('button', { name: each.add[1], exact: true }).waitFor();
    await write(each);
    await seen(page, `new-${each.type}`);
  }
  await page.goto('/field/sending');
  await field.startServer();
  await page.context().setOffline(false);
  await press(page, 'Try to send now');
  for (const { type, data, printed } of newSections) {
    const id = ids.get(type) ?? '';
    await expect.poll(() => dataOf(id)).toMatchObject(data);
    const print = JSON.stringify(printOf(await field.rest.getSection(of(id))));
    for (const words of printed) expect(print).toContain(words);
  }
});

test('[WB745] a section that is new in the draft is reached from all sections', async () => {
  await page.goto(`/field/d/${field.documentId}/sections`);
  const list = page.getByRole('region', { name: 'New in the draft, not approved yet' });
  await list.getByRole('link', { name: titleOf('ppe') }).click();
  await page.getByRole('heading', { level: 1, name: titleOf('ppe') }).waitFor();
  expect(await card(0).getByLabel('Specification').inputValue()).toBe('FFP3');
});

test('[WB743] a step is moved and one is inserted on the tablet, and another edit of it merges', async () => {
  const step = (no: number, text: string, more: object = {}) => ({ no, text, hold_point: false, ...more });
  const released = { hold_point: true, released_by: 'TWC' };
  const items = [step(1, 'Fence'), step(2, 'Lift', released), step(3, 'Fix')];
  const id = await make({ title: 'Order', section_type: 'custom', data: { items } });
  await page.goto(path(id));
  await card(2).waitFor();
  await page.context().setOffline(true);
  await press(page, 'Move up: Step 3');
  await page.locator('button:focus', { hasText: 'Move up' }).waitFor();
  expect(await card(1).getByLabel('What is done').inputValue()).toBe('Fix');
  expect(await page.getByRole('button', { name: 'Move up: Step 1' }).isDisabled()).toBe(true);
  await card(2).getByLabel('What is done').press('Alt+ArrowUp');
  await card(1).locator('.input:focus').waitFor();
  expect(await card(1).getByLabel('Released by').inputValue()).toBe('TWC');
  await page.getByRole('button', { name: 'Move up: Step 2' }).press('Enter');
  await page.locator('button:focus[aria-label="Move down: Step 1"]').press('Enter');
  await press(page, 'Insert below: Step 1');
  await card(1).locator('.input:focus').waitFor();
  await page.keyboard.type('Clear the deck');
  await saved();
  await seen(page, 'steps-moved');
  await field.rest.updateSection({ ...of(id), body: { data: { items: items.with(2, step(3, 'Fix it')) } } });
  await page.context().setOffline(false);
  await expect.poll(async () => JSON.stringify(await dataOf(id))).toContain('Clear the deck');
  expect(await dataOf(id)).toEqual({
    items: [step(1, 'Fence'), { no: 2, text: 'Clear the deck' }, step(3, 'Lift', released), step(4, 'Fix it')],
  });
  expect(findings).toEqual([]);
});
