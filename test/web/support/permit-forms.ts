/** Readings of a gas test that are written with a comma, or wrong. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** A comma is read, and what is no number is refused at its field. */
export async function recordGas(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Record a gas test' }).click();
  const dialog = page.getByRole('dialog');
  const oxygen = dialog.getByLabel('Oxygen');
  await oxygen.pressSequentially('20,9');
  await dialog.getByLabel('Flammable gas').focus();
  expect(await oxygen.inputValue()).toBe('20.9');
  await dialog.getByLabel('Flammable gas').fill('14');
  await dialog.getByLabel('Carbon monoxide').fill('5-');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await dialog.getByText('Write a number, such as 12.5.').waitFor();
  await dialog.getByLabel('Carbon monoxide').fill('1,000');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await dialog.getByText('That can be read in two ways: write 1000 or 1.000.').waitFor();
  await dialog.getByLabel('Carbon monoxide').fill('5');
  await dialog.getByRole('button', { name: 'Record it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Oxygen 20.9 % · Flammable gas 14 % LEL · Carbon monoxide 5 ppm').waitFor();
}
