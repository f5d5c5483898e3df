/** What a tablet says unasked: what is due, what is worst, and how long the server was silent. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen, sign } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const by = { id: null, name: 'Ann Lee' };
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Work begun two hours ago. */
async function running(type: string, ends: number): Promise<string> {
  const { site_id: site } = await field.rest.getPermit({ permit: field.permitId });
  const times = { valid_from: inMinutes(-120), valid_to: inMinutes(ends) };
  const { id: permit } = await field.rest.createPermit({
    body: { permit_type: type, site_id: site, location: 'Deck', ...times },
  });
  await field.rest.requestPermit({ permit, body: { at: inMinutes(-119), by } });
  const issuer = { id: null, name: 'Sinéad Gallagher' };
  await field.rest.authorisePermit({ permit, body: { at: inMinutes(-118), by: issuer } });
  await field.rest.acceptPermit({ permit, body: { at: inMinutes(-117), by } });
  await field.rest.openPermit({ permit, body: { at: inMinutes(-116), by } });
  return permit;
}

test('[WB588] a permit near its end, and a fire watch that is done, are told on every screen', async () => {
  await page.addInitScript('globalThis.buzzes = 0; navigator.vibrate = () => ++globalThis.buzzes > 0;');
  const buzzes = () => page.evaluate('globalThis.buzzes');
  await page.goto('/field/more');
  const due = page.locator('.chip[href*="/permits/"]');
  const watched = await running('hot_work', 300);
  await field.rest.completePermitWork({ permit: watched, body: { at: inMinutes(-100), by } });
  await field.rest.startFireWatch({ permit: watched, body: { at: inMinutes(-100), by, fire_watcher: by } });
  await due.getByText('Hot works: fire watch done').waitFor();
  const ending = await running('roof_access', 20);
  await due.getByText(/^Roof access: ends \d\d:\d\d and 1 more$/).waitFor();
  await expect.poll(buzzes).toBe(2);
  await seen(page, 'more-due');
  for (const place of ['Report', 'Today', 'Permits']) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: place === 'Today' ? 'Block C tower' : place }).waitFor();
    await page
      .getByText(/^Roof access:? ends/)
      .first()
      .waitFor();
  }
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await due.getByText('Roof access: ends').waitFor();
  await due.click();
  await page.getByRole('heading', { level: 1, name: 'Roof access' }).waitFor();
  expect(page.url()).toMatch(new RegExp(`${ending}$`));
  expect(await buzzes()).toBe(2);
});

test('[WB589] the permits of the tablet have the worst first', async () => {
  await running('work_at_height', -5);
  await running('demolition', 200);
  const listed = async (): Promise<string[]> =>
    (await page.locator('main li', { hasText: 'PTW' }).allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
  for (const place of ['Permits', 'Today']) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await expect.poll(listed).toEqual(['Work at height', 'Roof access', 'Demolition', 'Hot works', 'Hot works']);
  }
});

test('[WB597] Sending lists whose sign-offs arrived today, once the server has them', async () => {
  await page.context().setOffline(true);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Ann Lee');
  await page.goto('/field/sending');
  await page.getByRole('main').getByText('1 waiting', { exact: true }).waitFor();
  const arrived = page.getByRole('region', { name: 'Sent today' }).getByRole('listitem').filter({ hasText: 'Ann Lee' });
  expect(await arrived.count()).toBe(0);
  await page.context().setOffline(false);
  await press(page, 'Try to send now');
  await arrived.getByText(/^RAMS-\d+ · version 1$/).waitFor();
  await arrived.getByText(/^Sent \d\d:\d\d, server has it/).waitFor();
  await seen(page, 'sending-arrived');
});

test('[WB693] after as many days as the organisation says, nobody is briefed', async () => {
  await field.rest.updateOrganisation({ body: { settings: { signoff: { max_silent_days: 2 } } } });
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
  await page.context().setOffline(true);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.clock.setSystemTime(Date.now() + 49 * 3_600_000);
  await page.reload();
  await page.getByText('has not heard from the server for 2 days').waitFor();
  await seen(page, 'briefing-silent');
  await page.goto('/field');
  await page.getByText('has not heard from the server for 2 days').waitFor();
  await page.clock.setSystemTime(Date.now());
  await page.context().setOffline(false);
});

test('[WB203] from a day without the server on, the tablet says since when', async () => {
  await page.context().setOffline(true);
  await page.clock.setSystemTime(Date.now() + 30 * 3_600_000);
  await page.goto('/field');
  await page.getByText('has not heard from the server since').waitFor();
  await page.locator('.chip', { hasText: 'Last sent' }).waitFor();
  await seen(page, 'today-silent-day');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
