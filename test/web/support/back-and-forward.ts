/** Back and Forward of the browser in the office. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

const rooms = ['/office/permits', '/office/people', '/office/sites'];

/** To each page that was shown, and forward again. */
export async function goesBack(page: Page): Promise<void> {
  for (const room of rooms) {
    await page.locator(`nav a[href="${room}"]`).first().click();
    await page.waitForURL(`**${room}`);
  }
  for (const room of ['/office/people', '/office/permits']) {
    await page.goBack();
    await page.waitForURL(`**${room}`);
  }
  await page.goForward();
  await page.waitForURL('**/office/people');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
}

/** What is written is not left without a question, and the answer No leaves all as it is. */
export async function staysAtBack(page: Page): Promise<void> {
  const before = page.url();
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await page.evaluate(() => history.back());
  expect(await asked).toContain('not saved');
  expect(page.url()).toBe(before);
}
