/** Archiving several documents while others change them: in a real browser against one real server. */
import { afterEach, expect, test } from 'vitest';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi, colleague } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';
import { makeSeveral, numbered, type Several } from './support/several.ts';

let office: OpenOffice;
let several: Several;
let paul: string;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  several = await makeSeveral(opened.page, numbered('Doc', 12));
  paul = await colleague(opened.page, 'admin');
});
afterEach(() => office.page.unrouteAll({ behavior: 'ignoreErrors' }));

const dialog = () => office.page.getByRole('dialog');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const path = (title: string) => `documents/${several.ids.get(title)}`;
const byPaul = (title: string, act: 'archive' | 'restore') =>
  callApi(office.page, 'POST', `${path(title)}/${act}`, {}, paul);
const statusOf = async (title: string) => (await callApi(office.page, 'GET', path(title)))['status'];

async function editByPaul(title: string): Promise<void> {
  const sent = { short_title: 'Changed' };
  const status = await office.page.evaluate(
    async ([url, token, body]) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const read = await fetch(url, { headers, credentials: 'omit' });
      const match = { 'if-match': read.headers.get('etag') ?? '', 'idempotency-key': `k${Math.random()}` };
      const init = { method: 'PATCH', credentials: 'omit', headers: { ...headers, ...match }, body } as const;
      return (await fetch(url, init)).status;
    },
    [`/api/v1/${path(title)}`, paul, JSON.stringify(sent)] as const,
  );
  expect(status).toBe(200);
}

async function beginToArchive(titles: readonly string[], query?: string): Promise<void> {
  await several.select(titles, query);
  await several.bar.getByRole('button', { name: 'Archive' }).click();
  await dialog().waitFor();
}

test('[WB632] each is tried: what was archived leaves the dialog, and the rest say why', async () => {
  const { page } = office;
  const titles = ['Doc 1', 'Doc 2', 'Doc 3'];
  await beginToArchive(titles);
  await editByPaul('Doc 2');
  await press('Archive 3 documents');
  await dialog().getByText('2 of 3 documents archived.').waitFor();
  await dialog().getByText('Doc 2: somebody else changed it meanwhile.').waitFor();
  expect(await Promise.all(titles.map(statusOf))).toEqual(['archived', 'draft', 'archived']);
  expect(await dialog().getByText('Doc 1: a draft').count()).toBe(0);
  await look(page, 'archive-refused');
  // Read again meanwhile: the next press is over what it is now.
  await press('Archive 1 document');
  await page.getByText('3 documents archived. They stay readable.').waitFor();
  expect(await statusOf('Doc 2')).toBe('archived');
  await several.bar.waitFor({ state: 'detached' });
});

test('[WB632] one that somebody else archived counts as done', async () => {
  await beginToArchive(['Doc 4', 'Doc 5']);
  await byPaul('Doc 4', 'archive');
  await press('Archive 2 documents');
  await office.page.getByText('2 documents archived, 1 of them by somebody else.').waitFor();
  expect(await Promise.all(['Doc 4', 'Doc 5'].map(statusOf))).toEqual(['archived', 'archived']);
});

test('[WB632] the dialog stays where all that was selected leaves the list', async () => {
  const { page } = office;
  await beginToArchive(['Doc 6'], '?status=draft');
  await byPaul('Doc 6', 'archive');
  await several.box('Doc 6').waitFor({ state: 'detached' });
  expect(await dialog().isVisible()).toBe(true);
  await press('Archive 1 document');
  await page.getByText('1 document archived, by somebody else.').waitFor();
});

test('[WB632] a refusal of the server names its document', async () => {
  const { page } = office;
  await beginToArchive(['Doc 7', 'Doc 8']);
  const body = JSON.stringify({ code: 'forbidden', status: 403, detail: 'No.' });
  await page.route(`**/${path('Doc 7')}/archive`, (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body }),
  );
  await press('Archive 2 documents');
  await dialog().getByText('Doc 7: you may not see or do this. Ask an administrator.').waitFor();
  expect(await statusOf('Doc 8')).toBe('archived');
  await page.keyboard.press('Escape');
  await several.bar.getByText('1 document selected').waitFor();
});

test('[WB632] what was lost is asked again, and nothing is done twice', async () => {
  const { page } = office;
  await beginToArchive(['Doc 9', 'Doc 10']);
  let isLost = true;
  await page.route(`**/${path('Doc 9')}/archive`, async (route) => {
    const response = await route.fetch();
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  await press('Archive 2 documents');
  await dialog().getByText('The server did not answer.').waitFor();
  isLost = false;
  await dialog().getByRole('button', { name: 'Ask again' }).click();
  await page.getByText('2 documents archived. They stay readable.').waitFor();
});

test('[WB611] what was archived is not selected any more, also when it is restored', async () => {
  await beginToArchive(['Doc 11', 'Doc 12']);
  await press('Archive 2 documents');
  await several.bar.waitFor({ state: 'detached' });
  await byPaul('Doc 11', 'restore');
  await office.page.getByRole('row', { name: /Doc 11 .*Draft/ }).waitFor();
  expect(await office.page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

test('[WB9] axe-core finds nothing where several are archived', () => {
  expect(findings).toEqual([]);
});
