/** Ownership of a client id: the key of its first push keeps all others from pushing under it and from reading its answers. */
import { describe, expect, test } from 'vitest';
import { create } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';

const [mine, other] = ['k'.repeat(40), 'x'.repeat(40)];

async function push(world: World, client_id: string, client_key: string | undefined, id: number) {
  const command = create('project', world.app.commitContext.newId(), { name: `Block ${id}` });
  return await world.api<{ readonly code?: string; readonly last_mutation_id?: number }>(
    'POST',
    '/api/v1/sync/push',
    { client_id, schema: 1, mutations: [{ id, command }], ...(client_key === undefined ? {} : { client_key }) },
    { authorization: `Bearer ${world.adminToken}` },
  );
}

describe.each(engines)('the key of a device on %s', (engine) => {
  test('[SY80] without its key, nobody pushes, reads answers or asks progress as a client', async () => {
    await using world = await openWorld({ engine });
    const name = world.app.commitContext.newId();
    // An older app has no key; its update adds one.
    expect((await push(world, name, undefined, 1)).status).toBe(200);
    expect((await push(world, name, mine, 2)).status).toBe(200);
    for (const key of [other, undefined])
      for (const id of [1, 2, 3])
        expect(await push(world, name, key, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const greeting = { protocols: [1], schema: 1, client_id: name, client_key: other };
    const headers = { authorization: `Bearer ${world.adminToken}` };
    expect((await world.api('POST', '/api/v1/sync/hello', greeting, headers)).status).toBe(403);
    expect((await push(world, name, mine, 1)).body.last_mutation_id).toBe(2);
    expect((await push(world, name, mine, 3)).body.last_mutation_id).toBe(3);
  });

  test('[SY80] a device sends its replica’s key, which is stored before its first use', async () => {
    await using world = await openWorld({ engine });
    await using tablet = await openTablet(world, { seed: 5 });
    await tablet.projects.create({ name: 'Block C' });
    await tablet.sync();
    const intruder = await push(world, tablet.clientId, other, 2);
    expect(intruder).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await tablet.projects.create({ name: 'Block D' });
    expect(await tablet.sync()).toMatchObject({ pushed: 1, refused: 0 });
  });

  test('[SY81] a pull that asks to refetch an invalid scope is refused', async () => {
    await using world = await openWorld({ engine });
    const headers = { authorization: `Bearer ${world.adminToken}` };
    for (const scope of ['\0', 'x', '__proto__']) {
      const answer = await world.api('POST', '/api/v1/sync/pull', { resync: [scope] }, headers);
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
  });
});
