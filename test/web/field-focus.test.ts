/** Work on the tablet by the keyboard alone, where what was pressed goes away: in a real browser against one real server. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectFocusIn, expectFocusOn, pressByKey } from './support/by-keys.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const pressInTurn = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await pressByKey(page.getByRole('button', { name, exact: true }));
    await expectFocusIn(page.getByRole('main'));
  }
};

test('[WB566] Enter that is pressed twice opens a permit, and does not finish its work', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  await pressInTurn('Accept it', 'Bob Orr', 'Accept it');
  await pressByKey(page.getByRole('button', { name: 'Open the permit' }));
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
  await page.keyboard.press('Enter');
  const log = async () => (await field.rest.getPermit({ permit: field.permitId })).log.map(({ action }) => action);
  await expect.poll(async () => (await log()).at(-1)).toBe('open');
  await expectFocusIn(page.getByRole('main'));
});

test('[WB578] each step of a permit on the tablet leaves the focus in its screen', async () => {
  await pressInTurn('Suspend', 'Cancel', 'Gas test', 'Cancel', 'Work is finished');
  await page.getByRole('button', { name: 'Start the fire watch' }).waitFor();
  await expectFocusIn(page.getByRole('main'));
});

test('[WB579] a screen that was loading has the focus on its title', async () => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await pressByKey(page.getByRole('link', { name: 'Permits' }));
  await expectFocusOn(title('Permits'));
  await pressByKey(page.locator('a.row', { hasText: 'Hot work' }));
  await expectFocusOn(title('Hot work'));
});
