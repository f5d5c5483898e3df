/** A token lost while the stream is open (contract, Tokens and settings): the device says so at once and continues with another. */
import { once } from 'node:events';
import { filter, firstValueFrom, Subject, timeout } from 'rxjs';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { StreamSocket } from '../../client-sdk/index.ts';
import { openTablet } from '../kit/tablet.ts';
import { patienceMs } from '../kit/patience.ts';
import { alone, openWorld, type World } from '../kit/world.ts';
import { callerOf } from '../server/support.ts';

/** Shorter than the interval of automatic syncs. */
const patience = timeout({ first: patienceMs });

/** Records the state of every socket; the first one connects to `first` instead. */
function watchedSockets(first?: string): {
  readonly events$: Subject<string>;
  readonly WebSocket: new (url: string) => StreamSocket;
} {
  const events$ = new Subject<string>();
  let next = first;
  class Watched extends WebSocket {
    constructor(url: string) {
      super(next ?? url);
      next = undefined;
      this.addEventListener('message', ({ data }) => events$.next(JSON.parse(String(data)).type));
      this.addEventListener('close', ({ code }) => events$.next(String(code)));
    }
  }
  return { events$, WebSocket: Watched };
}

async function withoutSync(world: World, id: string): Promise<void> {
  await world.app.commitContext.store.transaction((trx) =>
    trx.updateTable('token').set({ scopes: '["projects:read"]' }).where('id', '=', id).execute(),
  );
  await world.app.stream.check();
}

test.each([
  ['is revoked', '4401', (world: World, id: string) => callerOf(world).post(`/tokens/${id}/revoke`)],
  ['may no longer sync', '4403', withoutSync],
] as const)(
  '[DV85] a token that %s during the stream stops the device until there is another',
  async (_what, code, lose) => {
    await using world = await openWorld();
    const { id, token } = await callerOf(world).make('/tokens', { name: 'Tablet', role: 'device' });
    const { events$, WebSocket } = watchedSockets();
    const ready = firstValueFrom(events$.pipe(filter((event) => event === 'ready')));
    let closed: Promise<unknown> = Promise.resolve();
    await using device = await openTablet(world, {
      token,
      autoSync: true,
      WebSocket,
      fetch: (input, init) => closed.then(() => fetch(input, init)),
    });
    await ready;
    await device.sync(); // includes the sync that follows `ready`
    // No request may learn of it before the close frame does.
    closed = firstValueFrom(events$.pipe(filter((event) => event === code)));
    const stopped = firstValueFrom(
      device.status$.pipe(
        filter(({ phase }) => phase === 'stopped'),
        patience,
      ),
    );
    await lose(world, id);
    expect(await stopped).toMatchObject({ online: false, problem: { fault: 'unauthorised' } });

    await device.documents.create({ title: 'Hot works', document_type: 'permit' });
    device.useToken(world.adminToken);
    const delivered = device.status$.pipe(
      filter(({ waiting, online }) => online && waiting === 0),
      patience,
    );
    expect(await firstValueFrom(delivered)).toMatchObject({ refused: 0, problem: null });
  },
);

test('[DV85] without a stream, the waiting long poll learns of a lost token', async () => {
  await using world = await openWorld();
  const { id, token } = await callerOf(world).make('/tokens', { name: 'Tablet', role: 'device' });
  const waits$ = new Subject<void>();
  const nowhere = class extends WebSocket {
    constructor() {
      super('ws://127.0.0.1:9');
    }
  };
  await using device = await openTablet(world, {
    token,
    autoSync: true,
    WebSocket: nowhere,
    fetch: (input, init) => {
      if (String(init?.body).includes('wait_ms')) waits$.next();
      return fetch(input, init);
    },
  });
  await firstValueFrom(waits$);
  const stopped = firstValueFrom(
    device.status$.pipe(
      filter(({ phase }) => phase === 'stopped'),
      patience,
    ),
  );
  await callerOf(world).post(`/tokens/${id}/revoke`);
  expect(await stopped).toMatchObject({ online: false, problem: { fault: 'unauthorised' } });
});

test('[DV85] a stream closed for its token reopens if a sync finds the token valid', async () => {
  await using world = await openWorld({ environment: alone });
  const confused = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  using closing = new DisposableStack();
  closing.defer(() => confused.close());
  confused.on('connection', (socket) => socket.once('message', () => socket.close(4401, 'not authenticated')));
  await once(confused, 'listening');
  const address = confused.address();
  const { events$, WebSocket } = watchedSockets(
    typeof address === 'object' ? `ws://127.0.0.1:${address?.port}` : address,
  );
  const seen: string[] = [];
  events$.subscribe((event) => seen.push(event));
  const ready = firstValueFrom(
    events$.pipe(
      filter((event) => event === 'ready'),
      patience,
    ),
  );
  await using device = await openTablet(world, { autoSync: true, WebSocket });
  const phases: string[] = [];
  device.status$.subscribe(({ phase }) => phases.push(phase));
  await ready;
  await device.sync();
  expect(seen).toEqual(['4401', 'ready']);
  expect(phases).not.toContain('stopped');
  await using tom = await openTablet(world, { seed: 2 });
  await tom.projects.create({ name: 'Block C' });
  await tom.sync();
  const arrival = device.projects.watch().pipe(
    filter((list) => list.length > 0),
    patience,
  );
  expect(await firstValueFrom(arrival)).toMatchObject([{ name: 'Block C' }]);
});
