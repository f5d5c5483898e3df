/** The clock of the server: what a jump must not touch, who is told, and how the writes go on (decision two-clocks). */
import { describe, expect, test } from 'vitest';
import { watchClock } from '../../server/base/clock.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { run } from '../cli/terminal.ts';
import { openClock } from '../kit/clock.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { keptLog } from '../kit/kept-log.ts';
import { metricsToken, openWorld, type World } from '../kit/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = '2026-11-21T09:00:00.000Z';
const document = { title: 'Roof', document_type: 'rams' };

interface Dated {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

async function write(world: World): Promise<readonly [status: number, at: string | undefined]> {
  const { status, body } = await world.api<Partial<Dated>>('POST', '/api/v1/documents', document);
  return [status, body.created_at];
}

async function clockOf(world: World): Promise<readonly [status: number, clock: JsonObject]> {
  const { status, body } = await world.api<{ clock: JsonObject }>('GET', '/readyz');
  return [status, body.clock];
}

async function gauge(world: World, name: string): Promise<number> {
  const { text } = await world.api('GET', '/metrics', undefined, { authorization: `Bearer ${metricsToken}` });
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

describe.each(engines)('on %s', (engine) => {
  test('[DB53] many changes at once carry the wall time, and a stamp of their own orders them', async () => {
    await using world = await openWorld({ engine });
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await world.api<Dated>('POST', '/api/v1/documents', document)).body);
    expect(new Set(made.map(({ created_at }) => created_at))).toEqual(new Set([start]));
    const stamps = made.map(({ updated_at }) => updated_at);
    expect(stamps).toEqual([...new Set(stamps)].toSorted());
    const events = await world.api<{ data: { timestamp: string }[] }>('GET', '/api/v1/events');
    expect(events.body.data.length).toBeGreaterThan(4);
    for (const event of events.body.data) expect(event.timestamp).toBe(start);
    const audit = await world.api<{ data: { entry: { at: string } }[] }>('GET', '/api/v1/audit');
    expect(JSON.stringify(audit.body)).not.toContain('09:00:00.001Z');
  });

  test('[DB54] a clock 40 days ahead for one request refuses the write, and dates nothing', async () => {
    await using world = await openWorld({ engine });
    expect(await write(world)).toEqual([201, start]);
    world.clock.jump(40 * day);
    const refused = await world.api('POST', '/api/v1/documents', document);
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toMatchObject([
      503,
      { code: 'unavailable' },
      '5',
    ]);
    expect((await world.api('GET', '/api/v1/documents')).body).toMatchObject({ meta: { total: 1 } });
    expect(await clockOf(world)).toMatchObject([503, { status: 'writes_wait', apart_seconds: 40 * 86_400 }]);
    world.clock.jump(-40 * day);
    expect(await clockOf(world)).toMatchObject([200, { status: 'right', apart_seconds: 0, alarm: null }]);
    expect(await write(world)).toEqual([201, start]);
  });

  test('[DB54] a jump of an hour to the second is followed, one beyond it refuses writes', async () => {
    await using world = await openWorld({ engine });
    for (const way of [1, -1]) {
      const [atBound, beyond] = [way * hour, way * (hour + 1)];
      world.clock.jump(atBound);
      expect((await write(world))[0], `${atBound} ms`).toBe(201);
      expect(await clockOf(world)).toMatchObject([200, { status: 'apart' }]);
      world.clock.jump(beyond - atBound);
      expect((await write(world))[0], `${beyond} ms`).toBe(503);
      expect(await clockOf(world)).toMatchObject([503, { status: 'writes_wait' }]);
      expect(await gauge(world, 'sitefile_clock_apart_seconds')).toBe(beyond / 1000);
      world.clock.jump(-beyond);
      world.clock.advance(2 * hour); // past every time that was written
    }
  });

  test('[DB54] during a jump tokens do not expire, and devices are told the time without it', async () => {
    await using world = await openWorld({ engine });
    const expiresAt = new Date(world.clock.now() + day).toISOString();
    const token = await world.token('device', undefined, 'Tablet', { expiresAt });
    world.clock.jump(40 * day);
    const hello = { protocols: [1], client_id: world.app.commitContext.newId(), schema: 1 };
    const { status, text } = await world.api('POST', '/api/v1/sync/hello', hello, { authorization: `Bearer ${token}` });
    expect([status, text]).toEqual([200, expect.stringContaining(`"server_time":"${start}"`)]);
  });

  test('[DB54] a clock that went back by more than an hour refuses writes, also after a restart', async () => {
    await using world = await openWorld({ engine });
    await write(world);
    world.clock.jump(-hour - 1);
    expect((await write(world))[0]).toBe(503);
    await world.restart();
    expect((await write(world))[0]).toBe(503);
    world.clock.advance(1);
    expect((await write(world))[0]).toBe(201);
  });

  test('[DB54] a server that was off for a month writes at once', async () => {
    await using world = await openWorld({ engine });
    await write(world);
    world.clock.jump(31 * day);
    await world.restart();
    expect(await clockOf(world)).toMatchObject([200, { apart_seconds: 0 }]);
    expect(await write(world)).toEqual([201, '2026-12-22T09:00:00.000Z']);
  });

  test('[DB55] a clock off by over a minute is told in /readyz, metrics and log, no more', async () => {
    const { log, lines } = keptLog();
    await using world = await openWorld({ engine, log });
    await write(world);
    const told = () =>
      lines.filter((line) => 'clock' in line).map(({ clock, apart_seconds }) => [clock, apart_seconds]);
    world.clock.jump(minute);
    expect(await clockOf(world)).toMatchObject([200, { status: 'right', alarm: null }]);
    world.clock.jump(minute + 1);
    expect(await clockOf(world)).toMatchObject([
      200,
      { status: 'apart', apart_seconds: 60.001, alarm: expect.stringContaining('ahead of what is expected by 60 s') },
    ]);
    expect(await gauge(world, 'sitefile_clock_apart_seconds')).toBe(60.001);
    await world.app.clock.run();
    await world.app.clock.run();
    expect(told()).toEqual([['apart', 60.001]]);
    expect((await write(world))[0]).toBe(201);
    world.clock.jump(-minute - 1);
    expect(await clockOf(world)).toMatchObject([200, { status: 'apart', apart_seconds: -60.001 }]);
    world.clock.advance(2 * minute);
    await world.app.clock.run();
    expect(told().at(-1)).toEqual(['right', 0]);
  });

  test('[DB55] the alarm says how far updated_at runs ahead after the clock went back', async () => {
    await using world = await openWorld({ engine });
    await write(world);
    world.clock.jump(-30 * minute);
    expect(await write(world)).toEqual([201, '2026-11-21T08:30:00.000Z']);
    expect(await clockOf(world)).toMatchObject([200, { apart_seconds: -1800, order_ahead_seconds: 1800.001 }]);
    expect(await gauge(world, 'sitefile_order_ahead_seconds')).toBe(1800.001);
    await world.restart();
    world.clock.advance(28 * minute);
    expect(await clockOf(world)).toMatchObject([200, { status: 'apart', order_ahead_seconds: 120.001 }]);
  });

  test.each([
    ['ahead', 3 * hour],
    ['back', -3 * hour],
  ])('[DB56] once the operator accepts a clock that went %s, writes go on by it', async (_way, jumped) => {
    await using fresh = await freshStoreOptions(engine);
    const environment = { DATA_DIR: `${fresh.file}.d`, ...(fresh.url ? { DATABASE_URL: fresh.url } : {}) };
    await using world = await openWorld({ engine, environment });
    await write(world);
    world.clock.jump(jumped);
    expect((await write(world))[0]).toBe(503);
    const accepted = await run(['clock', 'accept', '--json'], environment, world.clock.now);
    const wall = new Date(world.clock.now()).toISOString();
    expect(accepted).toMatchObject({ code: 0, stdout: JSON.stringify({ clock: wall, last_write: start }) });
    expect(await write(world)).toEqual([201, wall]);
    expect(await clockOf(world)).toMatchObject([200, { apart_seconds: 0 }]);
    world.clock.jump(-2 * jumped);
    expect((await write(world))[0]).toBe(503);
    expect((await run(['verify', '--json'], environment)).stdout).toContain('"findings":[]');
  });
});

