/** What the passing of time brings about: the follower by itself, and competence cards that run out. */
import { describe, expect, test } from 'vitest';
import { queued } from '../kit/bare-device.ts';
import { openCalendarFollower } from '../../server/followers/calendar.ts';
import type { CalendarCheck } from '../../server/followers/calendar/check.ts';
import { openLog } from '../../server/base/log.ts';
import { listRecords } from '../../server/store/records/record-lists.ts';
import type { Command } from '../../shared/model/command.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const log = openLog('silent');
const dayMs = 86_400_000;

/** Projects whose last day has passed are completed. */
const endOfProjects: CalendarCheck = {
  name: 'end-of-projects',
  due: async ({ db, organisationId, now }) => {
    const request = {
      kind: 'project',
      filters: { status: 'active' },
      order: 'updated_at',
      page: 1,
      perPage: 1000,
    } as const;
    const { rows } = await listRecords(db, organisationId, request);
    return rows
      .filter(({ body }) => (JSON.parse(body) as { end_date: string }).end_date < now.slice(0, 10))
      .map(({ id }): Command => ({ op: 'patch', kind: 'project', id, set: { status: 'completed' } }));
  },
};

async function project(world: World, name: string, endDate: string): Promise<string> {
  const body = { name, status: 'active', end_date: endDate };
  return (await world.api<{ id: string }>('POST', '/api/v1/projects', body)).body.id;
}

async function statusOf(world: World, id: string): Promise<unknown> {
  return (await world.api('GET', `/api/v1/projects/${id}`)).body['status'];
}

describe.each(engines)('the calendar on %s', (engine) => {
  test('[CL1] what is due is done at the start and at every tick, in the server’s own name', async () => {
    await using world = await openWorld({ engine });
    const first = await project(world, 'First', '2026-11-20');
    const second = await project(world, 'Second', '2026-11-21');
    const changed = Promise.withResolvers<string>();
    const ground = { ...world.app.commitContext, wake: changed.resolve };
    const calendar = openCalendarFollower({ commitContext: ground, log, checks: [endOfProjects] });
    expect(await changed.promise).toBe(world.organisationId); // the start itself takes what is due
    expect([await statusOf(world, first), await statusOf(world, second)]).toEqual(['completed', 'active']);
    world.clock.advance(dayMs);
    expect(await calendar.run()).toBe(1);
    expect(await statusOf(world, second)).toBe('completed');
    expect(await calendar.run()).toBe(0);
    await calendar.close();
    const rows = await world.app.commitContext.store.db.selectFrom('record').select(['id', 'updated_by']).execute();
    expect(rows.find(({ id }) => id === first)?.updated_by).toBe('system');
  });

  test('[CL2] a command that is refused stops no other, however many there are', async () => {
    await using world = await openWorld({ engine });
    const ids = Array.from({ length: 250 }, () => world.app.commitContext.newId());
    const due: CalendarCheck = {
      name: 'new-projects',
      due: async () =>
        ids.map((id, i): Command => ({
          op: 'create',
          kind: 'project',
          id,
          set: { name: i % 2 ? `Project ${i}` : '' },
        })),
    };
    const calendar = openCalendarFollower({ commitContext: world.app.commitContext, log, checks: [due] });
    await calendar.run();
    await calendar.close();
    const { body } = await world.api<{ meta: { total: number } }>('GET', '/api/v1/projects?per_page=1');
    expect(body.meta.total).toBe(125);
  });

  test('[CL3] a check that fails stops no other, in no organisation, and is told', async () => {
    await using world = await openWorld({ engine });
    const other = await world.organisation('Another firm');
    const seen: string[] = [];
    const failing: CalendarCheck = {
      name: 'failing',
      due: async () => {
        throw new Error('no such column');
      },
    };
    const looking: CalendarCheck = {
      name: 'looking',
      due: async ({ organisationId }) => {
        seen.push(organisationId);
        return [];
      },
    };
    const calendar = openCalendarFollower({ commitContext: world.app.commitContext, log, checks: [failing, looking] });
    await expect(calendar.run()).rejects.toThrow('2 calendar checks failed');
    await calendar.close();
    expect(new Set(seen)).toEqual(new Set([world.organisationId, other]));
  });

  test('[CL4] two servers on one store do a thing once', async () => {
    await using world = await openWorld({ engine });
    await worker(world, [card('2026-12-12')]);
    const { commitContext: ground } = world.app;
    const [one, two] = [
      openCalendarFollower({ commitContext: ground, log }),
      openCalendarFollower({ commitContext: ground, log }),
    ];
    await Promise.all([one.run(), two.run(), world.app.calendar.run()]);
    await Promise.all([one.close(), two.close()]);
    expect(await told(world)).toEqual(['2026-12-12 in 21 days']);
  });
});

interface Card {
  readonly id: string;
  readonly scheme: string;
  readonly card_number: string;
  readonly expires_on: string;
}

function card(expiresOn: string, more: object = {}): object {
  return { scheme: 'IPAF', card_number: 'SAMPLE-P1000002', categories: ['3a', '3b'], expires_on: expiresOn, ...more };
}

