/** The sign-off register of a document of the example, in the office. */
import type { Page } from 'playwright';

/** Path of the document in the API. */
export async function openRegister(page: Page): Promise<string> {
  await page.goto('/office/documents');
  await page.getByRole('link', { name: /curtain walling/ }).click();
  await page.waitForURL(/documents\/[\da-f-]{36}$/);
  const path = `documents/${/documents\/([^/?]+)/.exec(page.url())?.[1]}`;
  await page.getByRole('link', { name: 'Sign-offs' }).last().click();
  return path;
}
