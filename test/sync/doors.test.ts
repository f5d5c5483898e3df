/** What every door does with wrong tokens, and how much sync one token, one organisation and one socket may use. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../shared/base/json.ts';
import { errorFrom } from '../../client-sdk/base/error-from.ts';
import { networkOf } from '../../server/base/addresses.ts';
import { caps, quotas } from '../../server/http/limits.ts';
import { create, isBeat, queued } from '../kit/bare-device.ts';
import { alone, openWorld, type World } from '../kit/world.ts';

const wrong = 'nobody-knows-this-token';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const hash = '0'.repeat(64);

interface Ended {
  readonly code: number;
  readonly reason: string;
}

interface Line extends Disposable {
  readonly socket: WebSocket;
  readonly ended: Promise<Ended>;
  /** The next frame, or how the stream ended. */
  next(): Promise<JsonObject | Ended>;
}

async function line(world: World, options: object = {}): Promise<Line> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`, options);
  const frames: JsonObject[] = [];
  socket.on('message', (frame) => isBeat(frame) || frames.push(JSON.parse(String(frame)) as JsonObject));
  const ended = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }));
  await once(socket, 'open');
  socket.on('error', () => undefined);
  const next = async () => {
    while (frames.length === 0 && socket.readyState !== socket.CLOSED)
      await Promise.race([once(socket, 'message'), ended]);
    return frames.shift() ?? (await ended);
  };
  return { socket, ended, next, [Symbol.dispose]: () => socket.terminate() };
}

async function greet(world: World, token: string): Promise<Line & { readonly first: JsonObject | Ended }> {
  const opened = await line(world);
  opened.socket.send(JSON.stringify({ token }));
  return { ...opened, first: await opened.next() };
}

/** The status and the seconds to wait of an upgrade that is refused. */
async function refusedUpgrade(world: World): Promise<unknown> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`);
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number; headers: object },
  ];
  socket.terminate();
  return [response.statusCode, (response.headers as JsonObject)['retry-after']];
}

function push(world: World, token: string, name = 'Harrow Lane') {
  const body = { schema: 1, commands: [queued(world, create('project', world.app.commitContext.newId(), { name }))] };
  return world.api<JsonObject>('POST', '/api/v1/sync/push', body, bearer(token));
}

