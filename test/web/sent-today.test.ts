/** What Sending says of each thing that the tablet wrote: that it waits, is being sent, arrived and when, or was set aside. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { crash, dot, press, seen, sign } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const sentIn = (on: Page) => on.getByRole('region', { name: 'Sent today' });
const arrivedAt = /^Sent \d\d:\d\d, server has it, no\. \d+$/;

async function reportWithPhoto(): Promise<void> {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await page.getByLabel('Type a line').fill('A board fell from level 4');
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button', { hasText: 'Take a photo' }).click(),
  ]);
  await camera.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await page.getByText('The photo is kept').waitFor();
  await press(page, 'Go on', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
}

async function editHazard(text: string): Promise<void> {
  await page.goto(`/field/d/${field.documentId}/hazards`);
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await page.getByLabel('Description').fill(text);
  await page.getByText('Saved here').waitFor();
}

test('[WB677] all that the tablet wrote today is listed once it arrived, with its number', async () => {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await reportWithPhoto();
  await editHazard('Open while panels land');
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Ann Lee');
  await page.goto(`/field/permits/${field.permitId}`);
  await press(page, 'Accept it', 'Bob Orr', 'Accept it');
  await page.getByRole('button', { name: 'Open the permit' }).waitFor();
  await page.goto('/field/sending');
  await page.getByRole('main').getByText('5 waiting', { exact: true }).waitFor();
  expect(await sentIn(page).count()).toBe(0);
  await page.context().setOffline(false);
  await press(page, 'Try to send now');
  const sent = sentIn(page);
  const titles = [
    'Sign-off, Ann Lee',
    'Report, A board fell from level 4',
    'Photo, Near miss.jpg',
    'Edit to hazard, Fall from the slab edge',
    /^Accept: Permit, PTW/,
  ];
  for (const title of titles)
    await sent.getByRole('listitem').filter({ hasText: title }).getByText(arrivedAt).waitFor();
  await page.getByText('Nothing waits').first().waitFor();
  await seen(page, 'sending-sent');
});

test('[WB677] the number leads the office to the entry of the audit log', async () => {
  const row = sentIn(page).getByRole('listitem').filter({ hasText: 'Report, A board fell' });
  const number = Number(/no\. (\d+)/.exec(await row.innerText())?.[1]);
  const [incident] = (await field.rest.listIncidents()).data;
  const { data } = await field.rest.listAudit();
  const entry = data.toReversed().find(({ sequence }) => sequence >= number);
  expect(entry?.changes).toContainEqual({ kind: 'incident', id: incident?.id, change: 'create' });
});

test('[WB677] the list is there after a restart, and in another tab', async () => {
  const before = await sentIn(page).getByRole('listitem').allInnerTexts();
  expect(before).toHaveLength(5);
  const other = await page.context().newPage();
  await other.goto('/field/sending');
  const listed = async (on: Page): Promise<string[]> => await sentIn(on).getByRole('listitem').allInnerTexts();
  await expect.poll(() => listed(other)).toEqual(before);
  await crash(page);
  page = other;
  await page.reload();
  await expect.poll(() => listed(page)).toEqual(before);
});

test('[WB678] what is on its way is being sent, in every tab', async () => {
  const context = page.context();
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.routeWebSocket('**', (socket) => void socket.close());
  await context.route('**/sync/push', async (route) => {
    await promise;
    await route.continue();
  });
  const other = await context.newPage();
  await other.goto('/field/sending');
  await page.reload();
  await editHazard('Open at bay C4');
  await page.goto('/field/sending');
  for (const tab of [page, other]) {
    const row = tab.getByRole('listitem').filter({ hasText: 'Edit to hazard' }).first();
    await row.getByText(/^Sending/).waitFor();
  }
  await seen(page, 'sending-now');
  resolve();
  for (const tab of [page, other]) {
    const rows = sentIn(tab).getByRole('listitem').filter({ hasText: 'Edit to hazard' });
    await rows.nth(1).waitFor();
  }
  await context.unroute('**/sync/push');
  await other.close();
});

test('[WB678] what was not taken is set aside, and says that the others went', async () => {
  await page.context().setOffline(true);
  await editHazard('Open at bay C5');
  const of = { document: field.documentId };
  await field.rest.submitReview({ ...of, body: {} });
  await page.goto(`/field/d/${field.documentId}/brief`);
  await sign(page, 'Bob Orr');
  await page.goto('/field/sending');
  expect(await page.getByText('Set aside').count()).toBe(0);
  await page.context().setOffline(false);
  await press(page, 'Try to send now');
  const aside = page.getByRole('listitem').filter({ hasText: 'Edit to hazard' }).filter({ hasText: 'Not taken' });
  await aside.getByText('Set aside: the others went.').waitFor();
  await sentIn(page).getByText('Sign-off, Bob Orr').waitFor();
  await seen(page, 'sending-aside');
});

test('[WB677] the next day the list is empty again', async () => {
  await page.clock.setSystemTime(Date.now() + 24 * 3_600_000);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('main').getByText('1 needs you').waitFor();
  await page.getByText('Set aside: the others went.').waitFor();
  expect(await sentIn(page).count()).toBe(0);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
