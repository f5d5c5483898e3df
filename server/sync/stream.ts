/**
 * `GET sync/stream` (WebSocket): tells a device that the feed has moved on, so that it pulls. Correctness comes from pull alone.
 * The first frame carries the token; a device that says nothing for ten seconds is hung up on.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Actor } from '../../shared/access.ts';
import { streamHello, type StreamFrame } from '../../shared/sync.ts';
import type { Ground } from '../commit.ts';
import { readFeed } from '../store/feed.ts';
import type { Wake } from '../wake.ts';

export interface Stream {
  close(): Promise<void>;
}

/** More than this unsent = the device is too slow: it is cut and will pull when it comes back. */
const maxBufferedBytes = 64 * 1024;
const helloTimeoutMs = 10_000;
const notFound =
  'HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nConnection: close\r\n\r\n' +
  '{"status":404,"code":"not_found","title":"There is nothing here"}';

export function openStream(
  server: Server,
  ground: Ground,
  wake: Wake,
  authenticate: (authorization: string | undefined) => Promise<Actor>,
): Stream {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  const socketsByOrganisation = new Map<string, Set<WebSocket>>();
  const poking = new Set<string>();

  async function poke(organisationId: string): Promise<void> {
    if (poking.has(organisationId) || !socketsByOrganisation.has(organisationId)) return;
    poking.add(organisationId);
    try {
      const feed = await readFeed(ground.store.db, organisationId);
      poking.delete(organisationId); // before sending: a change from here on calls again
      for (const socket of socketsByOrganisation.get(organisationId) ?? [])
        send(socket, { type: 'poke', seq: feed?.seq ?? 0 });
    } catch {
      poking.delete(organisationId); // the store is closing; devices reconnect and pull
    }
  }

  function admit(socket: WebSocket): void {
    const timer = setTimeout(() => socket.close(4401, 'no token'), helloTimeoutMs);
    socket.on('error', () => socket.terminate());
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (text) => {
      clearTimeout(timer);
      join(socket, String(text)).catch(() => socket.close(4401, 'not authenticated'));
    });
  }

  async function join(socket: WebSocket, text: string): Promise<void> {
    const { token } = streamHello.parse(JSON.parse(text));
    const { organisationId } = await authenticate(`Bearer ${token}`);
    if (socket.readyState !== socket.OPEN) return; // it hung up meanwhile, and will not say so again
    const members = socketsByOrganisation.get(organisationId) ?? new Set();
    socketsByOrganisation.set(organisationId, members.add(socket));
    socket.once('close', () => {
      members.delete(socket);
      if (members.size === 0) socketsByOrganisation.delete(organisationId);
    });
    send(socket, { type: 'ready', server_time: new Date(ground.now()).toISOString() });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== '/api/v1/sync/stream') {
      // Nobody else looks after this connection any more: a reset must not crash the server, nor may half of it stay open.
      socket.once('error', () => socket.destroy());
      socket.end(notFound, () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, admit);
  }

  const stopListening = wake.listen((organisationId) => void poke(organisationId));
  server.on('upgrade', upgrade);
  return {
    close: async () => {
      stopListening();
      server.off('upgrade', upgrade);
      for (const socket of sockets.clients) socket.close(1001, 'server is closing');
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
}

function send(socket: WebSocket, frame: StreamFrame): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}
