/** Home: conditions of approvals whose day is over, until somebody marks them as met. */
import { expect } from 'vitest';
import type { Page } from 'playwright';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import { panel } from './running-permits.ts';

export async function listsConditions(page: Page, viewer: Page, rest: RestClient): Promise<void> {
  const { id: document } = await rest.createDocument({ body: { title: 'Tower crane', document_type: 'rams' } });
  await rest.submitReview({ document, body: {} });
  const conditions = [
    { text: 'The lift plan is signed.', due_on: '2099-01-05' },
    { text: 'The mast is tied.', due_on: '2026-01-05' },
  ];
  await rest.approve({ document, body: { conditions } });
  await page.goto('/office');
  const row = (of: Page) => panel(of, 'Open and running').getByRole('listitem').filter({ hasText: 'Tower crane' });
  await row(page).getByText('Condition not met: Tower crane').waitFor();
  await row(page)
    .getByText(/was due 5 Jan/)
    .waitFor();
  await look(page, 'home-conditions');
  await viewer.goto('/office');
  await row(viewer).getByRole('link', { name: 'Open' }).waitFor();
  await viewer.context().close();
  await row(page).getByRole('link', { name: 'Mark as met' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as met' });
  await dialog.getByText('The mast is tied, until 5 Jan').waitFor();
  await dialog.getByRole('button', { name: 'Mark as met' }).click();
  await page.getByText(/^The mast is tied, met: /).waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await row(page).waitFor({ state: 'detached' });
  expect(await page.getByText('Condition not met').count()).toBe(0);
}
