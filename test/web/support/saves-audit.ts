/** The audit log in the settings: read, filtered, and saved as a file. */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';

export async function savesAudit(page: Page): Promise<void> {
  await page.goto('/office/settings/audit');
  await page.getByText('Hazard changed').first().waitFor();
  await page.getByText('npm run sitefile -- verify').waitFor();
  await look(page, 'settings-audit');
  await page.getByLabel('What', { exact: true }).selectOption('coshh');
  await page.getByText('COSHH added').first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = (await text(await (await saved).createReadStream())).trim().split('\r\n');
  expect(lines[0]).toContain('sequence,at,actor');
  expect(lines.filter((line) => line.includes(',create,coshh,'))).toHaveLength(2);
  expect(lines.filter((line) => line.includes(',hazard,'))).toEqual([]);
}
