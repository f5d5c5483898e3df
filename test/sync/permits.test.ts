/** Permits to work by sync: late actions, refusals that are kept, and evidence that is always accepted. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create, patch, type BareDevice } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const issuer = { name: 'Sinéad Gallagher' };
const holder = { name: 'Rhys Morgan' };
const at = (time: string): string => `2026-11-21T${time}:00.000Z`;

const way: readonly (readonly [string, JsonObject])[] = [
  ['request', { at: at('06:10'), by: holder }],
  ['authorise', { at: at('06:40'), by: issuer }],
  ['accept', { at: at('06:55'), by: holder }],
  ['open', { at: at('07:05'), by: issuer }],
];

/** A permit for a confined space, open from 07:05, valid to 12:00. */
async function openPermit(world: World, device: BareDevice): Promise<string> {
  const id = world.app.commitContext.newId();
  const form = { permit_type: 'confined_space', valid_from: at('06:00'), valid_to: at('12:00') };
  await taken(device, [create('permit', id, form), ...way.map(([action, args]) => act('permit', id, action, args))]);
  return id;
}

async function taken(device: BareDevice, commands: readonly Command[]): Promise<void> {
  expect((await codes(device, commands)).filter((code) => code !== 'applied')).toEqual([]);
}

async function codes(device: BareDevice, commands: readonly Command[]): Promise<readonly string[]> {
  return (await device.push(commands)).map((result) => result.problem?.code ?? result.status);
}

async function permit(world: World, id: string): Promise<JsonObject> {
  return (await world.api<JsonObject>('GET', `/api/v1/permits/${id}`)).body;
}

async function alarms(world: World): Promise<readonly JsonObject[]> {
  const { body } = await world.api<{ data: JsonObject[] }>('GET', '/api/v1/notifications?severity=critical');
  return body.data;
}

