/** What the office says beyond the first page and the first glance: older deliveries, edits that were not taken, and who was not willing to sign. */
import { expect, test } from 'vitest';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { callApi } from './support/office-api.ts';
import { openExample } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(openExample, (opened) => (office = opened));

/** Of the sample, where one of two was not willing. */
const talk = '6cacace3-a2b0-5fc7-ba6d-83eba890402a';

test('[WB663] who was not willing to sign is named where one looks for who is missing', async () => {
  const { page } = office;
  await page.goto(`/office/documents/${talk}/signoffs`);
  await page.getByText(/^Ionuț Popescu.*not willing to sign/).waitFor();
  await look(page, 'register-declined');
  await page.goto('/office/signoffs');
  await page.getByText('Not willing to sign: Ionuț Popescu').waitFor();
});

test('[WB664] the log of deliveries goes back beyond its first page', async () => {
  const { page, receiver } = office;
  const made = 55;
  await callApi(page, 'POST', 'webhooks', { url: receiver.url, events: ['document.created'] });
  for (let i = 1; i <= made; i++)
    await callApi(page, 'POST', 'documents', { title: `Talk ${i}`, document_type: 'toolbox_talk' });
  await receiver.waitFor(
    () => receiver.requests.filter(({ body }) => body.includes('document.created')).length >= made,
  );
  await page.goto('/office/settings/webhooks');
  await page
    .locator('a.title', { hasText: new URL(receiver.url).host })
    .first()
    .click();
  const rows = page.getByRole('link', { name: 'document.created' });
  await expect.poll(() => rows.count()).toBe(50);
  await look(page, 'deliveries-by-reference');
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => rows.count()).toBe(made);
  await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });
});

test('[WB672] a row of the log of deliveries bears the reference of its document', async () => {
  const { page } = office;
  const [{ reference } = { reference: '' }] = (
    await callApi<{ data: readonly { reference: string }[] }>(page, 'GET', 'documents?per_page=1')
  ).data;
  const newest = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'document.created' }) })
    .first();
  await newest.getByText(reference, { exact: true }).waitFor();
  expect(reference).toMatch(/TBT-\d+$/);
});

test('[WB673] the files of a document go back beyond the newest', async () => {
  const { page } = office;
  const about = { title: 'Files', document_type: 'toolbox_talk' } as const;
  const { id } = await callApi<{ id: string }>(page, 'POST', 'documents', about);
  const forms = ['document', 'register'].flatMap((form) =>
    ['a4', 'letter'].flatMap((paper) => ['en', 'ro', 'pl', 'bg'].map((language) => ({ form, paper, language }))),
  );
  const asked = forms.slice(0, 14);
  for (const form of asked) await callApi(page, 'POST', `documents/${id}/export`, { format: 'docx', ...form });
  await page.goto(`/office/documents/${id}/export`);
  const files = page.getByRole('region', { name: 'Files' }).getByRole('listitem');
  await expect.poll(() => files.count()).toBe(12);
  await look(page, 'files-older');
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => files.count()).toBe(asked.length);
  await page.getByRole('button', { name: 'Show older' }).waitFor({ state: 'detached' });
});

test('[WB665] an edit that was not taken is a decision on Home, and leads to it', async () => {
  const { page, app } = office;
  const { token } = await callApi<{ token: string }>(page, 'POST', 'tokens', { name: 'Tablet', role: 'admin' });
  const command = { op: 'patch', kind: 'document', id: talk, set: { title: 'Another' } };
  await callApi(
    page,
    'POST',
    'sync/push',
    { schema: 1, commands: [{ id: app.commitContext.newId(), prev: null, command }] },
    token,
  );
  await page.goto('/office');
  const row = page.getByRole('listitem').filter({ hasText: 'Not taken' });
  await row.waitFor();
  await look(page, 'home-refused');
  await row.getByRole('link', { name: 'Settle' }).click();
  await page.getByRole('region', { name: 'Edits that were not taken' }).waitFor();
  await page.getByText('Why it was not taken').waitFor();
});

test('[WB9] axe-core finds nothing on these screens', () => {
  expect(findings).toEqual([]);
});
