/** A row that is removed on the tablet and brought back, when the office has decided meanwhile that it stays. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ana Lima'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB707] Undo of a removal that the office has settled brings its row back once', async () => {
  const of = { document: field.documentId };
  const data = (...items: string[]) => ({ data: { items } });
  const { id } = await field.rest.createSection({
    ...of,
    body: { title: 'Tools', section_type: 'custom', ...data('Saw', 'Drill') },
  });
  const open = async () => (await field.rest.listConflicts({ query: { status: 'open', per_page: '100' } })).data;
  const items = async () => (await field.rest.getSection({ ...of, id })).data?.['items'];
  await page.goto(`/field/d/${field.documentId}/edit/${id}/section`);
  await page.getByLabel('Text').first().waitFor();
  await page.context().setOffline(true);
  await press(page, 'Remove: Row 1');
  await page.getByText('Saved here').waitFor();
  await field.rest.updateSection({ ...of, id, body: data('Saw with guard', 'Drill') });
  await page.context().setOffline(false);
  await expect.poll(async () => (await open()).length).toBe(1);
  const [conflict] = await open();
  await field.rest.settleConflict({ conflict: conflict?.id ?? '', body: { resolution: 'keep' } });
  await press(page, 'Undo: Row 1');
  // What the tablet sends next comes after the row that is back.
  await press(page, 'Add a row');
  await page.getByLabel('Text').last().fill('Lamp');
  await expect.poll(items).toContain('Lamp');
  expect(await items()).toEqual(['Saw with guard', 'Drill', 'Lamp']);
  expect(await open()).toEqual([]);
});
