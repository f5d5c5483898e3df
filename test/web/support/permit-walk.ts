/** Permits that somebody else works on, too, while they are open in the office. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

const by = { id: null, name: 'Ann Lee' };
const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

export async function boardIsSorted(page: Page, rest: RestClient): Promise<void> {
  for (const [location, end] of [
    ['Roof', 300],
    ['Yard', 20],
  ] as const) {
    const body = { permit_type: 'dig', location, valid_from: at(-60), valid_to: at(end) } as const;
    const { id: permit } = await rest.createPermit({ body });
    await rest.requestPermit({ permit, body: {} });
    if (location === 'Roof') continue;
    await rest.authorisePermit({ permit, body: {} });
    await rest.acceptPermit({ permit, body: { by } });
    await rest.openPermit({ permit, body: { by } });
  }
  await page.goto('/office/permits');
  const verbs = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^(Extend|Issue)$/ });
  await verbs.nth(1).waitFor();
  expect(await verbs.allInnerTexts()).toEqual(['Extend', 'Issue']);
  await verbs.first().click();
  await page.getByRole('dialog', { name: 'Extend' }).waitFor();
}

/** Goes on with the permit of the roof, which waits to be issued. */
export async function readsChanges(page: Page, rest: RestClient): Promise<void> {
  const [row] = (await rest.listPermits({ query: { status: 'requested' } })).data;
  const permit = row?.id ?? '';
  const dialog = page.getByRole('dialog');
  await page.goto(`/office/permits/${permit}?do=authorise`);
  await dialog.getByLabel('Conditions').fill('Two men at the edge');
  const end = at(240);
  await rest.updatePermit({ permit, body: { location: 'Tank B', precautions: 'None', valid_to: end } });
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.getByText('Place: Roof → Tank B').waitFor();
  await dialog.getByText('Precautions: nothing → None').waitFor();
  await look(page, 'permit-changed');
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.getByText('Read first what was changed').waitFor();
  expect((await rest.getPermit({ permit })).state).toBe('requested');
  await dialog.getByRole('button', { name: 'I have read it' }).click();
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { issuer, valid_to, log } = await rest.getPermit({ permit });
  expect([issuer?.name, valid_to, log.at(-1)?.args]).toEqual(['Rosa Lindqvist', end, { notes: 'Two men at the edge' }]);

  await page.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByLabel('Who holds it?').fill('Luke Farrell');
  await rest.acceptPermit({ permit, body: { by } });
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByText('Holder: nothing → Ann Lee').waitFor();
  await dialog.getByRole('button', { name: 'I have read it' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByText('Ann Lee holds the permit').waitFor();
}
