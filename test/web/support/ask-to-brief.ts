/** The office asks the crews of a document to be briefed on it again. */
import type { Page } from 'playwright';
import { look } from './look.ts';

export async function askToBrief(page: Page): Promise<void> {
  await page.goto('/office/documents');
  await page.getByRole('link', { name: /curtain walling/ }).click();
  await page.getByRole('link', { name: 'Sign-offs' }).last().click();
  await page.getByRole('button', { name: 'Ask to brief again' }).click();
  await page.getByLabel('Why?').fill('A gust took a panel.');
  await look(page, 'ask-to-brief');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask to brief again' }).click();
  await page.getByText(/asked on .* to brief version 2 again: “A gust took a panel.”/).waitFor();
}
