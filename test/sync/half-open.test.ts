/** A network that is gone and back without a word: both ends hold a connection that carries nothing (contract, Sync). */
import { once } from 'node:events';
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { watchServer, type Link } from '../../client-sdk/presence.ts';
import type { StreamSocket } from '../../client-sdk/base/options.ts';
import { openProxy, type Proxy } from '../kit/proxy.ts';
import { alone as environment, openWorld, type World } from '../kit/world.ts';
import { inStep, openWire, patience } from '../sdk/support/live-day.ts';

/** Three of these pass on a quiet line before it counts as dead; a busy machine does nothing else for as long. */
const pingMs = 700;

async function withProxy(): Promise<{ readonly world: World; readonly proxy: Proxy }> {
  const world = await openWorld({ environment, limits: { caps: { pingMs } } });
  onTestFinished(() => world[Symbol.asyncDispose]());
  const proxy = await openProxy({ target: world.url });
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return { world, proxy };
}

test('[SY126] a stream names how often it sends something at least, and keeps to it', async () => {
  await using world = await openWorld({ environment, limits: { caps: { pingMs } } });
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`);
  const frames: unknown[] = [];
  socket.on('message', (frame) => frames.push(JSON.parse(String(frame))));
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: world.adminToken }));
  while (frames.length < 3) await once(socket, 'message');
  socket.terminate();
  expect(frames).toMatchObject([{ type: 'ready', heartbeat_ms: pingMs }, { type: 'heartbeat' }, { type: 'heartbeat' }]);
});

test('[WB732] a page whose connection went silent connects again and reads again', async () => {
  const { world, proxy } = await withProxy();
  const told$ = new BehaviorSubject<readonly (Link | 'changed')[]>([]);
  const note = (what: Link | 'changed'): void => told$.next([...told$.value, what]);
  const watch = watchServer({
    server: proxy.url,
    token: world.adminToken,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, // as far as it is used
    random: () => 0,
    onLink: note,
    onChange: () => note('changed'),
  });
  onTestFinished(() => watch.close());
  const told = (isEnough: (all: readonly (Link | 'changed')[]) => boolean): Promise<unknown> =>
    firstValueFrom(told$.pipe(filter(isEnough), patience));
  await told((all) => all.at(-1) === 'live');
  proxy.hush();
  await world.api('POST', '/api/v1/projects', { name: 'Harrow Lane' });
  await told((all) => all.join().endsWith('lost,live,changed'));
  const { length } = told$.value;
  await world.api('POST', '/api/v1/projects', { name: 'Mill Road' });
  await told((all) => all.slice(length).includes('changed'));
});

test('[DV242] a device whose stream went silent opens another, and changes come by it', async () => {
  const { world, proxy } = await withProxy();
  const wire = openWire();
  const opened$ = new BehaviorSubject(0);
  class Counted extends wire.WebSocket implements StreamSocket {
    constructor(url: string) {
      super(url.replace(world.url.replace('http', 'ws'), proxy.url.replace('http', 'ws')));
      opened$.next(opened$.value + 1);
    }
  }
  const device = await world.device({ autoSync: true, fetch: wire.fetch, WebSocket: Counted });
  await inStep(device, wire);
  const reaches = async (of: BehaviorSubject<number>, count: number): Promise<unknown> =>
    await firstValueFrom(
      of.pipe(
        filter((value) => value >= count),
        patience,
      ),
    );
  const pages$ = new BehaviorSubject(0);
  wire.onPage = (data, deliver) => {
    deliver(data);
    pages$.next(pages$.value + 1);
  };
  const pulls = wire.pulls$.value;
  proxy.hush();
  await reaches(opened$, 2);
  // What was missed meanwhile.
  await reaches(wire.pulls$, pulls + 1);
  await inStep(device, wire);
  await world.api('POST', '/api/v1/projects', { name: 'Harrow Lane' });
  await reaches(pages$, 1);
  const shown$ = device.projects.watch({ name: 'Harrow Lane' });
  await firstValueFrom(
    shown$.pipe(
      filter((list) => list.length === 1),
      patience,
    ),
  );
});
