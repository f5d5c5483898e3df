/** Home: the risk of all documents, their compliance over time, and tablets that are silent. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import type { OpenOffice } from './open-office.ts';

/** `tablet` = the id of its token. Ends on the devices page. */
export async function showsRisk({ page, app }: OpenOffice, rest: RestClient, tablet: string): Promise<void> {
  const { id: document } = await rest.createDocument({ body: { title: 'Slab pour', document_type: 'rams' } });
  const rated = { severity_before: 5, likelihood_before: 4, severity_after: 2, likelihood_after: 2 };
  await rest.createHazard({ document, body: { name: 'Formwork gives way', ...rated } });
  await rest.createHazard({ document, body: { name: 'Noise' } });
  const heard = new Date(Date.now() - 9 * 86_400_000).toISOString();
  const { organisation } = await rest.getMe();
  const silent = { last_used_at: heard, created_at: heard };
  await app.tokenUses.flush(); // the server writes each minute when a tablet was heard
  await app.commitContext.store.write(organisation.id, Date.now, ({ trx }) =>
    trx.updateTable('token').set(silent).where('id', '=', tablet).execute(),
  );
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  const devices = page.getByRole('region', { name: 'Devices' });
  await devices.getByRole('listitem').filter({ hasText: 'Gate tablet' }).getByText('9 days silent').waitFor();
  const risk = page.getByRole('region', { name: 'Risk before and after controls' });
  await risk.getByText('2 hazards').waitFor();
  await look(page, 'home-risk');
  await risk.getByRole('button', { name: 'Show as table' }).click();
  const cells = (bar: string) =>
    risk
      .getByRole('row', { name: new RegExp(bar) })
      .getByRole('cell')
      .allInnerTexts();
  expect([await cells('Before'), await cells('After')]).toEqual([
    ['0', '0', '0', '1', '1'],
    ['1', '0', '0', '0', '1'],
  ]);
  await showsCompliance(page, rest);
  await devices.getByRole('link', { name: 'All tablets' }).click();
  await page
    .getByRole('row', { name: /Gate tablet/ })
    .getByText('9 days silent')
    .waitFor();
}

/** A talk that was approved two months ago, elsewhere. */
async function showsCompliance(page: Page, rest: RestClient): Promise<void> {
  const chart = page.getByRole('region', { name: 'Compliance over time' });
  expect(await chart.count()).toBe(0);
  const now = new Date();
  const at = new Date(now.getFullYear(), now.getMonth() - 2, 10).toISOString();
  const imported = { by: { name: 'Ann Lee' }, at };
  const { id: document } = await rest.createDocument({ body: { title: 'Ladders', document_type: 'toolbox_talk' } });
  await rest.submitReview({ document, body: { imported } });
  await rest.approve({ document, body: { imported } });
  const { data } = await rest.listComplianceHistory();
  const score = data.find(({ id }) => id === document)?.versions[0]?.score;
  await page.reload();
  await chart.getByText('Now').waitFor();
  await look(page, 'home-compliance');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  const cells = await chart.getByRole('cell').allInnerTexts();
  expect(cells.filter((_, i) => i % 2 === 0)).toEqual([`${score}`, `${score}`, `${score}`]);
  await page.getByRole('region', { name: 'Devices' }).waitFor();
}
