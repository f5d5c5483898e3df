/** A server that was restored from a copy (contract, Sync, SY90 to SY93): devices and pollers that follow the lost history are told so. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PullReply, PushReply } from '../../shared/sync/sync.ts';
import { bareDevice, create, queued } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type Answer, type World } from '../kit/world.ts';

interface EventPage {
  readonly data: readonly { readonly data: Readonly<Record<string, unknown>> }[];
  readonly meta: { readonly next_after: string; readonly more: boolean };
}

interface ListPage {
  readonly meta: { readonly next_cursor: string };
}

const pullFrom = (world: World, cursor: string | null): Promise<Answer<PullReply>> =>
  world.api('POST', '/api/v1/sync/pull', { cursor, limit: 5000 });
const eventsAfter = (world: World, after: string | number): Promise<Answer<EventPage>> =>
  world.api('GET', `/api/v1/events?limit=1000&after=${after}`);
const listFrom = (world: World, cursor: string): Promise<Answer<ListPage>> =>
  world.api('GET', `/api/v1/projects?per_page=2&cursor=${cursor}`);

async function addProjects(world: World, count: number): Promise<void> {
  const device = bareDevice(world);
  for (let i = 0; i < count; i++)
    await device.push([create('project', world.app.commitContext.newId(), { name: `Block ${i}` })]);
}

describe.each(engines)('%s', (engine) => {
  test.each([
    ['ahead', 0],
    ['behind', 9],
  ] as const)('[SY90] a restored server refuses a cursor whose feed position is %s of its own', async (_, added) => {
    await using world = await openWorld({ engine });
    await addProjects(world, 3);
    const restore = await world.backUp();
    const old = (await pullFrom(world, null)).body.cursor;
    await addProjects(world, 3);
    const { cursor } = (await pullFrom(world, old)).body;
    await restore();
    await addProjects(world, added);
    expect(await pullFrom(world, cursor)).toMatchObject({ status: 409, body: { code: 'history_changed' } });
    const since = await pullFrom(world, old);
    expect(since.status).toBe(200);
    expect(since.body.ops.map(({ op }) => op)).toEqual(Array.from({ length: added }, () => 'put'));
  });

  test('[SY90] a cursor from the middle of a commit belongs to that commit', async () => {
    await using world = await openWorld({ engine });
    await addProjects(world, 1);
    const restore = await world.backUp();
    const ids = Array.from({ length: 4 }, () => world.app.commitContext.newId());
    const add = (name: string): Promise<unknown> =>
      bareDevice(world).push(ids.map((id) => create('project', id, { name })));
    await add('As it was');
    const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { limit: 3 });
    await restore();
    await add('As it is now');
    expect(await pullFrom(world, body.cursor)).toMatchObject({ status: 409, body: { code: 'history_changed' } });
  });

  test('[SY97] a push or pull that names a lost answer is refused as a whole', async () => {
    await using world = await openWorld({ engine });
    await addProjects(world, 2);
    const restore = await world.backUp();
    const push = (name: string, answered: unknown): Promise<Answer<PushReply>> => {
      const commands = [queued(world, create('project', world.app.commitContext.newId(), { name }))];
      return world.api('POST', '/api/v1/sync/push', { schema: 1, commands, answered });
    };
    const kept = await push('Lost', null);
    expect(kept).toMatchObject({ status: 200, body: { results: [{ status: 'applied' }] } });
    const { answered } = kept.body;
    expect((await push('Lost too', answered)).status).toBe(200);
    await restore();
    const total = async (): Promise<number> =>
      (await world.api<{ meta: { total: number } }>('GET', '/api/v1/projects')).body.meta.total;
    const changed = { status: 409, body: { code: 'history_changed' } };
    for (const added of [0, 9]) {
      await addProjects(world, added);
      for (const point of [answered, `${answered}x`, 'nonsense']) {
        expect(await push('Refused', point)).toMatchObject(changed);
        expect(await world.api('POST', '/api/v1/sync/pull', { answered: point })).toMatchObject(changed);
      }
      expect(await total()).toBe(2 + added);
    }
    expect((await push('New', null)).status).toBe(200);
  });

  test('[SY91] a poller of events is told that the server was restored', async () => {
    await using world = await openWorld({ engine });
    await addProjects(world, 2);
    const restore = await world.backUp();
    const old = (await eventsAfter(world, 0)).body.meta.next_after;
    for (let i = 0; i < 3; i++) await world.api('POST', '/api/v1/documents', { title: 'Lost', document_type: 'rams' });
    const lost = await eventsAfter(world, old);
    expect(lost.body.data).toHaveLength(3);
    const { sequence } = lost.body.data.at(-1) as unknown as { sequence: number };
    await restore();
    const changed = { status: 409, body: { code: 'history_changed' } };
    expect(await eventsAfter(world, lost.body.meta.next_after)).toMatchObject(changed);
    expect(await eventsAfter(world, sequence)).toMatchObject(changed);
    for (let i = 0; i < 5; i++) await world.api('POST', '/api/v1/documents', { title: 'New', document_type: 'rams' });
    expect(await eventsAfter(world, lost.body.meta.next_after)).toMatchObject(changed);
    expect((await eventsAfter(world, old)).body.data).toHaveLength(5);
  });

  test('[SY92] a list cursor of a history that the server no longer has is refused', async () => {
    await using world = await openWorld({ engine });
    const restore = await world.backUp();
    await addProjects(world, 5);
    const { body } = await world.api<ListPage>('GET', '/api/v1/projects?per_page=2');
    expect((await listFrom(world, body.meta.next_cursor)).status).toBe(200);
    await restore();
    await addProjects(world, 6);
    expect(await listFrom(world, body.meta.next_cursor)).toMatchObject({
      status: 409,
      body: { code: 'history_changed' },
    });
  });

  test('[SY14] a cursor that this server did not write is refused', async () => {
    await using world = await openWorld({ engine });
    await addProjects(world, 1);
    const { cursor } = (await pullFrom(world, null)).body;
    const { next_after: after } = (await eventsAfter(world, 0)).body.meta;
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    const [place = '', seal = ''] = cursor.split('.');
    for (const text of ['nonsense', '', place, `${place}.`, `${place}x.${seal}`, `${cursor}.${seal}`, after]) {
      const { status, body } = await pullFrom(world, text);
      expect({ text, status, body }).toMatchObject({ text, status: 409, body: { code: 'history_changed' } });
    }
    const theirs = await world.api('POST', '/api/v1/sync/pull', { cursor }, { authorization: `Bearer ${stranger}` });
    expect(theirs).toMatchObject({ status: 409, body: { code: 'history_changed' } });
    expect(await eventsAfter(world, cursor)).toMatchObject({ status: 409, body: { code: 'history_changed' } });
    expect((await eventsAfter(world, 'last week')).status).toBe(422);
  });

  test('[SY93] each audit entry extends the hash chain of its organisation', async () => {
    await using world = await openWorld({ engine });
    await addProjects(world, 3);
    await world.api('POST', '/api/v1/tokens', { name: 'Tablet', role: 'device' });
    const { db } = world.app.commitContext.store;
    const entries = await db.selectFrom('audit').select(['entry', 'head']).orderBy('seq').execute();
    const feed = await db.selectFrom('feed').select('head').executeTakeFirstOrThrow();
    let head = Buffer.alloc(32);
    for (const entry of entries) {
      const leaf = createHash('sha256').update(`\0${entry.entry}`).digest();
      head = createHash('sha256').update(head).update(leaf).digest();
      expect(entry.head).toBe(head.toString('base64url'));
    }
    expect(entries).toHaveLength(6); // the organisation and the first token have one too
    expect(feed.head).toBe(head.toString('base64url'));
  });
});
