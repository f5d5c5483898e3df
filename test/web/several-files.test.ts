/** A PDF of each of several documents: in a real browser against one real server, over a line that loses and refuses some of it. */
import type { Request, Route } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { expectFocusOn } from './support/by-keys.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';
import { makeSeveral, numbered, type Several } from './support/several.ts';

let office: OpenOffice;
let several: Several;
inOffice(openEmptyOffice, async (opened) => {
  office = opened;
  several = await makeSeveral(opened.page, [...numbered('Doc', 20), ...numbered('Other', 2)]);
});
afterEach(() => office.page.unrouteAll({ behavior: 'ignoreErrors' }));

const asking = '**/api/v1/documents/*/export';
const reading = '**/api/v1/exports/*';

function problem(status: number, code: string, more = {}): Parameters<Route['fulfill']>[0] {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, detail: 'No.', ...more }),
  };
}

const tooMany = (seconds: number) => problem(429, 'rate_limited', { retry_after: seconds });

function titleOf(request: Request): string | undefined {
  return [...several.ids].find(([, id]) => request.url().includes(id))?.[0];
}

async function makeOfEach(titles: readonly string[]): Promise<void> {
  await several.select(titles);
  await several.bar.getByRole('button', { name: 'Make a PDF of each' }).click();
}

test('[WB630] files are asked for one after another, and shown as they are made', async () => {
  const { page } = office;
  const { files } = several;
  let isLimited = true;
  let [open, most] = [0, 0];
  const asked: (string | undefined)[] = [];
  await page.route(asking, async (route) => {
    most = Math.max(most, ++open);
    if (asked.length >= 2 && isLimited) await route.fulfill(tooMany(1));
    else {
      asked.push(titleOf(route.request()));
      await route.fulfill({ response: await route.fetch() });
    }
    open -= 1;
  });
  await makeOfEach(numbered('Doc', 5));
  await files.getByText('2 of 5 made').waitFor();
  await files.getByText('This goes on by itself within a minute.').waitFor();
  expect(await files.getByRole('link', { name: 'Download' }).count()).toBe(2);
  await look(page, 'several-limited');
  // From the rows, which may be far down.
  await several.bar.getByRole('button', { name: '2 of 5 made' }).press('Enter');
  await expectFocusOn(files);
  isLimited = false;
  await files.getByText('5 of 5 made').waitFor();
  expect(await files.getByRole('link', { name: 'Download' }).count()).toBe(5);
  expect([most, new Set(asked).size, asked.length]).toEqual([1, 5, 5]);
});

test('[WB630] files that wait are stopped, and go on by a press', async () => {
  const { page } = office;
  const { files } = several;
  await page.route(asking, (route) => route.fulfill(tooMany(60)));
  await makeOfEach(numbered('Doc', 3));
  await files.getByText('within a minute').waitFor();
  await files.getByRole('button', { name: 'Stop' }).click();
  await files.getByText('Stopped').waitFor();
  await page.unrouteAll();
  await files.getByRole('button', { name: 'Go on' }).click();
  await files.getByText('3 of 3 made').waitFor();
});

test('[WB630] a lost answer is asked for again under its key, and makes one file', async () => {
  const { page } = office;
  const keys: (string | null)[] = [];
  await page.route(asking, async (route) => {
    if (titleOf(route.request()) !== 'Doc 7') return await route.continue();
    keys.push(await route.request().headerValue('idempotency-key'));
    const response = await route.fetch();
    await (keys.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await makeOfEach(numbered('Doc', 8).slice(5));
  await several.files.getByText('3 of 3 made').waitFor();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  const made = await callApi<{ meta: { total: number } }>(page, 'GET', `documents/${several.ids.get('Doc 7')}/exports`);
  expect(made.meta.total).toBe(1);
});

test('[WB631] a refusal is kept with its document, and holds up no other', async () => {
  const { page } = office;
  const { files } = several;
  await page.route(asking, (route) =>
    titleOf(route.request()) === 'Doc 2' ? route.fulfill(problem(403, 'forbidden')) : route.continue(),
  );
  await makeOfEach(numbered('Doc', 3));
  await files.getByText('2 of 3 made, 1 not made').waitFor();
  const refused = files.getByRole('listitem').filter({ hasText: 'Doc 2' });
  await refused.getByText('You may not see or do this. Ask an administrator.').waitFor();
  expect(await files.getByText('did not answer').count()).toBe(0);
  await look(page, 'several-refused');
});

test('[WB631] a file that cannot be read holds up no other, and few are asked for at once', async () => {
  const { page } = office;
  const { files } = several;
  let unread: string | undefined;
  const open: string[] = [];
  let [most, mostOfOne] = [0, 0];
  await page.route(reading, async (route) => {
    const url = route.request().url();
    unread ??= url;
    open.push(url);
    most = Math.max(most, open.length);
    mostOfOne = Math.max(mostOfOne, open.filter((each) => each === url).length);
    if (url === unread) await route.fulfill(problem(404, 'not_found'));
    else await route.fulfill({ response: await route.fetch() });
    open.splice(open.indexOf(url), 1);
  });
  await makeOfEach(numbered('Doc', 20).slice(8));
  await files.getByText('11 of 12 made, 1 not made').waitFor();
  await files.getByText('There is nothing here').waitFor();
  expect([most <= 3, mostOfOne]).toEqual([true, 1]);
});

test('[WB630] who leaves ends it, unasked, and nothing more is asked for', async () => {
  const { page } = office;
  const asked: (string | undefined)[] = [];
  let isLimited = true;
  await page.route(asking, async (route) => {
    asked.push(titleOf(route.request()));
    if (isLimited) return await route.fulfill(tooMany(asked.length === 1 ? 1 : 2));
    await route.continue();
  });
  await makeOfEach(numbered('Doc', 5));
  await several.files.getByText('within a minute').waitFor();
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const before = asked.length;
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  for (const title of ['Other 1', 'Other 2']) await several.box(title).check();
  await several.bar.getByRole('button', { name: 'Make a PDF of each' }).click();
  // Longer than what was left waits.
  await several.files.getByText('within a minute').waitFor();
  isLimited = false;
  await several.files.getByText('2 of 2 made').waitFor();
  expect(asked.slice(before).every((title) => title?.startsWith('Other'))).toBe(true);
});

test('[WB630] Clear leaves the files, and they are put away by a press of their own', async () => {
  const { bar, files, box } = several;
  await makeOfEach(['Other 1']);
  await files.getByText('1 of 1 made').waitFor();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await bar.waitFor({ state: 'detached' });
  await files.getByRole('link', { name: 'Download' }).waitFor();
  await box('Other 2').check();
  await files.getByRole('button', { name: 'Put these away' }).click();
  await files.waitFor({ state: 'detached' });
  await bar.waitFor();
});

test('[WB9] axe-core finds nothing where files of several are made', () => {
  expect(findings).toEqual([]);
});
