/** What the office changes in the settings of the organisation, on a tablet that is open meanwhile. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { draw, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const setSettings = (settings: object) => field.rest.updateOrganisation({ body: { settings } });
const offeredIn = (on: Page) => async (): Promise<string[]> =>
  (await on.locator('.choices button > span').allInnerTexts()).map((text) => text.trim());

test('[WB730] the languages that the office sets are offered at once, in every tab', async () => {
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/field/more/language');
    await expect.poll(async () => (await offeredIn(tab)()).length).toBe(6);
  }
  await setSettings({ languages_offered: ['en', 'ro-RO'] });
  for (const tab of [page, other]) await expect.poll(offeredIn(tab)).toEqual(['English', 'Română']);
  await other.close();
});

test('[WB730] a document is marked in the language that the office sets, while it is open', async () => {
  await page.goto(`/field/d/${field.documentId}`);
  await page.locator('main [lang="en-IE"]').first().waitFor();
  await field.rest.updateOrganisation({ body: { locale: 'pl-PL' } });
  await page.locator('main [lang="pl-PL"]').first().waitFor();
});

test('[WB730] who is about to sign answers the questions that the office has begun to ask', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.locator('a.row', { hasText: 'Ann Lee' }).click();
  await page.locator('.sign canvas').waitFor();
  expect(await page.getByText('At which gust is a panel landed?').count()).toBe(0);
  await setSettings({ signoff: { understanding_check: 'required' } });
  await page.getByText('At which gust is a panel landed?').waitFor();
});

test('[WB730] a line that somebody draws stays when the office begins to ask', async () => {
  await setSettings({ signoff: { understanding_check: 'off' } });
  await page.goto(`/field/d/${field.documentId}/brief`);
  const row = page.locator('a.row', { hasText: 'Bob Orr' });
  await row.click();
  await draw(page);
  await setSettings({ signoff: { understanding_check: 'required' }, languages_offered: ['en', 'pl-PL'] });
  const other = await page.context().newPage();
  await other.goto('/field/more/language');
  await expect.poll(offeredIn(other)).toEqual(['English', 'Polski']); // the tablet has heard of it
  await other.close();
  await press(page, 'Gotowe'); // Bob reads Polish
  await row.getByText(/^Signed/).waitFor();
});

test('[WB731] where the network is back, the tablet opens another connection at once', async () => {
  const [next] = await Promise.all([
    page.waitForEvent('websocket', (socket) => socket.url().endsWith('/sync/stream')),
    page.evaluate(() => void dispatchEvent(new Event('online'))),
  ]);
  await next.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"'));
});
