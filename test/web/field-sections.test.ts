/** What a section holds in rows, edited on the tablet. Each test goes on from the last. */
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { findings } from './support/look.ts';
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
/** Ids by type. */
const sections = new Map<string, string>();
const columns = ['Condition', 'Limit', 'Action'];
const gust = (limit: string) => ['Gust', limit, 'Land the panel'];
const rain = (limit: string) => ['Rain', limit, 'Stop the lift'];
const snow = ['Snow', 'Any', 'Stop the lift'];
const items = [
  { no: 1, text: 'Fence the drop zone', hold_point: false },
  { no: 2, text: 'Lift the panel', hold_point: true, released_by: 'Ann Lee' },
];
const entries = [
  { key: 'first_aider', value: 'Bob Orr' },
  { key: 'assembly_point', value: 'Gate 1' },
];

beforeAll(async () => {
  const of = { document: field.documentId };
  const add = (section_type: 'sequence_of_works' | 'emergency_arrangements', title: string, data: object) =>
    field.rest.createSection({ ...of, body: { section_type, title, data: data as Record<string, never> } });
  await add('sequence_of_works', 'Sequence', { items });
  await add('emergency_arrangements', 'Emergency', { entries });
  for (const each of (await field.rest.listSections({ ...of, query: {} })).data)
    sections.set(each.section_type, each.id);
  await office([gust('9 m/s'), rain('Heavy'), snow]);
});

const of = (type: string) => ({ document: field.documentId, id: sections.get(type) ?? '' });
const office = (rows: string[][]) =>
  field.rest.updateSection({ ...of('weather_limits'), body: { data: { columns, rows } } });
const dataOf = async (type: string) => (await field.rest.getSection(of(type))).data;
const open = (type: string) => page.goto(`/field/d/${field.documentId}/edit/${of(type).id}/section`);
const row = (name: string) => page.getByRole('group', { name, exact: true });
const saved = () => page.getByText('Saved here').waitFor();

async function openSending(): Promise<void> {
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.getByRole('main').getByText('Nothing waits').waitFor();
}

test('[WB657] rows are edited without a server, and merge with those of others', async () => {
  // The form shows what the tablet had when it was opened.
  await expect
    .poll(async () => {
      await open('weather_limits');
      await row('Row 1').waitFor();
      return await row('Row 3').count();
    })
    .toBe(1);
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await office([gust('9 m/s'), rain('Any'), snow]);
  await field.stopServer();
  await row('Row 1').getByLabel('Limit').fill('7 m/s');
  await saved();
  await page.reload();
  expect(await row('Row 1').getByLabel('Limit').inputValue()).toBe('7 m/s');
  await press(page, 'Add a row');
  await row('Row 4').locator('.input:focus').waitFor();
  await page.keyboard.type('Fog');
  await row('Row 4').getByLabel('Limit').fill('50 m');
  await saved();
  await press(page, 'Remove: Row 3');
  await page.getByText('Removed: Row 3').waitFor();
  await seen(page, 'section-rows');
  await page.getByRole('button', { name: 'Undo: Row 3' }).press('Enter');
  expect(await row('Row 3').getByLabel('Condition').inputValue()).toBe('Snow');
  await row('Row 3').getByLabel('Action').fill('Clear the deck');
  await page.getByRole('link', { name: 'Back', exact: true }).click(); // at once
  await field.startServer();
  await page.context().setOffline(false);
  await page.locator('a[href="/field/sending"]').click();
  await press(page, 'Try to send now');
  await expect
    .poll(() => dataOf('weather_limits'))
    .toEqual({
      columns,
      rows: [gust('7 m/s'), rain('Any'), ['Snow', 'Any', 'Clear the deck'], ['Fog', '50 m', '']],
    });
});

test('[WB657] steps and values under names have their fields', async () => {
  await open('sequence_of_works');
  expect(await row('Step 2').getByLabel('Released by').inputValue()).toBe('Ann Lee');
  await row('Step 1').getByLabel('What is done').fill('Fence the zone');
  await row('Step 1').getByRole('group', { name: 'Hold point' }).getByRole('button', { name: 'Yes' }).click();
  await row('Step 1').getByLabel('Released by').fill('Cid Roe');
  await saved();
  await seen(page, 'section-steps');
  await press(page, 'Remove: Step 2');
  const first = { no: 1, text: 'Fence the zone', hold_point: true, released_by: 'Cid Roe' };
  await expect.poll(() => dataOf('sequence_of_works')).toEqual({ items: [first] });
  await open('emergency_arrangements');
  await page.getByRole('textbox', { name: 'First aider' }).fill('Ann Lee');
  await press(page, 'Add a row');
  await row('Row 5').getByLabel('Name').fill('Hospital');
  await row('Row 5').getByLabel('Value').fill('St James');
  const now = [{ key: 'first_aider', value: 'Ann Lee' }, entries[1], { key: 'Hospital', value: 'St James' }];
  await expect.poll(() => dataOf('emergency_arrangements')).toEqual({ entries: now });
  await seen(page, 'section-values');
});

