/**
 * `GET sync/stream` (WebSocket): tells a device that the feed has moved on, so that it pulls. Correctness comes from pull alone.
 * The first frame carries the token; a device that says nothing for ten seconds is hung up on. The token is judged again before every
 * poke and twice a minute: who has lost it is closed with 4401, who may no longer sync with 4403 (contract, Tokens and settings).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { may, requirePermission, type Actor } from '../../shared/access.ts';
import { Problem } from '../../shared/problem.ts';
import { streamHello, type StreamFrame } from '../../shared/sync.ts';
import { callerOf, type Caller } from '../auth.ts';
import type { Ground } from '../commit.ts';
import { readFeed } from '../store/feed.ts';
import type { Wake } from '../wake.ts';

export interface Stream {
  /** Judges every token again, and closes the streams of those that have lost it. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StreamHouse {
  readonly server: Server;
  readonly ground: Ground;
  readonly wake: Wake;
  /** Throws `unauthenticated`. */
  readonly authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Actor>;
  /** Each caller's actor as of now, or why there is none. */
  readonly judge: (callers: readonly Caller[]) => Promise<readonly (Actor | Problem)[]>;
  readonly log: { warn(fields: object, message: string): void };
}

/** More than this unsent = the device is too slow: it is cut and will pull when it comes back. */
const maxBufferedBytes = 64 * 1024;
const helloTimeoutMs = 10_000;
/** For what no wake-up tells: a token that expires, or that another process revokes. */
const checkEveryMs = 30_000;
const notFound =
  'HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nConnection: close\r\n\r\n' +
  '{"status":404,"code":"not_found","title":"There is nothing here"}';

interface Member {
  readonly socket: WebSocket;
  readonly caller: Caller;
}

export function openStream({ server, ground, wake, authenticate, judge, log }: StreamHouse): Stream {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4096 });
  const membersByOrganisation = new Map<string, Set<Member>>();
  /** Organisations that are being told something; true = something came meanwhile, so once more. */
  const telling = new Map<string, boolean>();

  async function poke(organisationId: string): Promise<void> {
    if (telling.has(organisationId)) return void telling.set(organisationId, true);
    try {
      for (let again = true; again && membersByOrganisation.has(organisationId);) {
        telling.set(organisationId, false);
        const feed = await readFeed(ground.store.db, organisationId);
        const frame = { type: 'poke', seq: feed?.seq ?? 0 } as const;
        for (const { socket } of await stillMembers(membersByOrganisation.get(organisationId) ?? []))
          send(socket, frame);
        again = telling.get(organisationId) ?? false;
      }
    } catch {
      // The store is closing; devices reconnect and pull.
    } finally {
      telling.delete(organisationId);
    }
  }

  /** Those whose token still holds; the others are hung up on. */
  async function stillMembers(members: Iterable<Member>): Promise<Member[]> {
    const asked = [...members];
    const verdicts = await judge(asked.map(({ caller }) => caller));
    return asked.filter(({ socket }, i) => {
      const verdict = verdicts[i];
      if (!verdict || verdict instanceof Problem) socket.close(4401, 'the token is no longer valid');
      else if (!may(verdict, 'sync')) socket.close(4403, 'the token may not sync any more');
      else return true;
      return false;
    });
  }

  function admit(socket: WebSocket, address: string | undefined): void {
    const timer = setTimeout(() => socket.close(4401, 'no token'), helloTimeoutMs);
    socket.on('error', () => socket.terminate());
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (text) => {
      clearTimeout(timer);
      join(socket, String(text), address).catch((error: unknown) => {
        const code = error instanceof Problem ? error.code : 'unreadable';
        log.warn({ address, code }, 'a stream was refused');
        if (code === 'forbidden') socket.close(4403, 'the token may not sync');
        else socket.close(4401, 'not authenticated');
      });
    });
  }

  async function join(socket: WebSocket, text: string, address: string | undefined): Promise<void> {
    const { token } = streamHello.parse(JSON.parse(text));
    const authorization = `Bearer ${token}`;
    const actor = await authenticate(authorization, address);
    requirePermission(actor, 'sync');
    const caller = callerOf(authorization, address);
    if (!caller || socket.readyState !== socket.OPEN) return; // it hung up meanwhile, and will not say so again
    const member = { socket, caller };
    const { organisationId } = actor;
    const members = membersByOrganisation.get(organisationId) ?? new Set();
    membersByOrganisation.set(organisationId, members.add(member));
    socket.once('close', () => {
      members.delete(member);
      if (members.size === 0) membersByOrganisation.delete(organisationId);
    });
    // Once more, now that every wake-up reaches it: a revocation since the first look woke nobody.
    for (const still of await stillMembers([member]))
      send(still.socket, { type: 'ready', server_time: new Date(ground.now()).toISOString() });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== '/api/v1/sync/stream') {
      // Nobody else looks after this connection any more: a reset must not crash the server, nor may half of it stay open.
      socket.once('error', () => socket.destroy());
      socket.end(notFound, () => socket.destroy());
      return;
    }
    const address = request.socket.remoteAddress;
    sockets.handleUpgrade(request, socket, head, (opened) => admit(opened, address));
  }

  async function check(): Promise<void> {
    await stillMembers([...membersByOrganisation.values()].flatMap((members) => [...members]));
  }

  const timer = setInterval(() => {
    check().catch(() => undefined); // asked again at the next turn
  }, checkEveryMs).unref();
  const stopListening = wake.listen((organisationId) => void poke(organisationId));
  server.on('upgrade', upgrade);
  return {
    check,
    close: async () => {
      clearInterval(timer);
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
