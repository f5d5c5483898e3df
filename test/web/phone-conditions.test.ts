/** What an own phone says of the conditions on which a version was approved: in a real browser against one real server. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { dayIn } from '../../shared/base/day.ts';
import { look } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB712] a late condition stops who reads on an own phone, in their language', async () => {
  const { rest, documentId: document } = field;
  await rest.submitReview({ document, body: {} });
  const conditions = [
    { text: 'The scaffold tag is renewed.', due_on: '2020-11-01' },
    { text: 'The rescue kit is at the gate.', due_on: '2099-11-01' },
  ];
  await rest.approve({ document, body: { change_summary: 'Wind limit lowered to 9 m/s', conditions } });
  const open = async (language: string): Promise<Page> => {
    const { url } = await rest.createSignCode({
      document,
      body: { version: 2, worker: { name: 'Ann Lee', language } },
    });
    const phone = await page.context().newPage();
    await phone.goto(url);
    return phone;
  };
  const phone = await open('en');
  const stop = phone.getByRole('alert').filter({ hasText: 'Conditions whose day is over' });
  await stop.getByText('The scaffold tag is renewed, was due 1 Nov 2020').waitFor();
  const care = phone.getByRole('status').filter({ hasText: 'Approved on conditions' });
  await care.getByText('The rescue kit is at the gate, until 1 Nov 2099').waitFor();
  expect(await stop.getByText('rescue kit').count()).toBe(0);
  await look(phone, 'phone-conditions');
  await phone.close();
  const polish = await open('pl');
  await polish.getByText('Warunki, których termin minął').waitFor();
  await polish.close();
});

test.each([
  ['ahead', 365],
  ['behind', -3650],
])('[WB726] a condition is late by the time of the server, on a phone that is far %s', async (_where, days) => {
  const dayMs = 24 * 3_600_000;
  const { rest, documentId: document } = field;
  const inDays = (count: number): string => new Date(Date.now() + count * dayMs).toISOString().slice(0, 10);
  await rest.revise({ document, body: {} }).catch(() => undefined); // there may be a draft
  await rest.submitReview({ document, body: {} });
  const conditions = [
    { text: 'The tag hangs.', due_on: inDays(-3) },
    { text: 'The kit is there.', due_on: inDays(3) },
  ];
  const { version } = await rest.approve({ document, body: { change_summary: 'Conditions', conditions } });
  const { url } = await rest.createSignCode({ document, body: { version, worker: { name: 'Ann Lee' } } });
  const phone = await page.context().newPage();
  await phone.clock.setSystemTime(Date.now() + days * dayMs);
  await phone.goto(url);
  await phone.getByRole('alert').getByText('The tag hangs').waitFor();
  await phone.getByRole('status').getByText('The kit is there').waitFor();
  await phone.close();
});

/** Of these two, one has another day than Greenwich at any time. */
const zones = ['Pacific/Kiritimati', 'Etc/GMT+12'];

test.each(zones)('[WB816] a condition is late once its day is over for the organisation, in %s', async (timezone) => {
  const { rest, documentId: document } = field;
  await rest.updateOrganisation({ body: { timezone } });
  await rest.revise({ document, body: {} }).catch(() => undefined); // there may be a draft
  await rest.submitReview({ document, body: {} });
  const now = Date.now();
  // Also where its midnight passes meanwhile.
  const today = dayIn(new Date(now + 5 * 60_000).toISOString(), timezone);
  const yesterday = dayIn(new Date(now - 24 * 3_600_000).toISOString(), timezone);
  const conditions = [
    { text: 'The tag hangs.', due_on: yesterday },
    { text: 'The kit is there.', due_on: today },
  ];
  const { version } = await rest.approve({ document, body: { change_summary: 'Conditions', conditions } });
  const { url } = await rest.createSignCode({ document, body: { version, worker: { name: 'Ann Lee' } } });
  const isTold = async (on: Page): Promise<void> => {
    await on.getByRole('alert').getByText('The tag hangs').waitFor();
    await on.getByRole('status').getByText('The kit is there').waitFor();
  };
  const phone = await page.context().newPage();
  await phone.goto(url);
  await isTold(phone);
  await phone.close();
  await page.goto('/field');
  await page.getByText('Condition was due').waitFor();
  await page.goto(`/field/d/${document}`);
  await isTold(page);
});