describe.each(engines)('a start long after the last write on %s', (engine) => {
  test('[HR71] nothing is deleted by age until the operator accepts the clock', async () => {
    await using fresh = await freshStoreOptions(engine);
    const environment = { DATA_DIR: `${fresh.file}.d`, ...(fresh.url ? { DATABASE_URL: fresh.url } : {}) };
    const { log, lines } = keptLog();
    await using world = await openWorld({ engine, environment, log });
    await write(world);
    world.clock.jump(500 * day);
    for (let i = 0; i < 2; i++) {
      await world.restart();
      expect((await write(world))[0]).toBe(201);
      expect(await world.app.retention.run()).toBe(0);
      expect(await clockOf(world)).toMatchObject([
        200,
        { status: 'apart', sweeps_paused: true, alarm: expect.stringContaining('clock accept') },
      ]);
    }
    expect(await gauge(world, 'sitefile_sweeps_paused')).toBe(1);
    expect((await world.api('GET', '/api/v1/events?after=0')).status).toBe(200);
    await world.app.clock.run();
    expect(lines.filter(({ sweeps_paused }) => sweeps_paused === true).map(({ level }) => level)).toContain(50);
    expect((await run(['doctor'], environment, world.clock.now)).stdout).toContain('nothing is deleted by age');

    expect((await run(['clock', 'accept'], environment, world.clock.now)).code).toBe(0);
    expect(await clockOf(world)).toMatchObject([200, { sweeps_paused: false, alarm: null }]);
    expect(await world.app.retention.run()).toBeGreaterThan(0);
  });

  test('[HR71] 30 days to the second are believed, more are not, and a clock that comes back is', async () => {
    await using world = await openWorld({ engine });
    const isPaused = async () => (await clockOf(world))[1]['sweeps_paused'];
    await write(world);
    for (const [move, paused] of [
      [30 * day, false],
      [1, true],
      [-1, false],
    ] as const) {
      world.clock.jump(move);
      await world.restart();
      expect(await isPaused(), `${move} ms`).toBe(paused);
    }
  });
});

test('[DB55] a machine that slept is not taken for a clock that jumped', () => {
  const clock = openClock();
  let sleptMs = 0;
  const watched = watchClock(clock.now, {
    process: () => clock.elapsed.process() - sleptMs,
    machine: clock.elapsed.machine,
  });
  sleptMs = 8 * hour;
  clock.advance(sleptMs);
  expect(watched.jumpMs()).toBe(0);
  clock.jump(2 * hour);
  expect(watched.jumpMs()).toBe(2 * hour);
});

test('[DB55] a clock that is kept right in small steps raises no alarm, however far they lead', () => {
  const clock = openClock();
  const watched = watchClock(clock.now, clock.elapsed);
  for (let i = 0; i < 100; i++) {
    clock.jump(50_000);
    expect(Math.abs(watched.jumpMs())).toBeLessThanOrEqual(minute);
  }
  expect(watched.now()).toBe(clock.now());
});