describe('doors', () => {
  let world: World;
  beforeAll(async () => {
    const limits = {
      quotas: { push: 3, pull: 5, bytes: 4000 },
      caps: { socketsByToken: 2, socketsByOrganisation: 4, framesASecond: 6, framesASecondByToken: 10 },
    };
    world = await openWorld({ environment: { RATE_LIMIT: 'on', ...alone }, limits });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const doors: readonly (readonly [string, (token: string) => Promise<readonly [number, string | null]>])[] = [
    ...(
      [
        ['GET', '/api/v1/projects'],
        ['POST', '/api/v1/sync/hello'],
        ['POST', '/api/v1/sync/push'],
        ['POST', '/api/v1/sync/pull'],
        ['GET', `/api/v1/sync/blobs/${hash}`],
        ['PUT', `/api/v1/sync/blobs/${hash}`],
      ] as const
    ).map(
      ([method, path]) =>
        [
          `${method} ${path.slice(8, 18)}`,
          async (token: string) => {
            const { status, headers } = await world.api(method, path, method === 'GET' ? undefined : {}, bearer(token));
            return [status, headers.get('retry-after')] as const;
          },
        ] as const,
    ),
    [
      'stream',
      async (token) => {
        using stream = await greet(world, token);
        if ('type' in stream.first) return [101, null];
        const { code, reason } = stream.first as Ended;
        return [code === 4401 ? 401 : code - 4000, /\d+/.exec(reason)?.[0] ?? null];
      },
    ],
  ];

  test('[HR35] wrong tokens of one address are counted at every door, and valid ones pass', async () => {
    world.clock.advance(60_000);
    for (let i = 0; i < quotas.auth; i++) {
      const [, ask] = doors[i % doors.length] ?? [];
      expect(await ask?.(wrong)).toEqual([401, null]);
    }
    world.clock.advance(20_000);
    for (const [name, ask] of doors) expect([name, ...(await ask(wrong))]).toEqual([name, 429, '40']);
    const valid = await world.token('admin');
    for (const [name, ask] of doors) expect([name, [401, 429].includes((await ask(valid))[0])]).toEqual([name, false]);
    world.clock.advance(40_000);
    for (const [name, ask] of doors) expect([name, ...(await ask(wrong))]).toEqual([name, 401, null]);
  });

  test('[HR35] an IPv6 address counts as its network of 64 bits', () => {
    const networks = [
      '2001:db8:1:2::7',
      '2001:db8:1:2:ffff::1',
      '2001:db8:1:3::7',
      '2001:db8::',
      '::1',
      'fe80::1%eth0',
    ];
    expect(networks.map(networkOf)).toEqual([
      '2001:db8:1:2::/64',
      '2001:db8:1:2::/64',
      '2001:db8:1:3::/64',
      '2001:db8:0:0::/64',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
    ]);
    expect(['192.0.2.7', '::ffff:192.0.2.7', 'nowhere'].map(networkOf)).toEqual(['192.0.2.7', '192.0.2.7', 'nowhere']);
  });

  test('[HR36] a token beyond its pushes a minute gets 429 at either door, without effect', async () => {
    world.clock.advance(60_000);
    const token = await world.token('device');
    for (let i = 0; i < 3; i++) expect((await push(world, token)).status).toBe(200);
    const refused = await push(world, token, 'Mill Road');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.body).toMatchObject({ code: 'rate_limited', 'violated-policies': ['push'], retry_after: 60 });
    using stream = await greet(world, token);
    stream.socket.send(JSON.stringify({ type: 'push', number: 1, body: { schema: 1, commands: [] } }));
    expect(await stream.next()).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after: 60 } });
    const { text } = await world.api('GET', '/api/v1/projects');
    expect(text).not.toContain('Mill Road');
    world.clock.advance(60_000);
    expect((await push(world, token)).status).toBe(200);
  });

  test('[HR36] an organisation has ten times as much as a token, and another has its own', async () => {
    world.clock.advance(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      const token = await world.token('device');
      for (let k = 0; k < 3; k++) statuses.push((await push(world, token)).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429, 429, 429]);
    const other = await world.token('device', await world.organisation('Other'));
    expect((await push(world, other)).status).toBe(200);
  });

  test('[HR36] bytes are counted as decompressed, and parts of files too', async () => {
    world.clock.advance(60_000);
    const token = await world.token('device');
    expect((await push(world, token, 'x'.repeat(3500))).status).toBe(200);
    expect((await push(world, token, 'x'.repeat(3500))).body).toMatchObject({ 'violated-policies': ['bytes'] });
    const other = await world.token('device');
    const response = await fetch(`${world.url}/api/v1/sync/blobs/${hash}`, {
      method: 'PUT',
      headers: { ...bearer(other), 'content-range': 'bytes 0-4000/9000' },
      body: new Uint8Array(4001),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  });

  test('[HR37] at its cap of open streams a token is closed with 4429 until one closes', async () => {
    world.clock.advance(60_000);
    const token = await world.token('device');
    using first = await greet(world, token);
    using second = await greet(world, token);
    expect([first.first, second.first]).toMatchObject([{ type: 'ready' }, { type: 'ready' }]);
    expect((await greet(world, token)).first).toEqual({ code: 4429, reason: 'retry after 60 s' });
    using third = await greet(world, await world.token('device'));
    using fourth = await greet(world, await world.token('device'));
    expect([third.first, fourth.first]).toMatchObject([{ type: 'ready' }, { type: 'ready' }]);
    expect((await greet(world, await world.token('device'))).first).toMatchObject({ code: 4429 });
    first.socket.close();
    await first.ended;
    using again = await greet(world, token);
    expect(again.first).toMatchObject({ type: 'ready' });
  });

  test('[HR38] a stream that sends too many frames in a second is closed with 4429', async () => {
    world.clock.advance(60_000);
    using stream = await greet(world, await world.token('device'));
    for (let i = 0; i < 5; i++) stream.socket.send('{}');
    stream.socket.send(JSON.stringify({ type: 'pull', number: 6, body: {} }));
    expect(await stream.next()).toMatchObject({ number: 6, status: 200 });
    using flood = await greet(world, await world.token('device'));
    for (let i = 0; i < 7; i++) flood.socket.send('{}');
    expect(await flood.ended).toEqual({ code: 4429, reason: 'retry after 60 s' });
    const token = await world.token('device');
    using one = await greet(world, token);
    using other = await greet(world, token);
    for (let i = 0; i < 11; i++) (i < 6 ? one : other).socket.send('{}');
    expect(await Promise.race([one.ended, other.ended])).toEqual({ code: 4429, reason: 'retry after 60 s' });
  });
});

