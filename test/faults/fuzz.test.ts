/** Weeks on site by seed. A seed that fails replays exactly; run one alone with `SEEDS=17 npm test -- test/faults/fuzz.test.ts`. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/device-type.ts';
import { bareDevice } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import type { World } from '../kit/world.ts';
import { openWeek } from './site-week.ts';

const chosen = (process.env['SEEDS'] ?? '').split(',').filter(Boolean).map(Number);
const seeds = chosen.length > 0 ? chosen : Array.from({ length: 30 }, (_, i) => i + 1);

describe.each(engines)('weeks on site on %s', (engine) => {
  test.each(seeds)(
    '[FT3] every replica equals the server, no edit is lost, events equal changes (seed %i)',
    async (seed) => {
      await using week = await openWeek(engine, seed);
      await week.run(80);
      await week.settle();
      const server = await recordsOfServer(week.world);
      for (const device of week.devices()) {
        expect(device.status.waiting).toBe(0);
        expect(await device.outbox.list()).toEqual([]);
        expect(await recordsOfDevice(device)).toEqual(server);
      }
      for (const [key, value] of week.written) {
        const [id = '', field = ''] = key.split(' ');
        expect(server[id]?.[field], key).toEqual(value);
      }
      expect(Object.values(server).filter((record) => record['kind'] === 'conflict')).toEqual([]);
      expect(await countEvents(week.world)).toBe(week.restCalls() + (await countApplied(week.world)));
    },
  );
});

type Bodies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** By id: kind, revision and every stored field. */
async function recordsOfServer(world: World): Promise<Bodies> {
  const ops = await bareDevice(world).pull();
  return Object.fromEntries(
    ops.flatMap((op) => (op.op === 'put' ? [[op.id, { kind: op.kind, rev: op.rev, ...op.body }]] : [])),
  );
}

/** What a view shows beside the stored fields. */
const around = new Set(['id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'unsent', 'position']);
const derived = /^(risk|band)_(before|after)$/;

async function recordsOfDevice(device: Device): Promise<Bodies> {
  const views = { document: device.documents, hazard: device.hazards, conflict: device.conflicts };
  const found: Record<string, Record<string, unknown>> = {};
  for (const [kind, view] of Object.entries(views)) {
    for (const shown of await view.find()) {
      const stored = Object.entries(shown).filter(([field]) => !around.has(field) && !derived.test(field));
      found[shown.id] = { kind, ...Object.fromEntries(stored) };
    }
  }
  return found;
}

async function countEvents(world: World): Promise<number> {
  const row = await world.app.ground.store.db
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function countApplied(world: World): Promise<number> {
  const rows = await world.app.ground.store.db.selectFrom('mutation').select('status').execute();
  return rows.filter(({ status }) => status === 'applied' || status === 'merged').length;
}
