/** Forms of permits on a tablet, open while the office changes what it asks for. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const hourMs = 3_600_000;
const by = { id: null, name: 'Ann Lee' };
const ask = (permit: object) => field.rest.updateOrganisation({ body: { settings: { permit } } });
const allow = (hours: number) => ask({ max_duration_hours: { hot_work: hours, default: 24 } });
const found = (permit: string) => field.rest.getPermit({ permit });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const offeredIn = (question: string): Locator => page.getByRole('group', { name: question }).getByRole('button');
const pressedIn = (question: string): Promise<string[]> =>
  page.getByRole('group', { name: question }).getByRole('button', { pressed: true }).allInnerTexts();

/** Hot work from an hour ago for three hours, on the screen: Ann Lee has opened it. */
async function openPermit(): Promise<string> {
  const { project_id, site_id } = await found(field.permitId);
  const [valid_from, valid_to] = [-1, 2].map((hours) => new Date(Date.now() + hours * hourMs).toISOString());
  const body = { permit_type: 'hot_work', project_id, site_id, location: 'Deck', valid_from, valid_to } as const;
  const { id: permit } = await field.rest.createPermit({ body });
  await field.rest.requestPermit({ permit, body: {} });
  await field.rest.authorisePermit({ permit, body: { by: { id: null, name: 'Sinéad Gallagher' } } });
  await field.rest.acceptPermit({ permit, body: { by } });
  await field.rest.openPermit({ permit, body: { by } });
  await page.goto(`/field/permits/${permit}`);
  await button('Work is finished').waitFor();
  return permit;
}

/** The last that is offered, once it is another than `before`. */
async function lastEnd(before?: string): Promise<string> {
  const last = offeredIn('Until when?').last();
  await expect.poll(() => last.innerText()).not.toBe(before);
  return last.innerText();
}

test('[WB774] the end that was chosen stays chosen where the office allows more', async () => {
  await allow(9);
  const permit = await openPermit();
  await press(page, 'More time');
  const chosen = await lastEnd();
  await press(page, chosen);
  await allow(11);
  await lastEnd(chosen);
  expect(await pressedIn('Until when?')).toEqual([chosen]);
  await press(page, 'More time');
  const lasts = async () => {
    const { valid_from: from, valid_to: to } = await found(permit);
    return (Date.parse(to ?? '') - Date.parse(from ?? '')) / hourMs;
  };
  await expect.poll(lasts).toBe(9);
});

test('[WB774] an end that the office does not allow any more is said, and chosen again', async () => {
  await allow(9);
  await openPermit();
  await press(page, 'More time');
  const chosen = await lastEnd();
  await press(page, chosen);
  await allow(8);
  await page.getByText(`${chosen} is not allowed any more. Choose again.`).waitFor();
  expect(await pressedIn('Until when?')).toEqual([]);
  expect(await button('More time').isEnabled()).toBe(false);
  await press(page, await lastEnd(chosen));
  expect(await button('More time').isEnabled()).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(0);
  await allow(3);
  await page.getByText('No more time is allowed.').waitFor();
  expect(await button('More time').isEnabled()).toBe(false);
});

async function askFor(location: string): Promise<void> {
  await page.goto('/field/permits/new');
  await press(page, 'Hot works');
  await page.getByLabel('Where?').fill(location);
  await press(page, 'Bob Orr');
}

/** For how many hours the office was asked. */
async function askedFor(location: string): Promise<number> {
  const one = async () => (await field.rest.listPermits({})).data.find((permit) => permit.location === location);
  await expect.poll(one).toBeDefined();
  const { valid_from: from, valid_to: to } = (await one()) ?? {};
  return (Date.parse(to ?? '') - Date.parse(from ?? '')) / hourMs;
}

const question = 'For how long, from now?';

test('[WB775] the hours that were pressed stay where the office allows more', async () => {
  await allow(10);
  await askFor('Deck 9');
  await press(page, '10 h');
  await allow(12);
  await button('12 h').waitFor();
  expect(await pressedIn(question)).toEqual(['10 h']);
  await press(page, 'Ask the office');
  expect(await askedFor('Deck 9')).toBe(10);
});

test('[WB775] hours that the office does not allow any more are said, and nothing is asked', async () => {
  await allow(12);
  await askFor('Deck 10');
  expect(await pressedIn(question)).toEqual(['8 h']);
  await allow(6);
  await page.getByText('8 h is not allowed any more. Choose again.').waitFor();
  expect(await pressedIn(question)).toEqual([]);
  expect(await button('Ask the office').isEnabled()).toBe(false);
  await press(page, '4 h', 'Ask the office');
  expect(await askedFor('Deck 10')).toBe(4);
});

async function typeName(name: string): Promise<void> {
  await press(page, 'Somebody else');
  await page.getByLabel('Name').fill(name);
}

test('[WB776] who is to keep a fire watch stays in the form when none is asked for', async () => {
  await ask({ hot_work_fire_watch_minutes: 60, hot_work_check_minutes: 60 });
  await allow(9);
  const permit = await openPermit();
  await press(page, 'Start the fire watch');
  await typeName('Zed Long');
  await ask({
    hot_work_fire_watch_minutes: 0,
    hot_work_check_minutes: 0,
    max_duration_hours: { hot_work: 3, default: 24 },
  });
  await button('More time').waitFor({ state: 'detached' }); // the tablet has heard of it
  expect(await page.getByLabel('Name').inputValue()).toBe('Zed Long');
  await press(page, 'Start the fire watch');
  await expect.poll(async () => (await found(permit)).fire_watch?.fire_watcher?.name).toBe('Zed Long');
  await press(page, 'Work is finished', 'End the fire watch');
  await expect.poll(async () => (await found(permit)).fire_watch?.ended_at).toBeTruthy();
});

test('[WB776] who made a check stays in the form when no checks are asked for', async () => {
  await ask({ hot_work_fire_watch_minutes: 0, hot_work_check_minutes: 60 });
  const permit = await openPermit();
  await press(page, 'Work is finished', 'Check made');
  await typeName('Zed Long');
  await ask({ hot_work_check_minutes: 0 });
  await button('Hand back and close').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Zed Long');
  await press(page, 'Check made');
  await expect.poll(async () => (await found(permit)).closing_checks?.[0]?.checked_by?.name).toBe('Zed Long');
});

test('[WB776] a permit closes without an exception where nothing is missing any more', async () => {
  await ask({ hot_work_fire_watch_minutes: 60, hot_work_check_minutes: 60 });
  const permit = await openPermit();
  await press(page, 'Work is finished', 'Close without it');
  await typeName('Zed Long');
  await ask({ hot_work_fire_watch_minutes: 0, hot_work_check_minutes: 0 });
  await page.getByText('Nothing is missing any more. It closes without an exception.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Zed Long');
  await press(page, 'Hand back and close');
  await expect.poll(async () => (await found(permit)).state).toBe('closed');
  expect((await found(permit)).closure_exception).toBeNull();
});
