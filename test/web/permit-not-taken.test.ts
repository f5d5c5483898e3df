/** A permit that was asked for without a server, which then did not take it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB820] a permit that the server did not take says so, and leads to what to do about it', async () => {
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Hot works');
  await page.context().setOffline(true);
  await page.getByLabel('Where?').fill('Level 6');
  await press(page, 'Bob Orr', 'Ask the office');
  await page.waitForURL(/permits\/[\da-f-]{36}$/);
  const permit = page.url();
  const shorter = { permit: { max_duration_hours: { default: 1, hot_work: 1 } } };
  await field.rest.updateOrganisation({ body: { settings: shorter } });
  await page.context().setOffline(false);
  const why = page.getByRole('link', { name: 'Needs you: Valid to must be at most 1 hour after valid_from.' });
  await why.waitFor();
  await seen(page, 'permit-not-taken');
  await page.goto('/field/permits');
  const row = page.getByRole('link', { name: 'Level 6' });
  await row.getByText('1 needs you').waitFor();
  await row.click();
  await page.waitForURL(permit);
  await why.click();
  await page.getByRole('heading', { name: 'Sending' }).waitFor();
  await page.getByText('Needs you: Valid to must be at most 1 hour').waitFor();
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
