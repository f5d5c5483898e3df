/** Permits whose work is under way or finished, and what home and the board say of them. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';

export const by = { id: null, name: 'Ann Lee' };

/** From now, as an instant. */
export function hours(count: number): string {
  return new Date(Date.now() + count * 3_600_000).toISOString();
}

export function panel(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

export async function writePermit(rest: RestClient, location: string): Promise<string> {
  const times = { valid_from: hours(-3), valid_to: hours(3) };
  const { id: permit } = await rest.createPermit({ body: { permit_type: 'hot_work', location, ...times } });
  await rest.requestPermit({ permit, body: { at: hours(-3), by } });
  return permit;
}

export async function finishWork(rest: RestClient, permit: string): Promise<void> {
  await rest.authorisePermit({ permit, body: { at: hours(-3), by: { id: null, name: 'Bob Orr' } } });
  await rest.acceptPermit({ permit, body: { at: hours(-3), by } });
  await rest.openPermit({ permit, body: { at: hours(-3), by } });
  await rest.completePermitWork({ permit, body: { at: hours(-2), by } });
}

/** Where the permit “Deck” was watched for an hour and a half. */
export async function listsChecks(page: Page, rest: RestClient): Promise<void> {
  const permit = await writePermit(rest, 'Hall');
  await finishWork(rest, permit);
  await rest.startFireWatch({ permit, body: { at: hours(-2), by } });
  await rest.endFireWatch({ permit, body: { at: hours(0), by } });
  await page.goto('/office');
  const running = panel(page, 'Open and running');
  await running.getByText('Deck: checks after the fire watch').waitFor();
  await running.getByText('30 of 60 min').waitFor();
  expect(await running.getByText('Hall: checks').count()).toBe(0);
}

/** After `listsChecks`. */
export async function closesNext(page: Page): Promise<void> {
  await page.goto('/office/permits');
  const rows = page.getByRole('main').getByRole('listitem');
  const close = (place: string): Locator =>
    rows.filter({ hasText: place }).getByRole('link', { name: 'Close the permit' });
  await close('Hall').waitFor();
  expect(await close('Deck').count()).toBe(0);
}
