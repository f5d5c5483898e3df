/** Steps of a permit that are written while it ends, and in two tabs. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { keptInBrowser, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const by = { id: null, name: 'Ann Lee' };
/** Long enough to open the form, also where the machine is busy. */
const leftMs = 15_000;

test('[WB605] a permit that runs out while more time is asked for says so in plain words', async () => {
  const { rest } = field;
  const { site_id } = await rest.getPermit({ permit: field.permitId });
  const valid_from = new Date(Date.now() - 3_600_000).toISOString();
  const valid_to = new Date(Date.now() + leftMs).toISOString();
  const { id: permit } = await rest.createPermit({ body: { permit_type: 'dig', site_id, valid_from, valid_to } });
  await rest.requestPermit({ permit, body: { by } });
  await rest.authorisePermit({ permit, body: { by: { id: null, name: 'Sinéad Gallagher' } } });
  await rest.acceptPermit({ permit, body: { by } });
  await rest.openPermit({ permit, body: { by } });
  await page.goto(`/field/permits/${permit}`);
  await press(page, 'More time');
  await page.getByRole('group', { name: 'Until when?' }).getByRole('button').first().click();
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(valid_to));
  await press(page, 'More time');
  const refusal = page.getByText('Not recorded: the permit is not valid at this time.');
  await refusal.waitFor();
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Work is finished' }).waitFor();
  expect(await refusal.count()).toBe(0);
});

test('[WB606] a step that is written in two tabs stays in one where the other puts it away', async () => {
  await field.rest.acceptPermit({ permit: field.permitId, body: { by } });
  await field.rest.openPermit({ permit: field.permitId, body: { by } });
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/field/permits/${field.permitId}`);
    await press(tab, 'Suspend');
  }
  const steps = async () => JSON.stringify(await keptInBrowser(page, 'permit steps begun'));
  await other.getByLabel('Another reason').fill('Rain on the deck');
  await expect.poll(steps).toContain('Rain on the deck');
  await page.getByLabel('Another reason').fill('x');
  await expect.poll(steps).toContain('"x"');
  await press(page, 'Cancel');
  await expect.poll(steps).not.toContain('"x"');
  await other.reload();
  await expect.poll(() => other.getByLabel('Another reason').inputValue()).toBe('Rain on the deck');
  await other.close();
});