test('[WB658] two edits of one row are shown in Sending, row beside row', async () => {
  await open('weather_limits');
  await row('Row 4').waitFor();
  await page.context().setOffline(true);
  await row('Row 1').getByLabel('Limit').fill('6 m/s');
  await saved();
  const others = [rain('Any'), snow];
  await office([gust('8 m/s'), ...others]);
  await page.context().setOffline(false);
  await openSending();
  await page.getByText('Yours: Gust · 6 m/s').waitFor();
  await page.getByText('in the draft now: Gust · 8 m/s').waitFor();
  await seen(page, 'sending-rows');
  expect(await dataOf('weather_limits')).toEqual({ columns, rows: [gust('8 m/s'), ...others] });
  const { data } = await field.rest.listConflicts({ query: { status: 'open' } });
  await field.rest.settleConflict({ conflict: data[0]?.id ?? '', body: { resolution: 'take' } });
  expect(await dataOf('weather_limits')).toEqual({ columns, rows: [gust('6 m/s'), ...others] });
});

test('[WB659] the questions of a check are left to the office', async () => {
  await open('understanding_check');
  await page.getByText('The office edits this part').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await seen(page, 'section-of-office');
});

test('[WB817] what is not on the tablet cannot be edited, and its page says so', async () => {
  const nothing = '01a1c000-0000-7000-8000-000000000009';
  for (const address of [`${nothing}/edit/${nothing}`, `${field.documentId}/edit/${nothing}`]) {
    await page.goto(`/field/d/${address}/section`);
    await page.getByText('There is nothing here, or this tablet may not see it.').waitFor();
  }
});

test('[WB660] what a severity and a likelihood mean is below their figures', async () => {
  const [hazard] = (await field.rest.listHazards({ document: field.documentId })).data;
  await page.goto(`/field/d/${field.documentId}/edit/${hazard?.id}/hazard`);
  await row('How bad, before controls').getByText('Death').waitFor();
  const likelihood = row('How likely, before controls');
  await likelihood.getByText('Likely', { exact: true }).waitFor();
  await likelihood.getByRole('button', { name: '3' }).click();
  await likelihood.getByText('Possible').waitFor();
  await seen(page, 'ratings');
});

test('[WB662] two tabs that edit different rows keep both', async () => {
  await open('weather_limits');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const there = other.getByRole('group', { name: 'Row 2', exact: true }).getByLabel('Limit');
  await there.waitFor();
  await row('Row 1').getByLabel('Limit').fill('5 m/s');
  await saved();
  await there.fill('Drizzle');
  await expect.poll(() => dataOf('weather_limits')).toEqual({ columns, rows: [gust('5 m/s'), rain('Drizzle'), snow] });
  await other.close();
});

test('[WB661] rows of a draft that was approved meanwhile are kept in Sending', async () => {
  const document = { document: field.documentId };
  await open('weather_limits');
  await row('Row 2').waitFor();
  await page.context().setOffline(true);
  await row('Row 3').getByLabel('Limit').fill('2 cm');
  await saved();
  await field.rest.submitReview({ ...document, body: {} });
  await field.rest.approve({ ...document, body: {} });
  await page.context().setOffline(false);
  await page.goto('/field/sending');
  await page.getByText('Snow · 2 cm · Stop the lift').waitFor();
  await seen(page, 'sending-refused-rows');
  await press(page, 'Open as a suggestion');
  await expect
    .poll(() => dataOf('weather_limits'))
    .toMatchObject({
      rows: [gust('5 m/s'), rain('Drizzle'), ['Snow', '2 cm', 'Stop the lift']],
    });
});

test('[WB657] the card says the new limit once it is approved', async () => {
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByText('5 m/s').waitFor();
  expect(findings).toEqual([]);
});
