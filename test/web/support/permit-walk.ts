/** Permits that somebody else works on, too, while they are open in the office. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';

const hourMs = 60 * 60_000;
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
  await rest.updatePermit({
    permit,
    body: { location: 'Tank B', precautions: 'None', valid_to: end, closing_check_minutes: 1 },
  });
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.getByText('Place: Roof, now Tank B').waitFor();
  await dialog.getByText('Precautions: nothing, now None').waitFor();
  await dialog.getByText('Minutes of checks after the fire watch: nothing, now 1').waitFor();
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
  await page.route('**/api/v1/permits/**', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByText('The server did not answer.').waitFor();
  await page.unroute('**/api/v1/permits/**');
  expect(await dialog.getByLabel('Who holds it?').inputValue()).toBe('Luke Farrell');
  await rest.acceptPermit({ permit, body: { by } });
  await dialog.getByRole('button', { name: 'Ask again' }).click();
  await dialog.getByText('Holder: nothing, now Ann Lee').waitFor();
  await dialog.getByRole('button', { name: 'I have read it' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByText('Ann Lee holds the permit').waitFor();
  await resumesOnlySeen(page, rest, permit);
}

/** Stopped, resumed and stopped again while the form is open: it is another stop, and nobody goes on over it unseen. */
async function resumesOnlySeen(page: Page, rest: RestClient, permit: string): Promise<void> {
  await rest.openPermit({ permit, body: { by } });
  await rest.suspendPermit({ permit, body: { reason: 'Wind' } });
  await page.goto(`/office/permits/${permit}?do=resume`);
  const dialog = page.getByRole('dialog');
  const resume = dialog.getByRole('button', { name: 'Resume' });
  await resume.waitFor();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  const issuer = { id: null, name: 'Rosa Lindqvist' };
  await rest.resumePermit({ permit, body: { by: issuer, revalidated_checks: ['Wind below 10 m/s'] } });
  await rest.suspendPermit({ permit, body: { reason: 'H2S alarm' } });
  await resume.click();
  await dialog.getByText(/^Stops: .*Wind.*H2S alarm/).waitFor();
  await resume.click();
  await dialog.getByText('Read first what was changed').waitFor();
  expect((await rest.getPermit({ permit })).state).toBe('suspended');
}

/** In the time of London, on the night when its clocks go back and in the hour that they leave out; and from the other side of the world. */
export async function keepsTimes(page: Page, rest: RestClient): Promise<void> {
  const zone = await page.context().newCDPSession(page);
  const inZone = (timezoneId: string) => zone.send('Emulation.setTimezoneOverride', { timezoneId });
  await rest.updateOrganisation({ body: { timezone: 'Europe/London' } });
  const times = { valid_from: '2026-10-25T01:30:45.500Z', valid_to: '2026-10-25T08:00:30.250Z' };
  const body = { permit_type: 'dig', location: 'Trench', description: 'Dig', ...times } as const;
  const { id: permit } = await rest.createPermit({ body });
  const stored = async () => {
    const { location, valid_from, valid_to } = await rest.getPermit({ permit });
    return { location, valid_from, valid_to };
  };
  const change = async (timezoneId: string): Promise<void> => {
    await inZone(timezoneId);
    await page.goto(`/office/permits/${permit}/write`);
    await page.getByLabel('Place').waitFor();
  };
  const from = page.getByLabel('Valid from');
  const save = page.getByRole('button', { name: 'Save the draft' });
  await change('Europe/London');
  await page.getByText('Time of Europe/London (GMT).').first().waitFor();
  expect(await page.getByLabel('Which 01:30?').locator('option:checked').innerText()).toBe('GMT, an hour later');
  await page.getByLabel('Place').fill('Trench 2');
  // Another writes beside it: both are kept.
  await rest.updatePermit({ permit, body: { precautions: 'Shored' } });
  await save.click();
  await page.getByText('25 Oct 01:30 GMT').waitFor();
  expect(await stored()).toEqual({ ...times, location: 'Trench 2' });
  expect((await rest.getPermit({ permit })).precautions).toBe('Shored');

  await change('Europe/London');
  await from.fill('2027-03-28T01:30');
  await page.getByText('There is no 01:30 on that day').waitFor();
  await save.click();
  await page.getByRole('alert').filter({ hasText: 'valid' }).waitFor();
  expect((await stored()).valid_from).toBe(times.valid_from);
  await from.fill('2027-10-31T01:30');
  await page.getByLabel('Which 01:30?').selectOption('GMT, an hour later');
  await page.getByLabel('Valid to').fill('2027-10-31T08:00');
  await save.click();
  await page.getByText('31 Oct 2027 01:30 GMT').waitFor();
  expect((await stored()).valid_from).toBe('2027-10-31T01:30:00.000Z');

  await change('Pacific/Auckland');
  await page.getByText(/Time of Pacific\/Auckland .* In Europe\/London: 31 Oct 2027, 08:00\./).waitFor();
  await zone.send('Emulation.setTimezoneOverride', { timezoneId: '' });
  await zone.detach();
}

/** On a computer whose clock is three hours slow: the permit of the yard has at most 20 minutes left. */
export async function countsByServer(signedIn: Page): Promise<void> {
  const [storageState, baseURL] = [await signedIn.context().storageState(), new URL(signedIn.url()).origin];
  const page = await signedIn.context().browser()?.newPage({ baseURL, storageState, locale: 'en-GB' });
  if (!page) throw new Error('the browser is gone');
  await page.addInitScript((behindMs) => {
    const RealDate = Date;
    const behind = (): number => RealDate.now() - behindMs;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: unknown[]) => Reflect.construct(target, given.length > 0 ? given : [behind()]),
      get: (target, name) => (name === 'now' ? behind : Reflect.get(target, name)),
    });
  }, 3 * hourMs);
  await page.goto('/office/permits');
  await page.getByText('The clock of this computer is 3 hours slow. The times here are right.').waitFor();
  const yard = page.getByRole('listitem').filter({ hasText: 'Yard' });
  expect(await yard.locator('.left').innerText()).toMatch(/^0:1\d$/);
  await yard.getByRole('link', { name: 'Extend' }).waitFor();
  await look(page, 'slow-clock');
  await page.close();
}
