/** What is kept of refused commands: bounded, however large they are and however many. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { keptText, maxKeptBytes } from '../../server/sync/refused-text.ts';
import { bareDevice, create, queued } from '../kit/bare-device.ts';
import { openWorld, type World } from '../kit/world.ts';

const nowhere = '018f0000-0000-7000-8000-00000000dead';

interface Refused {
  readonly data: readonly {
    readonly hash: string;
    readonly command: JsonObject | null;
    readonly problem: JsonObject;
  }[];
}

function refusedOf(world: World) {
  return world.api<Refused>('GET', '/api/v1/sync/refused?per_page=100');
}

test('[HR43] a small command is kept whole, and of a larger one its outline', () => {
  const command = (description: string) => ({ id: 'a', command: { op: 'create', set: { name: 'n', description } } });
  const overhead = keptText(command('')).length;
  const whole = command('x'.repeat(maxKeptBytes - overhead));
  expect(JSON.parse(keptText(whole))).toEqual(whole);
  const beyond = command('x'.repeat(maxKeptBytes - overhead + 1));
  expect(JSON.parse(keptText(beyond))).toEqual({
    id: 'a',
    command: {
      op: 'create',
      set: {
        name: 'n',
        description: {
          cut: {
            bytes: maxKeptBytes - overhead + 3,
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            head: 'x'.repeat(200),
          },
        },
      },
    },
  });
  const wide = { id: 'a', ...Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`m${i}`, i])) };
  expect(JSON.parse(keptText(wide))).toEqual({
    id: 'a',
    command: { op: null, kind: null, id: null },
    cut: { sha256: expect.any(String), bytes: JSON.stringify(wide).length },
  });
});

test('[HR43] the list of refused commands is small and hides what it hid', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const huge = 'x'.repeat(40_000);
  const errors = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`${i}${'k'.repeat(400)}`, huge.slice(0, 50)]),
  );
  const commands = [
    create('hazard', nowhere, { document_id: nowhere, name: 'Load', description: huge, controls: [huge] }),
    create('project', nowhere, { name: 'A', ...errors }),
    create('incident', nowhere, { site_id: nowhere, injured_persons: [{ name: 'Sam Rowe', injury: huge }] }),
  ];
  const sent = commands.map((command) => queued(world, command));
  const answer = await device.send(sent);
  expect(answer.body.results.map(({ status }) => status)).toEqual(['refused', 'refused', 'refused']);
  expect((await device.send(sent)).body.results).toEqual(answer.body.results);
  const { text, body } = await refusedOf(world);
  expect(text.length).toBeLessThan(3 * 2 * maxKeptBytes);
  expect(body.data.map(({ command }) => String(command?.['kind'])).toSorted()).toEqual([
    'hazard',
    'incident',
    'project',
  ]);
  expect(text).not.toContain('Sam Rowe');
});

test('[HR44] refusals are limited by the minute; beyond the quota hash and answer are kept', async () => {
  const limits = { quotas: { refused: 4 }, caps: { refusedBytesByOrganisation: 700 } };
  await using world = await openWorld({ environment: { RATE_LIMIT: 'on' }, limits });
  const push = (count: number) => {
    const patches = Array.from({ length: count }, () => ({
      op: 'patch',
      kind: 'hazard',
      id: nowhere,
      set: { name: 'n'.repeat(100) },
    }));
    const body = { schema: 1, commands: patches.map((patch) => queued(world, patch)) };
    return world.api<JsonObject>('POST', '/api/v1/sync/push', body);
  };
  expect((await push(4)).status).toBe(200);
  const refused = await push(1);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
    429,
    '60',
    { 'violated-policies': ['refused'] },
  ]);
  const { body } = await refusedOf(world);
  expect(body.data).toHaveLength(4);
  expect(body.data.filter(({ command }) => command === null)).toHaveLength(2);
  for (const each of body.data)
    expect(each).toMatchObject({ hash: expect.any(String), problem: { code: 'not_found' } });
  world.clock.advance(60_000);
  expect((await push(4)).status).toBe(200);
  const viewer = { authorization: `Bearer ${await world.token('viewer')}` };
  const told = await world.api('POST', '/api/v1/sync/push', { schema: 1, commands: [] }, viewer);
  expect([told.status, told.body]).toMatchObject([403, { code: 'read_only' }]);
});

test('[HR58] the oldest refusals go first, those without text before; a page is bounded', async () => {
  const limits = { caps: { refusedBytesByOrganisation: 700, refusedRowsByOrganisation: 6 } };
  await using world = await openWorld({ limits });
  const refuse = async (count: number): Promise<void> => {
    const name = 'n'.repeat(100);
    const commands = Array.from({ length: count }, () => ({ op: 'patch', kind: 'hazard', id: nowhere, set: { name } }));
    const body = { schema: 1, commands: commands.map((patch) => queued(world, patch)) };
    expect((await world.api('POST', '/api/v1/sync/push', body)).status).toBe(200);
    world.clock.advance(1000);
  };
  await refuse(4);
  const texts = async () => (await refusedOf(world)).body.data.map(({ command }) => command !== null);
  expect((await texts()).filter(Boolean)).toHaveLength(2);
  await refuse(3);
  // One beyond the cap, and a twentieth of the cap more.
  expect(await texts()).toHaveLength(5);
  expect((await texts()).filter(Boolean)).toHaveLength(2);
  const { store } = world.app.commitContext;
  const sent = JSON.stringify({ command: { op: 'patch', kind: 'hazard', id: nowhere, text: 'x'.repeat(200 * 1024) } });
  await store.transaction((trx) => trx.updateTable('command').set({ sent }).execute());
  expect((await texts()).filter(Boolean)).toHaveLength(2);
});
