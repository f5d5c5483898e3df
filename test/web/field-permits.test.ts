/** Permits on a tablet, in a real browser against a real server that dies and comes back. Each test goes on from the last. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { staysBegun, staysWritten } from './support/stopped-meanwhile.ts';
import { crash, dot, keptInBrowser, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
/** That the tablet asks for. */
let permit = '';
beforeAll(async () => {
  field = await openField(['Ann Lee', 'Bob Orr']);
  const context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await page.goto(url);
  await press(page, 'Start work');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

/** Who lost the server a moment ago waits before asking again, unless told to try. */
async function sendNow(): Promise<void> {
  await page.goto('/field/sending');
  const isSent = async (): Promise<boolean> => {
    await press(page, 'Try to send now');
    await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
    return await page.getByRole('main').getByText('Nothing waits').isVisible();
  };
  await expect.poll(isSent).toBe(true);
}

test('[WB272] a permit that is being asked for is there again after the tab was killed', async () => {
  await field.stopServer();
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Confined space');
  await seen(page, 'permit-ask');
  await press(page, 'Ann Lee', 'Ask the office');
  await page.getByText('Write where the work is.').waitFor();
  await page.getByLabel('Where?').fill('Manhole 7');
  await page.getByLabel('What will be done?').fill('Clear the outfall');
  await press(page, '2 h');
  await expect
    .poll(async () => Object.values(await keptInBrowser<object>(page, 'permits begun')))
    .toMatchObject([{ hours: 2 }]);
  const killed = page;
  page = await page.context().newPage();
  await crash(killed);
});

test('[WB172] a permit is asked for with no server, and the office has it when there is one', async () => {
  await page.goto('/field/more');
  await page.getByText('It was written and not asked for yet.').waitFor();
  await page.goto('/field/permits/new');
  await press(page, 'Confined space · Manhole 7 · Ann Lee', 'Ask the office');
  await page.waitForURL(/permits\/[\da-f-]{36}$/);
  await page.getByText('No work before the office has authorised it.').waitFor();
  await field.startServer();
  await sendNow();
  const asked = async () => (await field.rest.listPermits({ query: { status: 'requested' } })).data;
  await expect.poll(asked).toMatchObject([{ permit_type: 'confined_space', location: 'Manhole 7' }]);
  permit = (await asked())[0]?.id ?? '';
  const by = { id: null, name: 'Sinéad Gallagher' };
  await field.rest.authorisePermit({ permit, body: { by } });
});

test('[WB173] a gas test outside the limits stops the work at once, with no server', async () => {
  await sendNow();
  await page.goto(`/field/permits/${permit}`);
  await page.getByRole('button', { name: 'Accept it' }).waitFor();
  await field.stopServer();
  await press(page, 'Accept it', 'Bob Orr', 'Accept it', 'Gas test');
  await page.getByLabel('Oxygen, %').fill('20.9');
  await press(page, 'Record it', 'Open the permit', 'Gas test');
  await page.getByLabel('Oxygen, %').fill('18,2');
  await page.getByText('Outside the limits: get out.').waitFor();
  await seen(page, 'permit-gas');
  await press(page, 'Record it');
  await page.getByText('Stopped: Gas outside the limits: oxygen 18.2 %').waitFor();
});

test('[WB175] another issuer, and more time, are recorded on the tablet', async () => {
  await press(page, 'Another issuer', 'Ann Lee', 'Hand over', 'Start again');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Start again', 'More time');
  await page.getByRole('group', { name: 'Until when?' }).getByRole('button').nth(1).click();
  expect(await page.getByRole('button', { name: 'Bob Orr' }).count()).toBe(0);
  await press(page, 'More time');
  await page.locator('.huge', { hasText: /^2 h [45]/ }).waitFor();
});

test('[WB174] isolations are put back in service, and the permit closes without an exception', async () => {
  await press(page, 'Isolate something');
  await page.getByLabel('What is isolated?').fill('Penstock 2');
  await press(page, 'Record it', 'Work is finished');
  await page.getByText('0 of 1 isolation is back in service').waitFor();
  await seen(page, 'permit-isolated');
  await press(page, 'Back in service', 'Hand back and close');
  await page.getByText('Closed').waitFor();
  await field.startServer();
  await sendNow();
  const state = async () => (await field.rest.getPermit({ permit })).state;
  await expect.poll(state).toBe('closed');
  const { log, closure_exception: exception } = await field.rest.getPermit({ permit });
  expect(exception).toBe(null);
  expect(log.slice(1).map(({ action, by }) => `${action} ${by.name}`)).toEqual([
    'authorise Sinéad Gallagher',
    'accept Bob Orr',
    'record_gas_test Bob Orr',
    'open Bob Orr',
    'record_gas_test Bob Orr',
    'hand_over Sinéad Gallagher',
    'resume Ann Lee',
    'extend Ann Lee',
    'record_isolation Bob Orr',
    'work_complete Bob Orr',
    'reinstate_isolation Bob Orr',
    'close Bob Orr',
  ]);
});

test('[WB401] what is written for a permit stays when the office changes it meanwhile', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  await press(page, 'Accept it', 'Bob Orr', 'Accept it', 'Open the permit');
  await staysWritten(page, field);
});

test('[WB445] a step that was begun is there again after a restart', () => staysBegun(page));

test('[WB176] photos of the fire watch go with its end, also after a restart of the page', async () => {
  await press(page, 'Work is finished');
  await press(page, 'Start the fire watch', 'Bob Orr', 'Start the fire watch');
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await page.getByText('1 photo of the fire watch').waitFor();
  await page.reload();
  await page.getByText('1 photo of the fire watch').waitFor();
  await seen(page, 'permit-watch-photo');
  await press(page, 'End the fire watch');
  await page.getByText('The fire watch had 0 of 60 minutes').waitFor();
  await press(page, 'Cancel the permit');
  await page.getByLabel('Why is it cancelled?').fill('Rain');
  await press(page, 'Cancel the permit');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await sendNow();
  const of = { permit: field.permitId };
  const photos = async () => (await field.rest.getPermit(of)).fire_watch?.photo_ids ?? [];
  await expect.poll(async () => (await photos()).length).toBe(1);
  await expect.poll(async () => (await field.rest.getPermit(of)).state).toBe('cancelled');
});

test('[WB232] the title of a permit that arrives while it is shown takes the focus', async () => {
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
  const id = randomUUID();
  await page.goto('/field/permits');
  await page.getByRole('heading', { name: 'Permits' }).waitFor();
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/field/permits/${id}`);
  await expect.poll(focused).toBe('Read');
  const site = (await field.rest.getPermit({ permit: field.permitId })).site_id;
  await field.rest.createPermit({ body: { id, permit_type: 'roof_access', site_id: site } });
  await expect.poll(focused).toBe('Roof access');
});

test('[WB446] a tablet at an archived site asks for another, and goes on with open work', async () => {
  const { rest } = field;
  for (const { id } of (await rest.listPermits({ query: { status: 'draft,requested,authorised,open' } })).data)
    await rest.cancelPermit({ permit: id, body: { reason: 'The site is done.' } });
  const [site] = (await rest.listSites({})).data;
  const [work] = (await rest.listDocuments({ query: { type: 'rams' } })).data;
  await page.goto(`/field/powra/${work?.id}`);
  await press(page, 'Yes');
  await page.getByText('2 of').waitFor();
  await page.goto('/field/permits');
  await press(page, 'Ask for a permit', 'Confined space', 'Ann Lee');
  await expect
    .poll(async () => Object.values(await keptInBrowser<object>(page, 'permits begun')))
    .toMatchObject([{ person: { name: 'Ann Lee' } }]);
  await rest.updateSite({ site: site?.id ?? '', body: { status: 'archived' } });
  await page.goto('/field/sending');
  await page.getByText('Try to send now').click();
  for (const place of ['', `/d/${work?.id}/brief`]) {
    await page.goto(`/field${place}`);
    await page.getByText(`${site?.name} was archived by the office.`).waitFor();
  }
  await seen(page, 'site-archived');
  await page.getByText('Still under way there').waitFor();
  await page.getByRole('link', { name: 'Ask for a permit' }).click();
  await page.getByRole('button', { name: 'Confined space · Ann Lee' }).click();
  await page.getByRole('button', { name: 'Ask the office' }).waitFor();
  await page.goto('/field');
  await page.getByRole('link', { name: 'Point of work check' }).click();
  await page.getByText('2 of').waitFor();
  await page.goto('/field/permits');
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  await page.getByText(`${site?.name} was archived by the office.`).waitFor();
  expect(await page.getByRole('button', { name: 'Ask for a permit' }).count()).toBe(0);
  await page.goto(`/field/permits/${field.permitId}`);
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await seen(page, 'permits-archived');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
