/** Long lists of the office, in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let rest: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

test('[WB607] a long list that loads has its shape, then says how much of it is read', async () => {
  const { page } = office;
  for (let at = 0; at < 130; at++) await rest.createWorker({ body: { name: `Worker ${at}` } });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/workers?*page=2*', (route) => released.then(() => route.continue()));
  await page.goto('/office/people');
  await page.locator('.bone').first().waitFor();
  expect(await page.getByText('Still loading').count()).toBe(0);
  await page.getByText('Still loading. 100 of 130 people.').waitFor();
  await look(page, 'list-loading');
  release();
  await page.getByRole('link', { name: 'Worker 129' }).waitFor();
  expect(await page.locator('.rows > li').count()).toBe(130);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[WB607] the documents, which come in one answer, say how many are awaited', async () => {
  const { page } = office;
  for (let at = 0; at < 30; at++)
    await rest.createDocument({ body: { title: `Method statement ${at}`, document_type: 'rams' } });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/documents?*figures=true*', (route) => released.then(() => route.continue()));
  await page.goto('/office/documents');
  await page.getByText('Still loading. 0 of 30 documents.').waitFor();
  release();
  await page.getByRole('link', { name: 'Method statement 29' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('[WB608] the head of a long table stays in view, and covers no row that has the focus', async () => {
  const { page } = office;
  await page.goto('/office/documents');
  const links = page.locator('main tbody a.title');
  await links.last().focus();
  const head = page.getByRole('columnheader', { name: 'Status' });
  const topOf = (element: typeof head) => element.evaluate((each) => each.getBoundingClientRect().top);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  expect(await topOf(head)).toBeCloseTo(0, 0);
  await look(page, 'table-scrolled');
  const bottom = await head.evaluate((each) => each.getBoundingClientRect().bottom);
  await links.last().focus();
  for (let at = (await links.count()) - 1; at > 0; at--) {
    await page.keyboard.press('ArrowUp');
    const focused = page.locator('main tbody a.title:focus');
    expect(await topOf(focused)).toBeGreaterThan((await page.evaluate(() => scrollY)) > 150 ? bottom : 0);
  }
});

test('[WB9] axe-core finds nothing in lists that load or scroll', () => {
  expect(findings).toEqual([]);
  expect(office.watched.faults).toEqual([]);
});
