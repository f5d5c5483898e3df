/** Messages on the open stream: answered as HTTP answers them, in turn, and hostile frames do no harm (contract, Sync). */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { create, queued } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Talk extends Disposable {
  send(text: string): void;
  /** The next frame that answers a message. */
  answer(): Promise<{ readonly number: number; readonly status: number; readonly body: JsonObject }>;
  readonly closed: Promise<number>;
}

async function talk(world: World, token = world.adminToken): Promise<Talk> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`);
  const frames: { type: string; number: number; status: number; body: JsonObject }[] = [];
  socket.on('message', (frame) => frames.push(JSON.parse(String(frame))));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  const next = async (type: string) => {
    for (;;) {
      const at = frames.findIndex((frame) => frame.type === type);
      const [found] = at < 0 ? [] : frames.splice(at, 1);
      if (found) return found;
      await once(socket, 'message');
    }
  };
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  await next('ready');
  return {
    send: (text) => socket.send(text),
    answer: () => next('answer'),
    closed,
    [Symbol.dispose]: () => socket.terminate(),
  };
}

function ask(type: string, number: number, body: unknown): string {
  return JSON.stringify({ type, number, body });
}

function newProject(world: World, name: string): Json {
  return { schema: 1, commands: [queued(world, create('project', world.app.commitContext.newId(), { name }))] } as Json;
}

describe.each(engines)('messages on the stream on %s', (engine) => {
  test('[SY95] a message is answered as by HTTP, whichever way it is repeated', async () => {
    await using world = await openWorld({ engine });
    using stream = await talk(world);
    const body = newProject(world, 'Harrow Lane');
    stream.send(ask('push', 1, body));
    const first = await stream.answer();
    expect(first).toMatchObject({ number: 1, status: 200, body: { results: [{ status: 'applied' }] } });
    const again = await world.api<JsonObject>('POST', '/api/v1/sync/push', body);
    expect(again.body['results']).toEqual(first.body['results']);
    stream.send(ask('push', 2, body));
    expect((await stream.answer()).body['results']).toEqual(first.body['results']);
    for (const [number, [message, asked]] of [
      ['hello', { protocols: [1], schema: 1 }],
      ['pull', { checksums: true }],
      ['push', { schema: 1, commands: 7 }],
      ['push', { schema: 99, commands: [] }],
      ['pull', { cursor: 'nonsense' }],
    ].entries()) {
      stream.send(ask(String(message), number, asked));
      const { status, body: told } = await stream.answer();
      const byHttp = await world.api<JsonObject>('POST', `/api/v1/sync/${String(message)}`, asked);
      const apart = { server_time: 0, request_id: 0, cursor: 0 };
      expect({ status, body: { ...told, ...apart } }).toEqual({
        status: byHttp.status,
        body: { ...byHttp.body, ...apart },
      });
    }
    const { body: list } = await world.api<{ meta: JsonObject }>('GET', '/api/v1/projects');
    expect(list.meta['total']).toBe(1);
  });

  test('[SY95] messages of one stream are answered in turn', async () => {
    await using world = await openWorld({ engine });
    using stream = await talk(world);
    for (let number = 0; number < 40; number++) stream.send(ask('push', number, newProject(world, `Block ${number}`)));
    for (let number = 0; number < 40; number++)
      expect(await stream.answer()).toMatchObject({ number, status: 200, body: { results: [{ status: 'applied' }] } });
  });
});

test('[SY95] a message under way when the server stops is answered', async () => {
  let stop: (() => void) | undefined;
  const onStatement = (text: string): void => {
    if (!text.includes('insert into "command"')) return;
    stop?.();
    stop = undefined;
  };
  await using world = await openWorld({ onStatement });
  using stream = await talk(world);
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  stop = () => resolve(world.restart());
  stream.send(ask('push', 1, newProject(world, 'Harrow Lane')));
  expect(await stream.answer()).toMatchObject({ status: 200, body: { results: [{ status: 'applied' }] } });
  expect(await stream.closed).toBe(1001);
  await stopped;
  expect((await world.api<{ meta: JsonObject }>('GET', '/api/v1/projects')).body.meta['total']).toBe(1);
});

test('[SY96] a frame that cannot be read is ignored', async () => {
  await using world = await openWorld();
  using stream = await talk(world);
  const nested = `${'['.repeat(300)}${']'.repeat(300)}`;
  for (const frame of [
    '',
    'nonsense',
    '[]',
    'null',
    '{"type":"push"}',
    '{"type":"drop","number":1,"body":{}}',
    '{"type":"push","number":-1,"body":{}}',
    '{"type":"push","number":1.5,"body":{}}',
    `{"type":"push","number":1,"body":${nested}}`,
    '{"type":"push","number":1,"number":2,"body":{}}',
  ])
    stream.send(frame);
  stream.send(ask('pull', 7, { wait_ms: 20_000 }));
  // Nor does a long poll hold up the stream.
  expect(await stream.answer()).toMatchObject({ number: 7, status: 200, body: { ops: [] } });
});

test('[SY96] a frame of 64 KB is read, and a larger one closes the stream', async () => {
  await using world = await openWorld();
  using stream = await talk(world);
  const frame = ask('pull', 1, {});
  stream.send(frame.padEnd(64 * 1024));
  expect(await stream.answer()).toMatchObject({ number: 1, status: 200 });
  stream.send(frame.padEnd(64 * 1024 + 1));
  expect(await stream.closed).toBe(1009);
});

test('[SY96] a message whose token is lost is answered 401, and changes nothing', async () => {
  await using world = await openWorld();
  const { body } = await world.api<{ id: string; token: string }>('POST', '/api/v1/tokens', {
    name: 'Tablet',
    role: 'device',
  });
  using stream = await talk(world, body.token);
  // Without the signal that closes the stream.
  await world.app.commitContext.store.transaction((trx) =>
    trx.updateTable('token').set({ revoked_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', body.id).execute(),
  );
  stream.send(ask('push', 1, newProject(world, 'Harrow Lane')));
  expect(await stream.answer()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await world.api<{ meta: JsonObject }>('GET', '/api/v1/projects')).body.meta['total']).toBe(0);
});
