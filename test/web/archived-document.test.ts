/** What the office does to a document while its crew is being briefed, and what the tablet says then. */
import { expect, test } from 'vitest';
import type { Page } from 'playwright';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { seen, sign } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB522] what is in force stays at its site while its next draft is for another one', async () => {
  const of = { document: field.documentId };
  const { project_id, site_id } = await field.rest.getDocument(of);
  const other = await field.rest.createSite({ body: { project_id: project_id ?? '', name: 'Block D' } });
  await field.rest.updateDocument({ ...of, body: { site_id: other.id, short_title: 'For block D' } });
  await page.goto('/field');
  await page.getByText('Block C tower', { exact: true }).click();
  await page.getByRole('heading', { name: 'For block D' }).waitFor();
  await page.getByText('0 of 2').waitFor();
  await field.rest.updateDocument({ ...of, body: { site_id, short_title: null } });
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
});

test('[WB521] who is being briefed on a document that is archived signs no more', async () => {
  const of = { document: field.documentId };
  const path = `/field/d/${field.documentId}`;
  const archived = page.getByText('The office archived this document.');
  await page.goto(`${path}/brief`);
  await sign(page, 'Ann Lee');
  await page.locator('a.row', { hasText: 'Bob Orr' }).click();
  await page.locator('canvas').waitFor();
  await field.rest.archive({ ...of, body: {} });
  await archived.waitFor();
  for (const place of ['/brief/sign/bob%20orr', '/brief/own-phone/bob%20orr', '/brief']) {
    await page.goto(`${path}${place}`);
    await page.getByText('1 of 2 had signed').waitFor();
    await archived.waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Ann Lee' }).waitFor();
    expect(await page.locator('canvas, .hand, a[href*="/sign/"]').count()).toBe(0);
  }
  await seen(page, 'archived-crew');
  await page.goto(path);
  await archived.waitFor();
  expect(await page.getByRole('main').getByText('Approved').count()).toBe(0);
  expect(await page.locator(`a[href="${path}/brief"]`).count()).toBe(0);
  await seen(page, 'archived-card');
  await page.goto('/field');
  await page.getByText('No approved documents for this site.').waitFor();
  await field.rest.restore({ ...of, body: {} });
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.getByText('1 of 2').waitFor();
  expect(findings).toEqual([]);
});
