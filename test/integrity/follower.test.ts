/** The integrity check of a running server: what it finds is in `/readyz`, in the metrics and in the log, and one process does it. */
import { describe, expect, test } from 'vitest';
import { quickCheck } from '../../server/store/integrity/quick-check.ts';
import { keptLog } from '../kit/kept-log.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { metricsToken, openWorld, type World } from '../kit/world.ts';

interface Ready {
  readonly status: string;
  readonly integrity: { readonly status: string; readonly checked_at: string | null; readonly faults: number };
}

const hourMs = 3_600_000;

async function ready(world: World) {
  const { status, body } = await world.api<Ready>('GET', '/readyz', undefined, { authorization: '' });
  return { code: status, ...body };
}

async function faults(world: World): Promise<number> {
  const { text } = await world.api('GET', '/metrics', undefined, { authorization: `Bearer ${metricsToken}` });
  return Number(/^sitefile_integrity_faults (.+)$/m.exec(text)?.[1]);
}

/** Ticks until no work is left. */
async function runThrough({ app }: World): Promise<void> {
  for (let steps = await app.integrity.run(); steps > 0;) steps = await app.integrity.run();
}

describe.each(engines)('on %s', (engine) => {
  test('[VF6] a running server finds damage by itself, says so everywhere, and is not ready', async () => {
    const { log, lines } = keptLog();
    await using world = await openWorld({ engine, log });
    const { hazardId } = await documentWithHazard(world, bareDevice(world));
    expect(await ready(world)).toMatchObject({ code: 200, integrity: { status: 'unknown', checked_at: null } });
    world.clock.advance(hourMs);
    await runThrough(world);
    const sound = { status: 'sound', checked_at: new Date(world.clock.now()).toISOString(), faults: 0 };
    expect(await ready(world)).toMatchObject({ code: 200, status: 'ready', integrity: sound });
    const { store } = world.app.commitContext;
    await store.transaction((trx) =>
      trx.updateTable('record').set({ body: '{"name":"Nothing"}' }).where('id', '=', hazardId).execute(),
    );
    world.clock.advance(23 * hourMs);
    await runThrough(world);
    expect(await ready(world)).toMatchObject({ code: 200 }); // not due yet
    world.clock.advance(2 * hourMs);
    await runThrough(world);
    expect(await ready(world)).toMatchObject({ code: 503, status: 'unavailable', integrity: { status: 'damaged' } });
    expect(await faults(world)).toBeGreaterThan(0);
    const told = lines.find(({ msg }) => msg === 'the store does not match its audit log');
    expect(JSON.stringify(told)).toContain(`hazard ${hazardId} is not what audit entry`);
    await world.restart();
    expect(await ready(world)).toMatchObject({ code: 503, integrity: { status: 'damaged' } });
    expect((await world.api('GET', '/api/v1/me')).status).toBe(200); // it answers nevertheless
  });

  test('[VF7] one process checks at a time, and another takes over from one that died', async () => {
    await using world = await openWorld({ engine });
    const { store } = world.app.commitContext;
    const lease = (until: number) =>
      store.transaction((trx) =>
        trx
          .insertInto('integrity')
          .values({
            id: 1,
            lease_token: 'another',
            lease_until: new Date(until).toISOString(),
            finished_at: null,
            faults: 0,
            warnings: 0,
          })
          .execute(),
      );
    // Before the check is due: a tick of the server would take it.
    await lease(world.clock.now() + hourMs + 60_000);
    world.clock.advance(hourMs);
    expect(await world.app.integrity.run()).toBe(0);
    world.clock.advance(60_001);
    await runThrough(world);
    expect((await world.app.integrity.state()).status).toBe('sound');
  });
});

test('[VF8] a database file is checked whatever its size, a large one beside the server', async () => {
  await using world = await openWorld();
  const { store } = world.app.commitContext;
  expect(await quickCheck(store)).toEqual([]);
  expect(await quickCheck(store, 0)).toEqual([]);
});
