/** Notifications without a request: a review date that comes near, a subscription that fails too often (contract, Notifications). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCalendarFollower } from '../../server/followers/calendar.ts';
import { documentDates } from '../../server/followers/calendar/checks.ts';
import { openLog } from '../../server/base/log.ts';
import { dayIn } from '../../shared/base/day.ts';
import { act, bareDevice } from '../kit/bare-device.ts';
import { openReceiver } from '../kit/receiver.ts';
import { openWebhookWorld } from '../webhooks/world.ts';
import { openSite, type Site } from './support/site.ts';
import { newsOf } from './support/told.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test('[NT8] disabling a failing subscription notifies its managers once, atomically', async () => {
  await using world = await openWebhookWorld('sqlite');
  await using receiver = await openReceiver({ answers: 500 });
  const hook = await world.subscribe(receiver.url, { consecutive_failures: 9 });
  for (let i = 0; i < 3; i++) await world.emit();
  await world.follower.run();
  expect((await world.webhook(hook)).state).toBe('disabled');
  const rows = await world.store.db.selectFrom('notification').selectAll().execute();
  expect(rows).toMatchObject([
    {
      type: 'webhook_disabled',
      severity: 'warning',
      permission: 'webhooks:manage',
      recipient_actor: null,
      resource_type: 'webhook',
      resource_id: hook,
      subject: `Webhook disabled: ${new URL(receiver.url).host}`,
    },
  ]);
});

const inDays = (days: number): string =>
  new Date(site.world.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

async function passTime(): Promise<void> {
  const follower = openCalendarFollower({
    commitContext: site.world.app.commitContext,
    log: openLog('silent'),
    checks: [documentDates],
  });
  await follower.run();
  await follower.close();
}

describe('a review date', () => {
  const due = async (review_due_on: string): Promise<string> => (await site.draft({ review_due_on })).id;

  test('[NT7] a reminder is sent 14 days ahead, once per date, and again after the date', async () => {
    await passTime();
    const [soon, late] = [await due(inDays(14)), await due(inDays(-3))];
    await due(inDays(15));
    const { result: told, events } = await site.eventsOf(() => newsOf(site, passTime));
    expect(told.map(({ type, severity, resource_id }) => [type, severity, resource_id])).toEqual([
      ['review_date_due', 'warning', late],
      ['review_date_due', 'action', soon],
    ]);
    expect(told[1]?.body).toContain(`is to be reviewed by ${inDays(14)}`);
    expect(events).toEqual([]);
    const { revision } = await site.must('getDocument', { params: { document: soon } });
    expect(await newsOf(site, passTime)).toEqual([]);
    expect((await site.must('getDocument', { params: { document: soon } })).revision).toBe(revision);
    await site.must('updateDocument', { params: { document: soon }, body: { review_due_on: inDays(7) } });
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([soon]);
  });

  test('[NT7] approved documents have reminders, archived ones do not', async () => {
    const { id: approved } = await site.approved({ review_due_on: inDays(1) });
    const archived = await due(inDays(1));
    await site.must('archive', { params: { document: archived } });
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([approved]);
    await site.must('restore', { params: { document: archived } });
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([archived]);
  });

  test('[NT7] only the server creates reminders, and no field of them can be sent', async () => {
    const id = await due(inDays(1));
    const device = bareDevice(site.world);
    const [result] = await device.push([act('document', id, 'remind_of_review')]);
    expect(result).toMatchObject({ status: 'refused', problem: { code: 'forbidden' } });
    await site.must('updateDocument', { params: { document: id }, body: { review_reminded_for: inDays(1) } });
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([id]);
  });
});

describe('a condition of an approval', () => {
  async function conditional(...days: readonly (number | null)[]): Promise<string> {
    const params = { document: (await site.draft()).id };
    await site.must('submitReview', { params });
    const conditions = days.map((day, i) => ({
      text: `Condition ${i + 1} is met.`,
      due_on: day === null ? 'before the first lift' : inDays(day),
    }));
    await site.must('approve', { params, body: { conditions } });
    return params.document;
  }

  const mark = (name: 'meetCondition' | 'reopenCondition', document: string, condition: number, seen = 0) =>
    site.must(name, { params: { document }, body: { version: 1, condition, seen } });

  test('[NT12] what is not met when its day is over is told once, with its words', async () => {
    await passTime();
    const late = await conditional(-1, 0, null, -3);
    const { result: told, events } = await site.eventsOf(() => newsOf(site, passTime, 'supervisor'));
    expect(told).toMatchObject([
      { type: 'condition_overdue', severity: 'warning', resource_type: 'document', resource_id: late },
    ]);
    expect(told[0]?.subject).toMatch(/^Conditions not met: /);
    expect(told[0]?.body).toContain(`Condition 1 is met, until ${inDays(-1)}`);
    expect(told[0]?.body).toContain(`Condition 4 is met, until ${inDays(-3)}`);
    expect(told[0]?.body).not.toContain('Condition 2');
    expect(events).toEqual([]);
    expect(await newsOf(site, passTime)).toEqual([]);
    expect(await newsOf(site, passTime, 'viewer')).toEqual([]);
  });

  test('[NT12] what is met in time is not told, and what is not met after all is', async () => {
    const document = await conditional(-1, -1);
    await mark('meetCondition', document, 1);
    await mark('meetCondition', document, 2);
    expect(await newsOf(site, passTime)).toEqual([]);
    await mark('reopenCondition', document, 2, 1);
    const told = await newsOf(site, passTime);
    expect(told.map(({ subject }) => subject.startsWith('Condition not met: '))).toEqual([true]);
    expect(told[0]?.body).toContain('Condition 2 is met');
    await mark('meetCondition', document, 2, 2);
    await mark('reopenCondition', document, 2, 3);
    expect((await newsOf(site, passTime)).map(({ type }) => type)).toEqual(['condition_overdue']);
  });

  test('[NT12] conditions of a replaced version and of an archived document are not told', async () => {
    const [replaced, archived] = [await conditional(-1), await conditional(-1)];
    const params = { document: replaced };
    await site.must('revise', { params });
    await site.must('submitReview', { params });
    await site.must('approve', { params, body: {} });
    await site.must('archive', { params: { document: archived } });
    expect(await newsOf(site, passTime)).toEqual([]);
    await site.must('restore', { params: { document: archived } });
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([archived]);
  });

  test.each([
    ['America/New_York', '2027-02-11T04:30:00.000Z', '2027-02-11T05:30:00.000Z'],
    ['Pacific/Auckland', '2027-02-20T10:30:00.000Z', '2027-02-20T11:30:00.000Z'],
  ])('[NT13] the day of a condition is over by the clock of %s', async (timezone, before, after) => {
    await site.must('updateOrganisation', { body: { timezone } });
    site.world.clock.set(before);
    await passTime();
    const day = dayIn(before, timezone);
    const params = { document: (await site.draft()).id };
    await site.must('submitReview', { params });
    await site.must('approve', { params, body: { conditions: [{ text: 'The tag hangs.', due_on: day }] } });
    expect(await newsOf(site, passTime)).toEqual([]);
    site.world.clock.set(after);
    expect((await newsOf(site, passTime)).map(({ resource_id }) => resource_id)).toEqual([params.document]);
    await site.must('updateOrganisation', { body: { timezone: 'Europe/London' } });
  });

  test('[NT12] only the server reminds of conditions', async () => {
    const document = await conditional(-1);
    const [result] = await bareDevice(site.world).push([act('document', document, 'remind_of_conditions')]);
    expect(result).toMatchObject({ status: 'refused', problem: { code: 'forbidden' } });
  });

  test('[NT7] a review date and a condition of one document are both told', async () => {
    await passTime();
    const params = { document: (await site.draft({ review_due_on: inDays(3) })).id };
    await site.must('submitReview', { params });
    await site.must('approve', { params, body: { conditions: [{ text: 'The tag hangs.', due_on: inDays(-1) }] } });
    const told = await newsOf(site, passTime);
    expect(told.map(({ type }) => type).toSorted()).toEqual(['condition_overdue', 'review_date_due']);
  });
});
