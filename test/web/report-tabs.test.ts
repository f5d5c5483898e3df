/** A report, and photos, that two tabs of a tablet have open. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB587] what one tab writes in a report the other shows, and writes on from there', async () => {
  const other = await page.context().newPage();
  await page.goto('/field/report');
  await press(page, 'Near miss');
  const line = page.getByLabel('Type a line');
  await line.waitFor();
  await other.goto(page.url());
  await other.getByLabel('Type a line').fill('A board fell from level 4');
  await expect.poll(() => line.inputValue()).toBe('A board fell from level 4');
  await line.press('End');
  await line.pressSequentially(', beside Marek');
  await expect.poll(() => other.getByLabel('Type a line').inputValue()).toBe('A board fell from level 4, beside Marek');
  await press(other, 'Go on', 'On the site');
  await other.getByText('Saved on this tablet').waitFor();
  const sent = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);
  await expect.poll(sent).toEqual(['A board fell from level 4, beside Marek']);
  await other.close();
});