test('[HR73] of the places that a stream sends at once, only the newest is looked up', async () => {
  let statements = 0;
  await using world = await openWorld({ environment: alone, onStatement: () => statements++ });
  const { body } = await push(world, world.adminToken);
  using stream = await greet(world, world.adminToken);
  const place = JSON.stringify({ type: 'at', cursor: null, answered: body['answered'] });
  statements = 0;
  for (let i = 0; i < 400; i++) stream.socket.send(place);
  stream.socket.send(JSON.stringify({ type: 'hello', number: 1, body: {} }));
  expect(await stream.next()).toMatchObject({ number: 1 });
  expect(statements).toBeLessThan(100);
});

test('[DV197] a tablet told to come back later loses nothing and says so, on both carriers', async () => {
  await using world = await openWorld({ environment: { RATE_LIMIT: 'on' }, limits: { quotas: { push: 1 } } });
  const token = await world.token('admin');
  const device = await world.device({ token });
  await device.sync();
  await device.projects.create({ name: 'First' });
  await device.sync();
  await device.projects.create({ name: 'Second' });
  await expect(device.sync()).rejects.toMatchObject({ fault: 'busy', retryAfterMs: 60_000 });
  expect(device.status).toMatchObject({ phase: 'waiting', waiting: 1, problem: { retryAfterMs: 60_000 } });
  world.clock.advance(60_000);
  await device.sync();
  expect(device.status).toMatchObject({ phase: 'idle', waiting: 0, problem: null });
  const answer = errorFrom(429, new Headers(), { code: 'rate_limited', status: 429, title: 'T', retry_after: 7 });
  expect(answer).toMatchObject({ fault: 'busy', retryAfterMs: 7000 });
});

test('[HR39] silent streams are few, refused with 429 beyond that, and closed in time', async () => {
  // A slow machine may open no three streams in the time that closes them.
  await using patient = await openWorld({ limits: { caps: { silentByNetwork: 2, headersMs: 1_000 } } });
  const quiet = connect(Number(new URL(patient.url).port), '127.0.0.1');
  quiet.resume();
  quiet.on('error', () => undefined);
  const cut = once(quiet, 'close');
  {
    using _first = await line(patient);
    using _second = await line(patient);
    expect(await refusedUpgrade(patient)).toEqual([429, '10']);
  }
  await using world = await openWorld({ limits: { caps: { silentByNetwork: 2, helloMs: 150, pingMs: 50 } } });
  using first = await line(world);
  using second = await line(world);
  expect([await first.ended, await second.ended]).toMatchObject([{ code: 4401 }, { code: 4401 }]);
  (await line(world))[Symbol.dispose]();
  await cut;
  // A browser would take words for the answer to its first request.
  expect(quiet.bytesRead).toBe(0);
});

test('[HR39] a stream that answers no ping is closed, and one that does stays', async () => {
  await using world = await openWorld({ limits: { caps: { pingMs: 500 } } });
  using alive = await greet(world, world.adminToken);
  using gone = await line(world, { autoPong: false });
  gone.socket.send(JSON.stringify({ token: world.adminToken }));
  expect(await gone.ended).toMatchObject({ code: 1006 });
  await once(alive.socket, 'ping');
  expect(alive.socket.readyState).toBe(WebSocket.OPEN);
});

test('[HR40] fifty tablets with full outboxes behind one address stay below every limit', () => {
  const [tablets, waiting, perPush, pages] = [50, 20_000, 200, 60];
  expect(waiting / perPush).toBeLessThan(quotas.push / 4);
  expect((tablets * waiting) / perPush).toBeLessThan(quotas.push * 10);
  expect(tablets * pages).toBeLessThan(quotas.pull * 10);
  expect(waiting * 10_000).toBeLessThan(quotas.bytes);
  expect(tablets).toBeLessThan(Math.min(caps.silentByNetwork, caps.socketsByToken) / 2);
});
