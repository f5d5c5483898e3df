/** A server that closes a connection while the next request is already on its way (contract, Device, DV191). */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';

interface Closing {
  readonly url: string;
  readonly closed: number;
}

/** A line to the server that closes `times` connections at a push: before the server has it, or once the server has answered it. */
async function openClosing(
  opened: AsyncDisposableStack,
  target: string,
  times: number,
  at: 'request' | 'answer',
): Promise<Closing> {
  const sockets = new Set<Socket>();
  let closed = 0;
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    let isDoomed = false;
    const end = (): void => {
      closed += 1;
      near.resetAndDestroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined); // it was closed on purpose
    }
    near.on('data', (piece) => {
      isDoomed ||= closed < times && piece.includes('/sync/push');
      if (isDoomed && at === 'request') end();
      else far.write(piece);
    });
    far.on('data', (piece) => {
      if (isDoomed) end();
      else near.write(piece);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get closed() {
      return closed;
    },
  };
}

test.each(['request', 'answer'] as const)(
  '[DV191] a push whose connection closes at its %s is sent again, and takes effect once',
  async (at) => {
    await using opened = new AsyncDisposableStack();
    const world = opened.use(await openWorld());
    const line = await openClosing(opened, world.url, 1, at);
    const device = opened.use(await openTablet(world, { server: line.url }));
    await device.sync();
    await device.documents.create({ title: 'Lift', document_type: 'rams' });
    expect(await device.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(line.closed).toBe(1);
    const { body } = await world.api<{ data: unknown[] }>('GET', '/api/v1/documents');
    expect(body.data).toHaveLength(1);
  },
);

test('[DV191] a device whose second connection closes too is offline, and keeps its work', async () => {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorld());
  const line = await openClosing(opened, world.url, 2, 'request');
  const device = opened.use(await openTablet(world, { server: line.url }));
  await device.sync();
  await device.documents.create({ title: 'Lift', document_type: 'rams' });
  await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
  expect(line.closed).toBe(2);
  expect(device.status).toMatchObject({ waiting: 1 });
  expect(await device.sync()).toMatchObject({ pushed: 1, refused: 0 });
});