async function worker(
  world: World,
  cards: readonly object[],
  more: object = {},
): Promise<{ id: string; cards: Card[] }> {
  const sent = { name: 'Ionuț Popescu', competence_cards: cards, ...more };
  const { body } = await world.api<{ id: string; competence_cards: Card[] }>('POST', '/api/v1/workers', sent);
  return { id: body.id, cards: body.competence_cards };
}

interface Event {
  readonly event: string;
  readonly data: { readonly expires_on: string; readonly days_left: number };
}

async function events(world: World): Promise<readonly Event[]> {
  const { body } = await world.api<{ data: Event[] }>('GET', '/api/v1/events?limit=1000');
  return body.data.filter(({ event }) => event === 'certification.expiring');
}

/** What the events say, in their order. */
async function told(world: World): Promise<string[]> {
  return (await events(world)).map(({ data }) => `${data.expires_on} in ${data.days_left} days`);
}

/** Day by day, in wall-clock time. */
async function live(world: World, days: number): Promise<void> {
  for (let day = 0; day <= days; day++) {
    if (day > 0) world.clock.advance(dayMs);
    await world.app.calendar.run();
  }
}

describe.each(engines)('cards that run out on %s', (engine) => {
  test('[WK6] a card is told at 60, 30, 7 and 0 days, once each', async () => {
    await using world = await openWorld({ engine });
    world.clock.set('2027-10-12T06:00:00Z');
    await worker(world, [card('2027-12-12')]);
    await live(world, 65);
    expect(await told(world)).toEqual([
      '2027-12-12 in 60 days',
      '2027-12-12 in 30 days',
      '2027-12-12 in 7 days',
      '2027-12-12 in 0 days',
    ]);
  });

  test('[WK7] after days without a server only the latest step is told', async () => {
    await using world = await openWorld({ engine });
    world.clock.set('2027-10-01T06:00:00Z');
    await worker(world, [card('2027-12-12'), card('2027-10-20', { scheme: 'CSCS' })]);
    await world.app.calendar.run();
    world.clock.set('2027-12-10T06:00:00Z');
    await live(world, 1);
    expect(await told(world)).toEqual(['2027-10-20 in 19 days', '2027-12-12 in 2 days', '2027-10-20 in -51 days']);
  });

  test('[WK8] a renewed card starts over, and of the old one nothing more is said', async () => {
    await using world = await openWorld({ engine });
    const { id, cards } = await worker(world, [card('2026-12-12')]);
    await live(world, 1);
    await world.api('PUT', `/api/v1/workers/${id}/cards/${cards[0]?.id}`, { expires_on: '2027-01-05' });
    await live(world, 50);
    expect(await told(world)).toEqual([
      '2026-12-12 in 21 days',
      '2027-01-05 in 44 days',
      '2027-01-05 in 30 days',
      '2027-01-05 in 7 days',
      '2027-01-05 in 0 days',
    ]);
  });

  test('[WK9] the event names worker and card, and of the number its end alone', async () => {
    await using world = await openWorld({ engine });
    const { id, cards } = await worker(world, [card('2026-12-12')], { employer_id: 'vantage' });
    await world.app.calendar.run();
    const [event] = await events(world);
    expect(event?.data).toEqual({
      worker_id: id,
      worker_name: 'Ionuț Popescu',
      employer_id: 'vantage',
      card_id: cards[0]?.id,
      scheme: 'IPAF',
      card_number: '…0002',
      categories: ['3a', '3b'],
      expires_on: '2026-12-12',
      days_left: 21,
      organisation_id: world.organisationId,
    });
  });

  test('[WK10] nothing is told of leavers, of cards without a day, and of those that last', async () => {
    await using world = await openWorld({ engine });
    await worker(world, [card('2026-12-12')], { active: false });
    await worker(world, [{ scheme: 'OTHER', card_number: '1' }, card('2031-01-01')]);
    await live(world, 1);
    expect(await told(world)).toEqual([]);
  });

  test('[WK11] that a card runs out is told by the server alone', async () => {
    await using world = await openWorld({ engine });
    const { id, cards } = await worker(world, [card('2026-12-12')]);
    const device = await world.device();
    await device.sync();
    const act = { op: 'act', kind: 'worker', id, action: 'notify_expiry', args: { card_id: cards[0]?.id } };
    const push = { schema: 1, commands: [queued(world, act)] };
    const { body } = await world.api<{ results: { problem: { code: string } }[] }>('POST', '/api/v1/sync/push', push);
    expect(body.results[0]?.problem.code).toBe('forbidden');
    await world.api('PUT', `/api/v1/workers/${id}`, { expiry_notices: [{ card_id: cards[0]?.id, days: 0 }] });
    await world.app.calendar.run();
    expect(await told(world)).toEqual(['2026-12-12 in 21 days']);
  });

  test('[WK14] those who may change workers are told that a card expires and has expired', async () => {
    await using world = await openWorld({ engine });
    const { id } = await worker(world, [card('2026-11-25')]);
    await live(world, 4);
    const { body } = await world.api<{ data: { type: string }[] }>('GET', '/api/v1/notifications');
    const about = { resource_type: 'worker', resource_id: id };
    expect(body.data.filter(({ type }) => type.startsWith('certification'))).toMatchObject([
      { ...about, type: 'certification_expired', severity: 'warning', subject: 'IPAF card has run out' },
      { ...about, type: 'certification_expiring', severity: 'action', subject: 'IPAF card expires soon' },
    ]);
  });
});
