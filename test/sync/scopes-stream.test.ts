/** Changes that the stream carries itself: to which clients, from which position, and up to which size (contract, Sync). */
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { PullReply } from '../../shared/sync/sync.ts';
import { bareDevice, create, isBeat, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { alone as environment, openWorld, type World } from '../kit/world.ts';

interface Follower extends Disposable {
  readonly cursor: string;
  /** The next frame, as received. */
  next(): Promise<string>;
  /** Sends a frame; resolves when the server has read it. */
  say(text: string): Promise<void>;
}

async function follow(world: World, token: string, place: 'here' | 'unknown' | 'nonsense' = 'here'): Promise<Follower> {
  const pulled = await world.api<PullReply>('POST', '/api/v1/sync/pull', {}, { authorization: `Bearer ${token}` });
  const { cursor } = pulled.body;
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`);
  const frames: string[] = [];
  socket.on('message', (frame) => isBeat(frame) || frames.push(String(frame)));
  const next = async (): Promise<string> => {
    while (frames.length === 0) await once(socket, 'message');
    return frames.shift() ?? '';
  };
  await once(socket, 'open');
  const said = { here: { cursor }, unknown: {}, nonsense: { cursor: 'nonsense' } }[place];
  socket.send(JSON.stringify({ token, ...said }));
  expect(JSON.parse(await next())).toMatchObject({ type: 'ready' });
  const say = async (text: string): Promise<void> => {
    socket.send(text);
    socket.ping();
    await once(socket, 'pong');
  };
  return { cursor, next, say, [Symbol.dispose]: () => socket.terminate() };
}

describe.each(engines)('the stream on %s', (engine) => {
  test('[SY125] a page of the stream without a record names the organisation’s revision', async () => {
    await using world = await openWorld({ engine, environment });
    using follower = await follow(world, world.adminToken);
    const change = { settings: { languages_offered: ['pl'] } };
    const { body } = await world.api<{ revision: number }>('PUT', '/api/v1/organisation', change);
    const page = { type: 'page', from: follower.cursor, ops: [], organisation_revision: body.revision };
    expect(JSON.parse(await follower.next())).toMatchObject(page);
  });

  test('[SY50] clients at the preceding position get the change itself, others a wake-up', async () => {
    await using world = await openWorld({ engine, environment });
    const office = bareDevice(world);
    const [a, b, documentId] = [1, 2, 3].map(() => world.app.commitContext.newId()) as [string, string, string];
    await office.push([create('project', a, { name: 'Harrow Lane' }), create('project', b, { name: 'Mill Road' })]);
    const { token } = await limitedToken(world, [b]);
    const secondToken = await world.token('admin');
    using first = await follow(world, world.adminToken);
    using second = await follow(world, secondToken);
    using stranger = await follow(world, world.adminToken, 'unknown');
    using lost = await follow(world, world.adminToken, 'nonsense');
    using limited = await follow(world, token);
    await office.push([create('document', documentId, { title: 'Glulam lift', document_type: 'rams', project_id: a })]);
    const text = await first.next();
    const frame = JSON.parse(text) as { from: string; cursor: string }; // as shared/sync/sync.ts says
    expect(frame).toMatchObject({ type: 'page', from: first.cursor, ops: [{ op: 'put', id: documentId }] });
    expect(await second.next()).toBe(text);
    for (const other of [stranger, lost]) expect(JSON.parse(await other.next())).toMatchObject({ type: 'poke' });
    // For another project the frame only advances the cursor.
    const theirs = await limited.next();
    expect(JSON.parse(theirs)).toMatchObject({ type: 'page', from: limited.cursor, ops: [] });
    expect(theirs).not.toContain(a);
    const pulled = await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor: first.cursor });
    expect(pulled.body).toMatchObject({ cursor: frame.cursor, ops: [{ id: documentId }] });

    // The next frame begins where this one ended; a client that has reported its position gets the change too.
    await stranger.say('{"type":"at","cursor":7}');
    await stranger.say('nonsense');
    await stranger.say(JSON.stringify({ type: 'at', cursor: frame.cursor }));
    await lost.say(JSON.stringify({ type: 'at', cursor: 'x'.repeat(20_000) }));
    await office.push([patch('document', documentId, { project_id: b })]);
    const move = await first.next();
    expect(JSON.parse(move)).toMatchObject({ type: 'page', from: frame.cursor });
    for (const other of [second, stranger]) expect(await other.next()).toBe(move);
    expect(JSON.parse(await limited.next())).toMatchObject({ type: 'page', ops: [{ op: 'put', id: documentId }] });
    expect(JSON.parse(await lost.next())).toMatchObject({ type: 'poke' });

    // A change too large for a frame gives a poke.
    const sections = Array.from({ length: 4 }, () => world.app.commitContext.newId());
    const words = 'words '.repeat(3200);
    const results = await office.push(
      sections.map((id) =>
        create('section', id, { document_id: documentId, section_type: 'custom', title: 'T', body: words }),
      ),
    );
    expect(results.map(({ status, problem }) => problem?.detail ?? status)).toEqual(sections.map(() => 'applied'));
    for (const each of [first, second, limited]) expect(JSON.parse(await each.next())).toMatchObject({ type: 'poke' });
  });

  test('[SY50] a token that is granted another project meanwhile gets it as a page', async () => {
    await using world = await openWorld({ engine, environment });
    const [a, b] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    await bareDevice(world).push([create('project', a, { name: 'A' }), create('project', b, { name: 'B' })]);
    const { token, limitTo } = await limitedToken(world, [a]);
    using follower = await follow(world, token);
    await limitTo([a, b]);
    expect(JSON.parse(await follower.next())).toMatchObject({
      type: 'page',
      ops: [
        { op: 'grant', project_id: b },
        { op: 'put', id: b },
      ],
    });
  });
});

// PostgreSQL only: SQLite answers synchronously, so nothing can happen in between.
test('[SY61] a client that reports a new position during a frame gets all changes since it', async () => {
  const reading = Promise.withResolvers<void>();
  let isLocked = false;
  const onStatement = (text: string): void => {
    if (isLocked && text.includes('scope_horizon')) reading.resolve();
  };
  await using world = await openWorld({ engine: 'postgres', environment, onStatement });
  const office = bareDevice(world);
  const [a, b] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
  await office.push([create('project', a, { name: 'Harrow Lane' })]);
  const { body: early } = await world.api<PullReply>('POST', '/api/v1/sync/pull', {});
  await office.push([create('project', b, { name: 'Mill Road' })]);
  using device = await follow(world, world.adminToken);
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = world.app.commitContext.store.transaction(async (trx) => {
    await sql`lock table scope_horizon in access exclusive mode`.execute(trx);
    isLocked = true;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  await office.push([patch('project', b, { name: 'Mill Street' })]);
  await reading.promise;
  await device.say(JSON.stringify({ type: 'at', cursor: early.cursor }));
  released.resolve();
  await lock;
  expect(JSON.parse(await device.next())).toMatchObject({ type: 'page', from: early.cursor, ops: [{ id: b, rev: 2 }] });
});
