/** Days that are written by half or wrong, in the editor of a draft. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** What can't be read stays in its field, which says what to do. */
export async function writeDates(page: Page): Promise<void> {
  await page.getByLabel('Work ends on').fill('2027-03-01');
  await page.getByLabel('Work begins on').fill('0026-03-01');
  const ends = page.getByLabel('Work ends on');
  await ends.focus();
  await page.getByText('Write the year in full, such as 2026.').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  await page.keyboard.press('Delete');
  await page.getByLabel('Work begins on').fill('2026-03-01');
  await page.getByText('Write all of it.').waitFor();
  await page.getByText('1 field is not saved.').waitFor();
  expect(await ends.evaluate((field: HTMLInputElement) => field.validity.badInput)).toBe(true);
  await ends.fill('2027-03-01');
}
