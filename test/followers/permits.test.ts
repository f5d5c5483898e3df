/** What the passing of time brings about for permits to work: notices near the end, expiry, and the overdue hand-back. */
import { describe, expect, test } from 'vitest';
import { permits } from '../../server/followers/calendar/checks.ts';
import { commit } from '../../server/commit/commit.ts';
import { systemActorId } from '../../shared/model/access.ts';
import { defaultSettings } from '../../shared/model/settings.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

const at = (time: string): string => `2026-11-21T${time}:00.000Z`;

async function openPermit(world: World, end: string): Promise<string> {
  await world.app.calendar.run(); // the round of the start is over then, and the next one is a minute away
  const id = world.app.commitContext.newId();
  const results = await bareDevice(world).push([
    create('permit', id, { permit_type: 'dig', location: 'Chainage 58', valid_from: at('06:00'), valid_to: end }),
    act('permit', id, 'request'),
    act('permit', id, 'authorise', { by: { name: 'Sinéad' } }),
    act('permit', id, 'accept', { by: { name: 'Gareth' } }),
    act('permit', id, 'open', { at: at('07:00') }),
  ]);
  expect(results.map(({ status }) => status)).not.toContain('refused');
  return id;
}

/** What the check names now, committed as the calendar would; the names of the actions. */
async function pass(world: World, time: string): Promise<readonly string[]> {
  world.clock.set(at(time));
  const { commitContext: ground } = world.app;
  const { organisationId } = world;
  const view = { db: ground.store.db, organisationId, settings: defaultSettings(), now: at(time), timezone: null };
  const commands = await permits.due(view);
  const actor = { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
  for (const command of commands) await commit(ground, { actor, origin: 'rest', requestId: 'calendar' }, [command]);
  return commands.map((command) =>
    command.op === 'act' ? `${command.action} ${String(command.args['of'] ?? '')}`.trim() : '',
  );
}

async function told(world: World): Promise<readonly unknown[]> {
  const { body } = await world.api<{ data: JsonObject[] }>('GET', '/api/v1/notifications?per_page=100');
  return body.data.map(({ type, severity }) => `${String(type)} ${String(severity)}`).toReversed();
}

async function stateOf(world: World, id: string): Promise<unknown> {
  return (await world.api('GET', `/api/v1/permits/${id}`)).body['state'];
}

describe.each(engines)('permits by the calendar on %s', (engine) => {
  test('[PW12] a permit near its end is told, expires, and is overdue after 30 minutes', async () => {
    await using world = await openWorld({ engine });
    const id = await openPermit(world, '2026-11-21T13:00:00+01:00');
    expect(await pass(world, '11:29')).toEqual([]);
    expect(await pass(world, '11:30')).toEqual(['remind expiring']);
    expect(await pass(world, '11:31')).toEqual([]);
    expect(await stateOf(world, id)).toBe('open');
    expect(await pass(world, '12:00')).toEqual(['expire']);
    expect(await stateOf(world, id)).toBe('expired');
    expect(await pass(world, '12:29')).toEqual([]);
    expect(await pass(world, '12:30')).toEqual(['remind overdue_close']);
    expect(await pass(world, '18:00')).toEqual([]);
    expect(await told(world)).toEqual([
      'permit_opened info',
      'permit_expiring warning',
      'permit_overdue_close critical',
    ]);
    const { body } = await world.api<{ log: JsonObject[] }>('GET', `/api/v1/permits/${id}`);
    expect(body.log.at(-1)).toMatchObject({ action: 'expire', by: { id: 'system' }, at: '2026-11-21T12:00:00.000Z' });
  });

  test('[PW12] what has expired is still handed back and closed', async () => {
    await using world = await openWorld({ engine });
    const id = await openPermit(world, at('12:00'));
    expect(await pass(world, '12:10')).toEqual(['expire']);
    for (const action of ['work-complete', 'close'])
      expect((await world.api('POST', `/api/v1/permits/${id}/${action}`)).status).toBe(200);
    expect(await pass(world, '13:00')).toEqual([]);
    expect(await told(world)).toEqual(['permit_opened info', 'permit_closed info']);
  });

  test('[PW12] a permit that was extended meanwhile goes on, and is told of anew', async () => {
    await using world = await openWorld({ engine });
    const id = await openPermit(world, at('12:00'));
    const { commitContext: ground } = world.app;
    const view = {
      db: ground.store.db,
      organisationId: world.organisationId,
      settings: defaultSettings(),
      timezone: null,
    };
    const stale = await permits.due({ ...view, now: at('12:00') });
    expect(stale).toHaveLength(1);
    const extended = await world.api('POST', `/api/v1/permits/${id}/extend`, { to: at('15:00') });
    expect(extended.status).toBe(200);
    const actor = { ...view, id: systemActorId, name: 'Sitefile', role: 'admin' } as const;
    world.clock.set(at('12:00'));
    await expect(commit(ground, { actor, origin: 'rest', requestId: 'calendar' }, stale)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await pass(world, '14:30')).toEqual(['remind expiring']);
    expect(await stateOf(world, id)).toBe('open');
  });
});
