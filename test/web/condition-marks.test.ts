/** Marking conditions while others do, and steps that need the server while it is not there: in a real browser against one real server. */
import { afterEach, expect, test } from 'vitest';
import { dayIn } from '../../shared/base/day.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { look } from './support/look.ts';
import { callApi, colleague } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';
import { panel } from './support/running-permits.ts';

let office: OpenOffice;
let paul: string;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  paul = await colleague(opened.page, 'admin');
});

async function conditional(title: string, due = '2026-01-05'): Promise<string> {
  const { id } = await callApi(office.page, 'POST', 'documents', { title, document_type: 'rams' });
  await callApi(office.page, 'POST', `documents/${id}/submit-review`, {});
  const conditions = [{ text: 'The mast is tied.', due_on: due }];
  await callApi(office.page, 'POST', `documents/${id}/approve`, { conditions });
  return id;
}

afterEach(() => office.page.context().setOffline(false));

const first = { version: 1, condition: 1, seen: 0 };
const dialog = () => office.page.getByRole('dialog');
const banner = () => office.page.getByText('What you see may be old, and nothing is saved');
const press = (name: string) => dialog().getByRole('button', { name, exact: true });

test('[WB710] a link of Home asks nothing but what it says', async () => {
  const { page } = office;
  const id = await conditional('Tower crane');
  await page.goto('/office');
  const row = panel(page, 'Open and running').getByRole('listitem').filter({ hasText: 'Tower crane' });
  const href = (await row.getByRole('link', { name: 'Mark as met' }).getAttribute('href')) ?? '';
  await callApi(page, 'POST', `documents/${id}/meet-condition`, { ...first, note: 'Tag 1' }, paul);
  await page.goto(href);
  await page.getByText(/Somebody was quicker: The mast is tied, met: Paul Shah, .+: “Tag 1”/).waitFor();
  expect(await dialog().count()).toBe(0);
  await look(page, 'condition-quicker');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('Somebody was quicker').waitFor({ state: 'detached' });
  await callApi(page, 'POST', `documents/${id}/revise`, {});
  await callApi(page, 'POST', `documents/${id}/submit-review`, {});
  await callApi(page, 'POST', `documents/${id}/approve`, {});
  await page.goto(href);
  await page.getByText('Version 2 is in force now').waitFor();
  expect(await dialog().count()).toBe(0);
});

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  '[WB816] a condition is late once its day is over for the organisation, in %s',
  async (timezone) => {
    const { page } = office;
    await callApi(page, 'PUT', 'organisation', { timezone });
    const now = Date.now();
    // Also where its midnight passes meanwhile.
    const today = dayIn(new Date(now + 5 * 60_000).toISOString(), timezone);
    const yesterday = dayIn(new Date(now - 24 * 3_600_000).toISOString(), timezone);
    const late = await conditional(`Late in ${timezone}`, yesterday);
    const open = await conditional(`Open in ${timezone}`, today);
    await page.goto('/office');
    const rows = panel(page, 'Open and running').getByRole('listitem');
    await rows
      .filter({ hasText: `Late in ${timezone}` })
      .getByText('1 day late')
      .waitFor();
    expect(await rows.filter({ hasText: `Open in ${timezone}` }).count()).toBe(0);
    await page.goto(`/office/documents/${late}`);
    await page.getByText('approved on conditions whose day is over').waitFor();
    await page.goto(`/office/documents/${open}`);
    await page.getByText('Version 1 was approved on conditions:').waitFor();
  },
);

test('[WB816] Home and a document that are open follow another time zone', async () => {
  const { page } = office;
  const moveTo = (timezone: string) => callApi(page, 'PUT', 'organisation', { timezone });
  await moveTo('Etc/GMT+12');
  // The two zones are 26 hours apart: what is today in one is past in the other.
  const today = dayIn(new Date(Date.now() + 5 * 60_000).toISOString(), 'Etc/GMT+12');
  const id = await conditional('Moved zone', today);
  await page.goto(`/office/documents/${id}`);
  await page.getByText('Version 1 was approved on conditions:').waitFor();
  await moveTo('Pacific/Kiritimati');
  await page.getByText('approved on conditions whose day is over').waitFor();
  await page.goto('/office');
  const row = panel(page, 'Open and running').getByRole('listitem').filter({ hasText: 'Moved zone' });
  await row.waitFor();
  await moveTo('Etc/GMT+12');
  await row.waitFor({ state: 'detached' });
});

test('[WB710] a mark that was found wrong in the meantime is not repeated unread', async () => {
  const { page } = office;
  const id = await conditional('Hoist');
  await page.goto(`/office/documents/${id}`);
  await page.getByRole('button', { name: /^Mark as met/ }).click();
  await dialog().getByText('The mast is tied, until 5 Jan').waitFor();
  await callApi(page, 'POST', `documents/${id}/meet-condition`, first, paul);
  const note = 'The tie is loose.';
  await callApi(page, 'POST', `documents/${id}/reopen-condition`, { ...first, seen: 1, note }, paul);
  await press('Mark as met').click();
  await dialog()
    .getByText(/^Paul Shah found on .+ that condition 1 is not met after all\.$/)
    .waitFor();
});

