/** The guarantees of a pull: every change after the cursor, whatever the page size, and a fresh start for another history. */
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../shared/model/access.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { commit } from '../../server/commit/commit.ts';
import { readPage } from '../../server/sync/page.ts';
import { bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { alone, openWorld } from '../kit/world.ts';

describe.each(engines)('pull on %s', (engine) => {
  test('[SY12] pages of any size give the same records', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    await office.push(
      Array.from({ length: 25 }, (_, i) =>
        create('project', world.app.commitContext.newId(), { name: `Project ${i}` }),
      ),
    );
    const whole = await bareDevice(world).pull(1000);
    const paged = await bareDevice(world).pull(3);
    expect(whole).toHaveLength(25);
    expect(paged).toEqual(whole);
  });

  test('[SY70] only a page with a successor and a short cursor has Sync-Next-Cursor', async () => {
    await using world = await openWorld({ engine });
    const ids = Array.from({ length: 80 }, () => world.app.commitContext.newId());
    await bareDevice(world).push(ids.map((id, i) => create('project', id, { name: `Project ${i}` })));
    const nextOf = async (body: object, authorization = `Bearer ${world.adminToken}`) => {
      const answer = await world.api<PullReply>('POST', '/api/v1/sync/pull', body, { authorization });
      return { ...answer.body, next: answer.headers.get('sync-next-cursor') };
    };
    const first = await nextOf({ limit: 50 });
    expect(first.next).toBe(first.cursor);
    expect(await nextOf({ cursor: first.cursor })).toMatchObject({ more: false, next: null });
    const { token } = await limitedToken(world, ids);
    const long = await nextOf({ limit: 79 }, `Bearer ${token}`);
    expect(long.more).toBe(true);
    expect(long.cursor.length).toBeGreaterThan(2048);
    expect(long.next).toBe(null);
  });

  test('[SY106] a page shows one moment, whatever is committed while it is read', async () => {
    await using world = await openWorld({ engine });
    const { hazardId } = await documentWithHazard(world, bareDevice(world));
    const { commitContext } = world.app;
    const actor: Actor = {
      id: commitContext.newId(),
      name: 'Office',
      role: 'admin',
      organisationId: world.organisationId,
    };
    const rename = patch('hazard', hazardId, { name: 'Fall of a lifted panel' });
    let isRenamed = false;
    const db = commitContext.store.db.withPlugin({
      transformQuery: ({ node }) => node,
      // After the first statement, which reads where the feed ends.
      transformResult: async ({ result }) => {
        if (!isRenamed) {
          isRenamed = true;
          await commit(commitContext, { actor, origin: 'rest', requestId: 'meanwhile' }, [rename]);
        }
        return result;
      },
    });
    const { ops, place } = await readPage(db, actor, null, { limit: 1000, maxBytes: 1_000_000, resync: [] });
    expect(ops.filter(([line]) => line.includes(hazardId))).toHaveLength(1);
    const later = await readPage(commitContext.store.db, actor, place, {
      limit: 1000,
      maxBytes: 1_000_000,
      resync: [],
    });
    expect(later.ops.filter(([line]) => line.includes(hazardId))).toHaveLength(1);
  });

  test('[SY13] only a device that has a removed record receives its tombstone', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, office);
    await tablet.pull();
    await office.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
    expect(await tablet.pull()).toContainEqual(expect.objectContaining({ op: 'del', id: hazardId }));
    expect((await bareDevice(world).pull()).filter((op) => 'id' in op && op.id === hazardId)).toEqual([]);
  });

  test('[SY15] a long poll answers as soon as something changes', async () => {
    await using world = await openWorld({ engine, environment: alone });
    const { body: start } = await world.api<PullReply>('POST', '/api/v1/sync/pull', {});
    const waiting = world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor: start.cursor, wait_ms: 25_000 });
    await bareDevice(world).push([create('project', world.app.commitContext.newId(), { name: 'Block C' })]);
    expect((await waiting).body.ops).toHaveLength(1);
  });

  test('[SY16] another organisation sees nothing of a change', async () => {
    await using world = await openWorld({ engine });
    await bareDevice(world).push([create('project', world.app.commitContext.newId(), { name: 'Block C' })]);
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    expect(await bareDevice(world, stranger).pull()).toEqual([]);
  });

  test('[SY17] a missing or invalid token or an unreadable body is answered with a problem', async () => {
    await using world = await openWorld({ engine });
    const statuses = await Promise.all([
      world.api('POST', '/api/v1/sync/pull', {}, { authorization: '' }),
      world.api('POST', '/api/v1/sync/pull', {}, { authorization: 'Bearer rk_live_wrong_token' }),
      world.api('POST', '/api/v1/sync/pull', { limit: -1 }),
      world.api('POST', '/api/v1/sync/pull', '{"cursor":'),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([401, 401, 422, 400]);
    for (const answer of statuses) expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});

test('[SY81] a pull that asks to refetch an invalid scope is refused', async () => {
  await using world = await openWorld();
  for (const scope of ['\0', 'x', '__proto__']) {
    const answer = await world.api('POST', '/api/v1/sync/pull', { resync: [scope] });
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  }
});
