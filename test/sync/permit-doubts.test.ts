/** Doubtful entries in the log of a permit: kept, and flagged by the server. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';

const [issuer, holder] = [{ name: 'Sinéad Gallagher' }, { name: 'Rhys Morgan' }];

/** `action: flags` of each entry. */
async function flagsOf(world: World, id: string): Promise<string[]> {
  const { body } = await world.api<{ log: { action: string; flags: string[]; token_id: string }[] }>(
    'GET',
    `/api/v1/permits/${id}`,
  );
  expect(body.log.every(({ token_id }) => token_id.length === 36)).toBe(true);
  return body.log.map(({ action, flags }) => `${action}: ${flags.join(', ')}`);
}

async function play(world: World, steps: readonly (readonly [token: string, action: string, args: JsonObject])[]) {
  const id = world.app.commitContext.newId();
  const [valid_from, valid_to] = ['2026-11-21T06:00:00.000Z', '2026-11-21T12:00:00.000Z'];
  const form = { permit_type: 'confined_space', valid_from, valid_to };
  await bareDevice(world).push([create('permit', id, form), act('permit', id, 'request', { at: valid_from })]);
  for (const [token, action, args] of steps) {
    const [result] = await bareDevice(world, token).push([act('permit', id, action, args)]);
    expect(result).toMatchObject({ status: 'applied' });
  }
  return (await flagsOf(world, id)).slice(1);
}

test('[PW18] an entry that arrives more than 15 minutes after its time is flagged', async () => {
  await using world = await openWorld();
  const ago = (ms: number) => new Date(world.clock.now() - ms).toISOString();
  const quarter = 15 * 60_000;
  expect(
    await play(world, [
      [world.adminToken, 'authorise', { at: ago(quarter + 1000), by: issuer }],
      [await world.token('device'), 'accept', { at: ago(quarter), by: holder }],
    ]),
  ).toEqual(['authorise: entered_late', 'accept: ']);
});

test('[PW19] a permit whose issuer and holder came by one token is flagged', async () => {
  await using world = await openWorld();
  const [one, two] = [await world.token('device'), await world.token('device')];
  const next = { to: { name: 'Mia Cole' } };
  const same = 'same_token_issuer_holder';
  const authorise = [one, 'authorise', { by: issuer }] as const;
  expect(await play(world, [authorise, [one, 'accept', { by: holder }]])).toEqual(['authorise: ', `accept: ${same}`]);
  expect(
    await play(world, [
      authorise,
      [two, 'accept', { by: holder }],
      [two, 'open', { by: issuer }],
      [two, 'hand_over', { by: holder, ...next }],
      [one, 'hand_over', { by: holder, ...next }],
      [two, 'hand_over', { by: issuer, to: { name: 'Ann Fox' }, role: 'issuer' }],
    ]),
  ).toEqual(['authorise: ', 'accept: ', 'open: ', 'hand_over: ', `hand_over: ${same}`, 'hand_over: ']);
});

test('[PW20] a fire watch and a final check in the future count to their arrival', async () => {
  await using world = await openWorld();
  const id = world.app.commitContext.newId();
  const at = (minutes: number): string => new Date(world.clock.now() + minutes * 60_000).toISOString();
  const [valid_from, valid_to] = [at(-120), at(240)];
  const acts: readonly (readonly [string, JsonObject])[] = [
    ['request', { at: at(-120) }],
    ['authorise', { at: at(-119), by: issuer }],
    ['accept', { at: at(-118), by: holder }],
    ['open', { at: at(-117), by: issuer }],
    ['work_complete', { at: at(-30), by: holder }],
    ['start_fire_watch', { at: at(-30), by: holder }],
    ['end_fire_watch', { at: at(90), by: holder }],
    ['closing_check', { at: at(110), by: holder }],
    ['final_check', { at: at(90), by: issuer }],
  ];
  const results = await bareDevice(world).push([
    create('permit', id, { permit_type: 'hot_work', location: 'Deck', valid_from, valid_to }),
    ...acts.map(([action, args]) => act('permit', id, action, args)),
  ]);
  expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
  const { body } = await world.api<JsonObject>('GET', `/api/v1/permits/${id}`);
  expect(body).toMatchObject({
    fire_watch: { observed_minutes: 30 },
    closing_checks: [{ minutes_after_work: 30 }, { minutes_after_work: 30 }],
    final_check: { minutes_after_work: 30, shortfall_minutes: expect.any(Number) },
  });
  expect(await flagsOf(world, id)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^end_fire_watch: .*in_future/)]),
  );
});

test('[PW32] a fire watch of a clock ahead starts when it arrives, and ends no earlier', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const at = (minutes: number): string => new Date(world.clock.now() + minutes * 60_000).toISOString();
  const id = await openHotWork(world, at);
  const photo_ids = [world.app.commitContext.newId()];
  const start = act('permit', id, 'start_fire_watch', { at: at(60 * 24 * 300), by: holder, photo_ids });
  const early = act('permit', id, 'end_fire_watch', { at: at(-1), by: holder });
  const [started, refused] = await device.push([start, early]);
  expect([started, refused]).toMatchObject([
    { status: 'applied' },
    { status: 'refused', problem: { code: 'validation_failed', errors: [{ pointer: '#/at' }] } },
  ]);
  const arrived = at(0);
  world.clock.advance(5 * 60_000);
  expect(await device.push([act('permit', id, 'end_fire_watch', { by: holder })])).toMatchObject([
    { status: 'applied' },
  ]);
  const { body } = await world.api<JsonObject>('GET', `/api/v1/permits/${id}`);
  expect(body).toMatchObject({ fire_watch: { started_at: arrived, ended_at: at(0), observed_minutes: 5, photo_ids } });
});

test('[PW33] a fire watch keeps every photo up to 200, and refuses more', async () => {
  await using world = await openWorld();
  const at = (minutes: number): string => new Date(world.clock.now() + minutes * 60_000).toISOString();
  const id = await openHotWork(world, at);
  const twenty = (): string[] => Array.from({ length: 20 }, () => world.app.commitContext.newId());
  const acts = Array.from({ length: 6 }, (_, i) => [
    act('permit', id, 'start_fire_watch', { at: at(i - 20), by: holder, photo_ids: twenty() }),
    act('permit', id, 'end_fire_watch', { at: at(i - 20), by: holder, photo_ids: twenty() }),
  ]).flat();
  const results = await bareDevice(world).push(acts);
  expect(results.map(({ status }) => status).lastIndexOf('applied')).toBe(9);
  expect(results[10]).toMatchObject({ problem: { code: 'validation_failed', errors: [{ pointer: '#/photo_ids' }] } });
  const { body } = await world.api<{ fire_watch: { photo_ids: string[] } }>('GET', `/api/v1/permits/${id}`);
  expect(body.fire_watch.photo_ids).toHaveLength(200);
});

async function openHotWork(world: World, at: (minutes: number) => string): Promise<string> {
  const id = world.app.commitContext.newId();
  const form = { permit_type: 'hot_work', location: 'Deck', valid_from: at(-120), valid_to: at(240) };
  const steps = [
    ['request', { at: at(-120) }],
    ['authorise', { at: at(-119), by: issuer }],
    ['accept', { at: at(-118), by: holder }],
    ['open', { at: at(-117), by: issuer }],
    ['work_complete', { at: at(-30), by: holder }],
  ] as const;
  const device = bareDevice(world);
  const results = await device.push([
    create('permit', id, form),
    ...steps.map(([action, args]) => act('permit', id, action, args)),
  ]);
  expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
  return id;
}
