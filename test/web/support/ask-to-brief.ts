/** The office asks the crews of a document to be briefed on it again, and says who is on its crew. */
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
  const crew = page.getByRole('dialog', { name: 'Crew' });
  const change = async (): Promise<void> => page.getByRole('button', { name: 'Change the crew' }).click();
  await change();
  await crew.getByLabel('Name').fill('Kyle Bennett');
  await crew.getByLabel('Employer').fill('Brightwater');
  await look(page, 'change-crew');
  await crew.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/not briefed yet:.*Kyle Bennett \(Brightwater\)/).waitFor();
  await change();
  const kyle = crew.locator('li', { hasText: 'Kyle Bennett' });
  await kyle.getByRole('button', { name: 'Not here any more' }).click();
  await kyle.waitFor({ state: 'detached' });
  const luke = crew.locator('li').first();
  await luke.getByRole('button', { name: 'Not here any more' }).click();
  await crew.getByRole('button', { name: 'Here again' }).click();
  await crew.getByText(/not here any more$/).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.locator('.notice', { hasText: /not briefed yet:.*Kyle Bennett/ }).waitFor({ state: 'detached' });
  await opensByAddress(page);
}

/** As the row of home does. */
async function opensByAddress(page: Page): Promise<void> {
  const register = new URL(page.url());
  await page.goto(`${register.pathname}?ask=1`);
  await page.getByRole('dialog', { name: 'Ask to brief again' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(register.href);
}
