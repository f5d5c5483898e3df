/** What a tablet offers to people in doubt: answers, and a way on after a refused act. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB634] More has answers that are there without signal, in the language of the tablet', async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await field.stopServer();
  await page.goto('/field/more/help');
  const question = page.getByText('Somebody cannot sign on the screen, or does not want to');
  await question.click();
  await page.getByText('“Cannot draw?” lets them type their name').waitFor();
  await seen(page, 'help');
  await page.goto('/field/more');
  await press(page, 'Polski not checked');
  await page.getByRole('link', { name: 'Pomoc' }).click();
  await page.getByText('Ktoś nie może podpisać na ekranie').click();
  await page.getByText('„Nie mogę rysować” pozwala').waitFor();
  await page.goto('/field/more');
  await press(page, 'English');
  await field.startServer();
});

test('[WB636] from a refused act on a permit Sending leads to the permit', async () => {
  const { permitId: permit, rest } = field;
  const by = { id: null, name: 'Ann Lee' };
  await rest.acceptPermit({ permit, body: { by } });
  await rest.openPermit({ permit, body: { by } });
  await rest.suspendPermit({ permit, body: { by, reason: 'Wind' } });
  await page.goto(`/field/permits/${permit}`);
  await press(page, 'Start again');
  for (const check of await page.getByRole('checkbox').all()) await check.check();
  await field.stopServer();
  await page.context().setOffline(true);
  await field.startServer();
  const issuer = { id: null, name: 'Sinéad Gallagher' };
  await rest.resumePermit({ permit, body: { by: issuer, revalidated_checks: ['Wind below 10 m/s'] } });
  await rest.suspendPermit({ permit, body: { by, reason: 'Gas' } });
  await press(page, 'Start again');
  await page.context().setOffline(false);
  await page.locator('.chip', { hasText: '1 needs you' }).click();
  await seen(page, 'refused-act');
  await page.getByRole('link', { name: 'Look at the permit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hot works' }).waitFor();
  await page.getByText('Gas').first().waitFor();
});

test('[WB637] a document on Today names who leads its work, and their employer', async () => {
  const { documentId: document, rest } = field;
  const led = { name: 'Jordan Blake', employer_name: 'Vantage Façades', role: 'supervisor' } as const;
  await rest.createPersonnelEntry({ document, body: led });
  await rest.submitReview({ document, body: {} });
  await rest.approve({ document, body: {} });
  await page.goto('/field');
  await page.getByText('Vantage Façades · Jordan Blake').waitFor();
  await seen(page, 'today-lead');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
