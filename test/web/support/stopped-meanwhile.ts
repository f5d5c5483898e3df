/** A reason that is being written on the tablet while the office stops the same permit. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { OpenField } from './open-field.ts';
import { press } from './tablet.ts';

export async function staysWritten(page: Page, { rest, permitId: permit }: OpenField): Promise<void> {
  await expect.poll(async () => (await rest.getPermit({ permit })).state).toBe('open');
  await press(page, 'Suspend');
  const reason = page.getByLabel('Another reason');
  await reason.fill('The sling is worn');
  await rest.suspendPermit({ permit, body: { reason: 'Wind' } });
  await page.getByText('Meanwhile this became: Suspended. Your text is kept.').waitFor();
  expect(await reason.inputValue()).toBe('The sling is worn');
}

/** It is named in Sending, and there again after a restart, until it is put away. */
export async function staysBegun(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'More' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Sending/ })
    .click();
  await page.getByRole('link', { name: 'Suspend: Begun and not finished' }).click();
  await page.reload();
  expect(await page.getByLabel('Another reason').inputValue()).toBe('The sling is worn');
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Start again' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Start again' }).waitFor();
}
