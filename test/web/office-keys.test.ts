/** Panes that fold and rows that are selected, by the keyboard and by pointer: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { expectFocusOn } from './support/by-keys.ts';
import { openExample } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(openExample, (opened) => (office = opened));

const button = (name: string | RegExp) => office.page.getByRole('button', { name });
const region = (name: string) => office.page.getByRole('region', { name });

async function draft(title: string): Promise<string> {
  const { data } = await callApi<{ readonly data: readonly [{ readonly id: string }] }>(office.page, 'GET', 'projects');
  const [{ id: project_id }] = data;
  return (await callApi(office.page, 'POST', 'documents', { title, document_type: 'rams', project_id })).id;
}

test('[WB610] panes at the sides fold by key and by button, and this browser keeps it', async () => {
  const { page } = office;
  const id = await draft('Folded');
  await page.goto(`/office/documents/${id}/edit`);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  const score = region('Compliance');
  await outline.waitFor();
  await score.waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('[');
  await page.keyboard.press(']');
  await outline.waitFor({ state: 'hidden' });
  await score.waitFor({ state: 'hidden' });
  await look(page, 'panes-folded');
  await page.reload();
  await button('Show the score').waitFor();
  expect(await score.isVisible()).toBe(false);
  await button('Show the score').click();
  await score.waitFor();
  await page.keyboard.press('[');
  await outline.waitFor();
  await look(page, 'panes-shown');
  // Where there is no room for three, nothing is folded.
  await page.keyboard.press(']');
  await page.setViewportSize({ width: 1200, height: 900 });
  await score.waitFor();
  await page.keyboard.press(']');
  await page.setViewportSize({ width: 1440, height: 900 });
  await button('Show the score').click();
});

test('[WB610] elsewhere the same keys fold the rooms and the preview', async () => {
  const { page } = office;
  await page.goto('/office/documents');
  const rooms = page.getByRole('navigation', { name: 'Office' });
  const first = page.locator('main tbody a.title').first();
  await first.focus();
  await page.keyboard.press('[');
  await rooms.waitFor({ state: 'hidden' });
  await expectFocusOn(first);
  await page.keyboard.press('Space');
  await region('Preview').waitFor();
  await look(page, 'rooms-folded');
  await first.focus();
  await page.keyboard.press(']');
  await region('Preview').waitFor({ state: 'hidden' });
  await look(page, 'preview-folded');
  // Who asks for a preview sees it.
  await first.focus();
  await page.keyboard.press('Space');
  await region('Preview').waitFor();
  await page.keyboard.press('Space');
  await region('Preview').waitFor({ state: 'detached' });
  await button('Show the menu').press('Enter');
  await rooms.waitFor();
  await expectFocusOn(button('Hide the menu'));
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('hide or show what is at the sides').waitFor();
  await page.keyboard.press('Escape');
});

test('[WB611] documents are selected by X or their boxes, and a PDF is made of each', async () => {
  const { page } = office;
  const bar = region('Selected documents');
  await page.goto('/office/documents');
  const links = page.locator('main tbody a.title');
  await links.first().focus();
  await page.keyboard.press('x');
  await bar.getByText('1 document selected').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await bar.getByText('2 documents selected').waitFor();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .check();
  await bar.getByText('3 documents selected').waitFor();
  await look(page, 'selected');
  await links.nth(2).focus();
  await page.keyboard.press('x');
  await bar.getByText('2 documents selected').waitFor();
  await page.keyboard.press('Shift+X');
  await expectFocusOn(bar.getByRole('button').first());
  await bar.getByRole('button', { name: 'Make a PDF of each' }).press('Enter');
  const ready = region('PDF files').getByRole('link', { name: 'Download' });
  await expect.poll(() => ready.count(), { timeout: 60_000 }).toBe(2);
  await look(page, 'selected-made');
  await links.first().focus();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('[WB611] a selection stays when the list is read again, and ends with another filter', async () => {
  const { page } = office;
  const bar = region('Selected documents');
  await page.goto('/office/documents');
  const second = page.getByRole('checkbox', { name: /^Select / }).nth(1);
  const name = (await second.getAttribute('aria-label')) ?? '';
  await second.check();
  await draft('Newer than all others');
  await page.getByRole('link', { name: 'Newer than all others' }).waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).getAttribute('aria-label')).toBe(name);
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Draft' }).click();
  await bar.waitFor({ state: 'detached' });
});

test('[WB611] what was selected is archived after the page has said what follows', async () => {
  const { page } = office;
  const bar = region('Selected documents');
  const ids = [await draft('Put away 1'), await draft('Put away 2')];
  await page.goto('/office/documents?status=draft');
  for (const at of [1, 2]) await page.getByRole('checkbox', { name: `Select Put away ${at}` }).check();
  await bar.getByRole('button', { name: 'Archive' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Archive 2 documents?' });
  await dialog.getByText('Put away 2: a draft').waitFor();
  await look(page, 'selected-archive');
  await dialog.getByRole('button', { name: 'Archive 2 documents' }).press('Enter');
  await page.getByText('2 documents archived. They stay readable.').waitFor();
  await bar.waitFor({ state: 'detached' });
  for (const id of ids) expect(await callApi(page, 'GET', `documents/${id}`)).toMatchObject({ status: 'archived' });
});

test('[WB611] one of several that could not be archived is with the next press', async () => {
  const { page } = office;
  const ids = [await draft('Kept back 1'), await draft('Kept back 2')];
  await page.goto('/office/documents?status=draft');
  for (const at of [1, 2]) await page.getByRole('checkbox', { name: `Select Kept back ${at}` }).check();
  await region('Selected documents').getByRole('button', { name: 'Archive' }).press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Archive 2 documents' });
  const problem = { code: 'conflict', status: 409, detail: 'Not now.' };
  const refused = { status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  let asked = 0;
  await page.route('**/archive', (route) => (++asked === 2 ? route.fulfill(refused) : route.continue()));
  await confirm.press('Enter');
  await expect.poll(() => asked).toBe(2);
  await page
    .getByRole('dialog')
    .getByText(/^Kept back [12]: not now\.$/)
    .waitFor();
  const statuses = () => Promise.all(ids.map(async (id) => (await callApi(page, 'GET', `documents/${id}`))['status']));
  expect(new Set(await statuses())).toEqual(new Set(['archived', 'draft']));
  await page.getByRole('dialog').getByRole('button', { name: 'Archive 1 document' }).press('Enter');
  await page.getByText('2 documents archived. They stay readable.').waitFor();
  expect(await statuses()).toEqual(['archived', 'archived']);
  await page.unroute('**/archive');
});

test('[WB9] axe-core finds nothing where panes are folded and rows selected', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