describe.each(engines)('permits of devices on %s', (engine) => {
  test('[PW7] a bad reading suspends the work whenever it arrives, and alerts all issuers', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world, await world.token('device'));
    const id = await openPermit(world, device);
    await taken(device, [act('permit', id, 'record_gas_test', { at: at('07:30'), by: holder, lel_percent: 10 })]);
    expect(await permit(world, id)).toMatchObject({
      state: 'suspended',
      suspensions: [{ suspended_at: at('07:30'), resumed_at: null }],
    });
    expect(await alarms(world)).toMatchObject([
      { type: 'incident_reported', severity: 'critical', resource_type: 'permit', resource_id: id },
    ]);
  });

  test('[PW7] a suspension reported before the work began does not suppress the alert', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = world.app.commitContext.newId();
    const form = { permit_type: 'confined_space', valid_from: at('06:00'), valid_to: at('12:00') };
    const [opening, ...before] = way.map(([action, args]) => act('permit', id, action, args)).toReversed();
    const stop = act('permit', id, 'suspend', { at: at('07:00'), reason: 'Somebody is down there' });
    const reading = act('permit', id, 'record_gas_test', { at: at('07:30'), by: holder, o2_percent: 23.6 });
    await taken(device, [
      create('permit', id, form),
      ...before.toReversed(),
      stop,
      ...(opening ? [opening] : []),
      reading,
    ]);
    expect(await permit(world, id)).toMatchObject({ state: 'suspended', events: [{ event: 'permit.opened' }, {}] });
  });

  test('[PW9] each log entry has the times of the action and its arrival, and never changes', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = await openPermit(world, device);
    const before = (await permit(world, id))['log'] as readonly JsonObject[]; // the reply's own shape
    expect(before.map(({ at: when }) => when)).toEqual(way.map(([, args]) => args['at']));
    for (const entry of before)
      expect(Date.parse(String(entry['received_at']))).toBeGreaterThan(Date.parse(at('08:59')));
    const forged = await codes(device, [
      patch('permit', id, { log: [], state: 'closed' }),
      { op: 'remove', kind: 'permit', id },
      act('permit', id, 'expire', { at: at('12:00') }),
      act('permit', id, 'remind', { of: 'expiring', valid_to: at('12:00') }),
    ]);
    expect(forged).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden']);
    await taken(device, [act('permit', id, 'suspend', { reason: 'Rain' })]);
    expect(((await permit(world, id))['log'] as readonly JsonObject[]).slice(0, -1)).toEqual(before); // likewise
  });

  test('[PW10] a suspension and a reading after closing are kept as evidence only', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const id = await openPermit(world, office);
    await taken(office, [
      act('permit', id, 'work_complete', { at: at('08:30') }),
      act('permit', id, 'close', { at: at('08:40') }),
    ]);
    await taken(tablet, [
      act('permit', id, 'record_gas_test', { at: at('07:50'), by: holder, h2s_ppm: 6 }),
      act('permit', id, 'suspend', { at: at('07:51'), by: holder, reason: 'Smell of rotten eggs' }),
    ]);
    const found = await permit(world, id);
    expect(found).toMatchObject({
      state: 'closed',
      atmosphere_tests: [{ at: at('07:50'), h2s_ppm: 6 }],
      suspensions: [{ suspended_at: at('07:51'), reason: 'Smell of rotten eggs' }],
    });
    expect((found['log'] as readonly JsonObject[]).slice(-2)).toMatchObject([
      { action: 'record_gas_test', effect: 'evidence', from: 'closed', to: 'closed', at: at('07:50') },
      { action: 'suspend', effect: 'evidence' },
    ]);
    expect(await alarms(world)).toHaveLength(1);
  });

  test('[PW10] an action that arrives too late is refused and kept', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const id = await openPermit(world, office);
    await taken(office, [act('permit', id, 'cancel', { reason: 'Rain' })]);
    const late = [act('permit', id, 'open', { at: at('07:06') }), act('permit', id, 'close', { at: at('07:50') })];
    expect(await codes(tablet, late)).toEqual(['invalid_transition', 'invalid_transition']);
    const { body } = await world.api<{ data: unknown[] }>('GET', '/api/v1/sync/refused');
    expect(body.data).toHaveLength(2);
  });

  test('[PW10] only an extension made in time reverses the expiry', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const [first, second] = [await openPermit(world, device), await openPermit(world, device)];
    await taken(device, [act('permit', second, 'suspend', { at: at('08:00'), reason: 'Rain' })]);
    world.clock.set(at('12:01'));
    await world.app.calendar.run();
    expect(await permit(world, first)).toMatchObject({ state: 'expired', expired_at: at('12:00') });
    const extend = (id: string, when: string): Command =>
      act('permit', id, 'extend', { at: at(when), by: issuer, to: at('14:00') });
    expect(await codes(device, [extend(first, '12:00')])).toEqual(['invalid_transition']);
    await taken(device, [extend(first, '11:59'), extend(second, '11:59')]);
    expect(await permit(world, first)).toMatchObject({ state: 'open', expired_at: null, valid_to: at('14:00') });
    expect(await permit(world, second)).toMatchObject({ state: 'suspended' });
  });

  test('[PW10] a tablet whose clock is ahead is believed and flagged', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = await openPermit(world, device);
    await taken(device, [act('permit', id, 'suspend', { at: '2026-11-22T09:00:00Z', reason: 'Rain' })]);
    const { log } = (await permit(world, id)) as { log: readonly JsonObject[] }; // the reply's own shape
    expect(log.at(-1)).toMatchObject({ action: 'suspend', flags: ['in_future'], at: '2026-11-22T09:00:00.000Z' });
  });

  test.each([
    ['behind', -3, 'suspend', { reason: 'Rain' }, ['before_previous', 'entered_late']],
    [
      'behind',
      -3,
      'hand_over',
      { to: { name: 'Mia Cole' } },
      ['before_previous', 'entered_late', 'same_token_issuer_holder'],
    ],
    ['behind', -3, 'record_gas_test', { o2_percent: 20.9 }, ['before_previous', 'entered_late']],
    ['ahead', 3, 'suspend', { reason: 'Rain' }, ['in_future']],
  ])(
    '[PW17] a tablet clock %s by %i hours: “%s” is kept as claimed, with a flag',
    async (_way, hours, action, args, flags) => {
      await using world = await openWorld({ engine });
      const device = bareDevice(world);
      const id = await openPermit(world, device);
      const claimed = new Date(world.clock.now() + hours * 3_600_000).toISOString();
      await taken(device, [act('permit', id, action, { at: claimed, by: issuer, ...args })]);
      const { log } = (await permit(world, id)) as { log: readonly JsonObject[] }; // the reply's own shape
      expect(log.at(-1)).toMatchObject({
        action,
        at: claimed,
        received_at: new Date(world.clock.now()).toISOString(),
        flags,
      });
      // All by one token, two hours late.
      const late = ['entered_late'];
      const accepted = ['entered_late', 'same_token_issuer_holder'];
      expect(log.slice(0, -1).map((entry) => entry['flags'])).toEqual([late, late, accepted, late]);
    },
  );

  test('[PW17] an action after one from a clock that is ahead is not flagged for it', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = await openPermit(world, device);
    await taken(device, [
      act('permit', id, 'suspend', { at: at('11:59'), by: holder, reason: 'Rain' }),
      act('permit', id, 'resume', { at: at('08:58'), by: issuer, revalidated_checks: ['Air'] }),
      act('permit', id, 'suspend', { at: at('08:48'), by: holder, reason: 'Rain' }),
      act('permit', id, 'resume', { at: at('08:37'), by: issuer, revalidated_checks: ['Air'] }),
    ]);
    const { log } = (await permit(world, id)) as { log: readonly JsonObject[] }; // the reply's own shape
    expect(log.slice(4).map(({ flags }) => flags)).toEqual([
      ['in_future'],
      [],
      [],
      ['before_previous', 'entered_late'],
    ]);
  });

  test('[PW11] when two tablets open one permit, the second is refused, with one event', async () => {
    await using world = await openWorld({ engine });
    const [tom, ann] = [bareDevice(world), bareDevice(world)];
    const id = await openPermit(world, tom);
    expect(await codes(ann, [act('permit', id, 'open', { at: at('07:10') })])).toEqual(['invalid_transition']);
    const { body } = await world.api<{ data: { event: string; data: JsonObject }[] }>('GET', '/api/v1/events');
    expect(body.data.filter(({ event }) => event === 'permit.opened')).toMatchObject([
      { data: { permit_id: id, permit_type: 'confined_space', opened_at: at('07:05'), valid_to: at('12:00') } },
    ]);
  });

  test('[PW15] each permit command of a push is accepted or refused on its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = await openPermit(world, device);
    const before = await permit(world, id);
    const strange: readonly Command[] = [
      create('permit', world.app.commitContext.newId(), { permit_type: 'dig', linked_document_ids: 'all' }),
      create('permit', world.app.commitContext.newId(), { permit_type: 'constructor' }),
      create('permit', world.app.commitContext.newId(), { permit_type: 'dig', valid_to: '9999-99-99T99:99:99Z' }),
      act('permit', id, 'constructor'),
      act('permit', id, '__proto__', { at: at('08:00') }),
      act('permit', id, 'suspend', { reason: { toString: 'x' } }),
      act('permit', id, 'suspend', { at: 'never', reason: 'x' }),
      act('permit', id, 'record_gas_test', { o2_percent: '20.9' }),
      act('permit', id, 'record_gas_test', { o2_percent: -1 }),
      act('permit', id, 'hand_over', { to: { name: '' } }),
      act('permit', id, 'extend', { to: at('11:00') }),
      act('permit', world.app.commitContext.newId(), 'suspend', { reason: 'x' }),
    ];
    const answers = await codes(device, strange);
    expect(answers).toEqual([
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'invalid_transition',
      'invalid_transition',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'not_found',
    ]);
    expect(await permit(world, id)).toEqual(before);
    const nul = act('permit', id, 'suspend', { reason: 'a\0b', by: { id: '\ud800', name: '\ud800' } });
    await taken(device, [nul]);
    expect(await permit(world, id)).toMatchObject({ state: 'suspended' });
  });

  test('[PW15] an author and another organisation cannot act on a permit', async () => {
    await using world = await openWorld({ engine });
    const id = await openPermit(world, bareDevice(world));
    const stop = [act('permit', id, 'suspend', { reason: 'x' })];
    expect(await codes(bareDevice(world, await world.token('author')), stop)).toEqual(['forbidden']);
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    expect(await codes(bareDevice(world, stranger), stop)).toEqual(['not_found']);
  });
});
