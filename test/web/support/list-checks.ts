/** The checks after a fire watch, on the tablet. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { OpenField } from './open-field.ts';
import { press, seen } from './tablet.ts';

export async function listsChecks(page: Page, field: OpenField): Promise<void> {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
  const times = { valid_from: hours(-3), valid_to: hours(3) };
  const { id: permit } = await field.rest.createPermit({
    body: { permit_type: 'hot_work', project_id, site_id, location: 'Roof', ...times },
  });
  const [by, issuer] = [
    { id: null, name: 'Ann Lee' },
    { id: null, name: 'Sinéad Gallagher' },
  ];
  await field.rest.requestPermit({ permit, body: { at: hours(-3) } });
  await field.rest.authorisePermit({ permit, body: { at: hours(-3), by: issuer } });
  await field.rest.acceptPermit({ permit, body: { at: hours(-3), by } });
  await field.rest.openPermit({ permit, body: { at: hours(-3), by } });
  await field.rest.completePermitWork({ permit, body: { at: hours(-2), by } });
  await field.rest.startFireWatch({ permit, body: { at: hours(-2), by } });
  await field.rest.endFireWatch({ permit, body: { at: hours(-0.75), by } });
  // The tablet lost the server a moment ago, and would wait before it asks again.
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('.chip', { hasText: 'min fast' }).waitFor({ state: 'detached' });
  await page.goto(`/field/permits/${permit}`);
  await page.getByText('Checks after the fire watch: 15 of 60 min').waitFor();
  await page.getByText('Check now; the time since the last one does not count').waitFor();
  await press(page, 'Check made', 'Bob Orr', 'Check made');
  await page.getByText('Next check by').waitFor();
  await page.locator('li', { hasText: 'Bob Orr' }).waitFor();
  await seen(page, 'permit-checks');
  const made = async () =>
    (await field.rest.getPermit({ permit })).closing_checks?.map((each) => each.checked_by?.name);
  await expect.poll(made).toEqual(['Bob Orr']);
}
