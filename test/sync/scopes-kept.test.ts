/** Limited tokens in the long run (contract, Sync): deleted tombstones, checksums that verify a replica, and who may set limits. */
import { describe, expect, test } from 'vitest';
import { added, emptyChecksum, moreOf, recordDigest } from '../../shared/sync/scope-checksum.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitAnyway, limitedToken } from '../kit/limited.ts';
import { ids, twoProjects } from '../kit/two-projects.ts';
import { openWorld } from '../kit/world.ts';

describe.each(engines)('%s', (engine) => {
  test('[SY47] tombstones last 400 days; a device away longer refetches those projects only', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    const kept = world.app.commitContext.newId();
    await office.push([create('hazard', kept, { document_id: documentId, name: 'Stays' })]);
    const { token } = await limitedToken(world, [a, b]);
    const [limited, whole] = [bareDevice(world, token), bareDevice(world)];
    await limited.pull();
    await whole.pull();
    await office.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
    world.clock.advance(399 * 86_400_000);
    expect(await world.app.retention.run()).toBe(0);
    world.clock.advance(2 * 86_400_000);
    expect(await world.app.retention.run()).toBeGreaterThan(0);
    expect(await world.app.retention.run()).toBe(0);
    for (const device of [limited, whole]) {
      const ops = await device.pull(1);
      expect(ops[0]).toEqual({ op: 'reset', project_id: a });
      expect(ids(ops, 'put')).toEqual(expect.arrayContaining([a, documentId, kept]));
      expect(ids(ops, 'put')).not.toContain(b);
      expect(ids(ops, 'put')).not.toContain(hazardId);
      expect(await device.pull()).toEqual([]);
    }
    expect(ids(await bareDevice(world).pull(), 'put').toSorted()).toEqual([a, b, documentId, kept].toSorted());
  });

  test('[SY48] on request, the last page gives each scope’s record count and checksum', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, hazardId } = await twoProjects(world, office);
    await office.push([patch('hazard', hazardId, { name: 'Falling beam' })]);
    await office.push([create('worker', world.app.commitContext.newId(), { name: 'Jan Nowak' })]);
    const { token } = await limitedToken(world, [a]);
    for (const authorization of [`Bearer ${token}`, `Bearer ${world.adminToken}`]) {
      const page = await world.api<PullReply>('POST', '/api/v1/sync/pull', { checksums: true }, { authorization });
      const sums = new Map<string, { count: number; sum: number }>();
      const isWhole = page.body.checksums?.['*'] !== undefined;
      for (const op of page.body.ops) {
        if (op.op !== 'put') continue;
        const scope = isWhole ? '*' : (op.project_id ?? '');
        const digest = recordDigest(op, JSON.stringify(op.body));
        sums.set(scope, added(sums.get(scope) ?? emptyChecksum, moreOf(digest)));
      }
      expect(page.body.checksums).toEqual(Object.fromEntries(sums));
      const without = await world.api<PullReply>('POST', '/api/v1/sync/pull', {}, { authorization });
      expect(without.body.checksums).toBeUndefined();
    }
  });

  test('[SY51] only the organisation’s projects can be granted, and a change is audited', async () => {
    await using world = await openWorld({ engine });
    const { a } = await twoProjects(world, bareDevice(world));
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    const theirs = world.app.commitContext.newId();
    await bareDevice(world, stranger).push([create('project', theirs, { name: 'Not ours' })]);
    const { id } = await limitedToken(world, [a]);
    const unknown = world.app.commitContext.newId();
    for (const [ids_, status] of [
      [[theirs], 422],
      [[unknown], 422],
      [['__proto__'], 422],
      ['all of them', 422],
      [{ a }, 422],
      [[a, null], 422],
      [Array.from({ length: 201 }, () => a), 422],
      [[a.toUpperCase(), a], 200],
      [[], 200],
      [null, 200],
    ] as const) {
      const answer = await world.api('PUT', `/api/v1/tokens/${id}`, { project_ids: ids_ });
      expect({ ids_, status: answer.status }).toEqual({ ids_, status });
    }
    const made = await world.api('POST', '/api/v1/tokens', { name: 'Tablet', role: 'device', project_ids: [a] });
    expect(made).toMatchObject({ status: 201, body: { project_ids: [a] } });
    expect((await world.api('PUT', `/api/v1/tokens/${unknown}`, { project_ids: [] })).status).toBe(404);
    const theirsToo = await world.api(
      'PUT',
      `/api/v1/tokens/${id}`,
      { project_ids: [] },
      { authorization: `Bearer ${stranger}` },
    );
    expect(theirsToo.status).toBe(404);
    const entries = await world.app.commitContext.store.db.selectFrom('audit').select('entry').execute();
    const changes = entries.filter(({ entry }) => entry.includes('"kind":"token"') && entry.includes(id));
    // Its creation, and two changes: the first of the three accepted requests changed nothing.
    expect(changes).toHaveLength(3);
  });

  test('[SY52] a forged or borrowed cursor reveals nothing that is not granted', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b } = await twoProjects(world, office);
    const { token, id } = await limitedToken(world, [b], 'device');
    const whole = await world.api<PullReply>('POST', '/api/v1/sync/pull', {});
    const place = whole.body.cursor.split('.')[0] ?? '';
    const own = await world.api<PullReply>(
      'POST',
      '/api/v1/sync/pull',
      { cursor: whole.body.cursor, resync: [a] },
      { authorization: `Bearer ${token}` },
    );
    expect(own.status).toBe(200);
    expect(ids(own.body.ops, 'put')).not.toContain(a);
    for (const cursor of [
      place,
      `${place}.${'A'.repeat(22)}`,
      `${Buffer.from('[]').toString('base64url')}.`,
      '{',
      '\0',
    ]) {
      const { status } = await world.api(
        'POST',
        '/api/v1/sync/pull',
        { cursor, resync: [a] },
        { authorization: `Bearer ${token}` },
      );
      expect({ cursor, status }).toEqual({ cursor, status: 409 });
    }
    // An invalid grant written straight to the store has no effect.
    await limitAnyway(world, id, [world.app.commitContext.newId()]);
    expect(ids(await bareDevice(world, token).pull(), 'put')).toEqual([]);
  });
});
