/** What the office decided, or somebody handed over, and the tablet says before work goes on. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB650] Today and the card say on which conditions work was approved', async () => {
  const of = { document: field.documentId };
  const conditions = [
    { text: 'The scaffold tag is renewed', due_on: '2099-12-10' },
    { text: 'The lift plan is signed', due_on: '2020-01-05' },
    { text: 'The road is closed', due_on: 'the first lift' },
    { text: 'The crane was tested', due_on: '2020-01-05', met_on: '2020-01-04' },
  ];
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: { conditions } });
  await page.goto('/field');
  const work = page.getByRole('region', { name: 'Curtain walling' });
  await work.getByText('version 2').first().waitFor();
  await work.getByText('Approved on conditions').waitFor();
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByRole('status').filter({ hasText: 'The scaffold tag is renewed, until 10 Dec 2099' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'The lift plan is signed, until 5 Jan 2020' }).waitFor();
  await page.getByText('The road is closed, until the first lift').waitFor();
  expect(await page.getByText('The crane was tested').count()).toBe(0);
  await seen(page, 'conditions');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
