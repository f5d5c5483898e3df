/**
 * `GET sync/stream` (WebSocket): a pull that does not end, and the messages of the device in frames. A device that is not at the place of
 * a page is told to pull. The first frame carries the token; a device that sends nothing for ten seconds is disconnected. Tokens are checked again
 * before every frame and twice a minute: 4401 = no longer valid, 4403 = may no longer sync (contract, Tokens and settings).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { requirePermission, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { maxFrameBytes, streamHello, type ServerFrame } from '../../shared/sync/sync.ts';
import { callerOf } from '../auth/auth.ts';
import { openBroadcast, sendText } from './broadcast.ts';
import { placeOf, readFrames } from './stream-frames.ts';
import { StreamMembers, type AuthenticateAll, type Member } from './stream-members.ts';
import type { SyncContext } from './sync-context.ts';

export interface Stream {
  /** Checks every token again, and closes the streams of those that are no longer good. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const helloTimeoutMs = 10_000;
/** For what rings no signal: a token that expires, or that another process revokes. */
const checkEveryMs = 30_000;
const notFound =
  'HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nConnection: close\r\n\r\n' +
  '{"status":404,"code":"not_found","title":"There is nothing here"}';

export function openStream(context: SyncContext, server: Server, authenticateAll: AuthenticateAll): Stream {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  const members = new StreamMembers(authenticateAll);
  const broadcast = openBroadcast(context, members);

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== '/api/v1/sync/stream') {
      // Nothing else handles this connection any more: a reset must not crash the server, nor may half of it stay open.
      socket.once('error', () => socket.destroy());
      socket.end(notFound, () => socket.destroy());
      return;
    }
    const address = context.addressOf(request);
    sockets.handleUpgrade(request, socket, head, (opened) => awaitHello(context, members, opened, address));
  }

  async function check(): Promise<void> {
    await members.authorised(members.all());
  }

  const timer = setInterval(() => {
    check().catch(() => undefined); // repeated half a minute later
  }, checkEveryMs).unref();
  const stopListening = context.commitSignal.listen((organisationId) => void broadcast(organisationId));
  server.on('upgrade', upgrade);
  return {
    check,
    close: async () => {
      clearInterval(timer);
      stopListening();
      server.off('upgrade', upgrade);
      // No more is read; what is under way is answered.
      for (const socket of sockets.clients) socket.pause();
      await Promise.all(members.all().map(({ working }) => working));
      for (const socket of sockets.clients) socket.close(1001, 'server is closing');
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
}

function awaitHello(
  context: SyncContext,
  members: StreamMembers,
  socket: WebSocket,
  address: string | undefined,
): void {
  const timer = setTimeout(() => socket.close(4401, 'no token'), helloTimeoutMs);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (text) => {
    clearTimeout(timer);
    join(context, members, socket, String(text), address).catch((error: unknown) => {
      const code = error instanceof Problem ? error.code : 'unreadable';
      context.log.warn({ address, code }, 'a stream was refused');
      if (code === 'forbidden') socket.close(4403, 'the token may not sync');
      else socket.close(4401, 'not authenticated');
    });
  });
}

async function join(
  context: SyncContext,
  members: StreamMembers,
  socket: WebSocket,
  text: string,
  address: string | undefined,
): Promise<void> {
  const { token, want, ...place } = streamHello.parse(JSON.parse(text));
  const authorization = `Bearer ${token}`;
  const identify = async (): Promise<Actor> => {
    const actor = await context.authenticate(authorization, address);
    requirePermission(actor, 'sync');
    return actor;
  };
  const { organisationId } = await identify();
  const cursor = await placeOf(context, { organisationId }, place);
  const caller = callerOf(authorization, address);
  if (!caller || socket.readyState !== socket.OPEN) return; // it disconnected meanwhile, and emits no second close
  const member: Member = {
    socket,
    organisationId,
    caller,
    identify,
    address,
    cursor,
    want,
    working: Promise.resolve(),
  };
  members.add(organisationId, member);
  // Again, now that signals reach it: a revocation since the first check reached nobody.
  if ((await members.authorised([member])).length > 0) {
    const ready: ServerFrame = { type: 'ready', server_time: new Date(context.commitContext.now()).toISOString() };
    sendText(socket, Buffer.from(JSON.stringify(ready)));
  }
  readFrames(context, member);
}
