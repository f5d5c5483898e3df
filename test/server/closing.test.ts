/** Connections that nobody ends, and a server that stops all the same; on real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { PullReply } from '../../shared/sync/sync.ts';
import { openWorld, type World } from '../kit/world.ts';

const upgrade = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

async function open(world: World): Promise<Socket> {
  const socket = connect({ port: Number(new URL(world.url).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('[SY21] a long poll is answered when the server stops', async () => {
  let looked = (): void => undefined;
  await using world = await openWorld({ onStatement: (sql) => sql.includes('octet_length') && looked() });
  const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', {});
  const looking = new Promise<void>((resolve) => (looked = resolve));
  const waiting = world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor: body.cursor, wait_ms: 25_000 });
  await looking;
  await world.restart();
  expect(await waiting).toMatchObject({ status: 200, body: { ops: [], cursor: body.cursor } });
});

test('[SY22] an upgrade at a wrong path is refused and disconnected', async () => {
  await using world = await openWorld();
  for (let i = 0; i < 50; i++) {
    const socket = await open(world);
    socket.write(upgrade('/nowhere'), () => socket.resetAndDestroy());
  }
  const patient = await open(world);
  patient.write(upgrade('/api/v1/sync/streams'));
  let answer = '';
  patient.on('data', (bytes) => (answer += String(bytes)));
  await once(patient, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*application\/problem\+json/);
  // Stops although the caller never hangs up; a half that stayed open would hold it until the cut after ten seconds.
  const stopping = performance.now();
  await world.app.close();
  expect(performance.now() - stopping).toBeLessThan(10_000);
  patient.destroy();
});