test('[WB711] no condition is marked without a connection, and the words stay', async () => {
  const { page } = office;
  const id = await conditional('Mast climber');
  await page.goto(`/office/documents/${id}`);
  const opener = page.getByRole('button', { name: /^Mark as met/ });
  await opener.click();
  await page.getByLabel('How was it met?').fill('Tag 4711');
  await page.context().setOffline(true);
  await dialog().getByText('No connection. What is written stays here').waitFor();
  expect(await press('Mark as met').isEnabled()).toBe(false);
  await look(page, 'condition-cut');
  await page.context().setOffline(false);
  await expect.poll(() => press('Mark as met').isEnabled()).toBe(true);
  expect(await page.getByLabel('How was it met?').inputValue()).toBe('Tag 4711');
  await press('Mark as met').click();
  const undo = page.getByRole('button', { name: /^Not met after all/ });
  await undo.waitFor();
  await page.context().setOffline(true);
  await banner().waitFor();
  expect(await undo.isEnabled()).toBe(false);
  await page.context().setOffline(false);
  await expect.poll(() => undo.isEnabled()).toBe(true);
});

test('[WB711] nothing is put away without a connection, one or several', async () => {
  const { page } = office;
  const id = await conditional('Roof');
  await page.goto(`/office/documents/${id}/review`);
  await page.getByRole('button', { name: 'Archive it' }).click();
  await press('Archive it').waitFor();
  await page.context().setOffline(true);
  await dialog().getByText('No connection.').waitFor();
  expect(await press('Archive it').isEnabled()).toBe(false);
  await page.context().setOffline(false);
  await expect.poll(() => press('Archive it').isEnabled()).toBe(true);
  await page.goto('/office/documents');
  await page.getByRole('checkbox', { name: 'Select Roof', exact: true }).check();
  const several = page.getByRole('region', { name: 'Selected documents' }).getByRole('button', { name: 'Archive' });
  await expect.poll(() => several.isEnabled()).toBe(true);
  await page.context().setOffline(true);
  await banner().waitFor();
  expect(await several.isEnabled()).toBe(false);
  await page.context().setOffline(false);
  await expect.poll(() => several.isEnabled()).toBe(true);
  await several.click();
  await page.context().setOffline(true);
  await dialog().getByText('No connection.').waitFor();
  expect(await press('Archive 1 document').isEnabled()).toBe(false);
  await page.context().setOffline(false);
});

test('[WB770] a condition that is met while the next version is reviewed moves nothing on', async () => {
  const { page } = office;
  const id = await conditional('Formwork');
  await callApi(page, 'POST', `documents/${id}/revise`, {}, paul);
  await callApi(page, 'PATCH', `documents/${id}`, { title: 'Formwork, level 2' }, paul);
  await callApi(page, 'POST', `documents/${id}/submit-review`, {}, paul);
  await page.goto(`/office/documents/${id}/review`);
  const approve = (words: string) => page.getByRole('button', { name: `Approve version 2${words}`, exact: true });
  await approve('').waitFor();
  await page.getByRole('checkbox', { name: /^The change is material/ }).uncheck();
  await approve(' with 1 condition').waitFor();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel(/^What has to be met first/).fill('The mast is tied.');
  await approve(' with 1 condition').waitFor();
  await page.getByLabel(/^What has to be met first/).fill('The props are plumb.');
  await approve(' with 2 conditions').waitFor();
  await callApi(page, 'POST', `documents/${id}/meet-condition`, { ...first, note: 'Tag 1' }, paul);
  await page.getByRole('button', { name: 'Add comment' }).focus();
  await approve(' with 1 condition').waitFor();
  expect(await page.getByText('Look again before you decide').count()).toBe(0);
  await page.getByLabel(/^Note to the author/).fill('Only the title differs.');
  const found = { ...first, seen: 1, note: 'It is loose.' };
  await callApi(page, 'POST', `documents/${id}/reopen-condition`, found, paul);
  await approve(' with 1 condition').click();
  await page.getByText('Version 2 is approved.').waitFor();
});

test('[WB771] where only parts of documents have the words, the search says so', async () => {
  const { page } = office;
  const { id } = await callApi(page, 'POST', 'documents', { title: 'Slab', document_type: 'rams' });
  const sections = `documents/${id}/sections`;
  await callApi(page, 'POST', sections, { section_type: 'custom', title: 'Falsework', body: 'Quenched anchors' });
  await page.goto('/office/search?q=quenched');
  await page.getByText('No document, project or hazard has these words. What has them is below.').waitFor();
  await panel(page, 'In documents: sections, substances and people').getByText('Falsework').waitFor();
  await page.goto('/office/search?q=unquenched');
  await page.getByText('Nothing has these words.').waitFor();
});
