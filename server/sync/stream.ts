/**
 * `GET sync/stream` (WebSocket): tells a device that the feed has moved on, and where it can, what has changed. Correctness comes from
 * pull alone. Frames follow the committed log; one is made for all devices that stand at the same place and see the same.
 * The first frame carries the token; a device that says nothing for ten seconds is hung up on. The token is judged again before every
 * poke and twice a minute: who has lost it is closed with 4401, who may no longer sync with 4403 (contract, Tokens and settings).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { may, requirePermission, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { streamHello, streamPlace, type StreamFrame } from '../../shared/sync/sync.ts';
import { callerOf, type Caller } from '../auth/auth.ts';
import type { CommitContext } from '../commit/commit.ts';
import { readFeed } from '../store/records/feed.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { frameFrom, pokeAt, viewOf, type Frame } from './live-changes.ts';

export interface Stream {
  /** Judges every token again, and closes the streams of those that have lost it. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StreamContext {
  readonly server: Server;
  readonly commitContext: CommitContext;
  readonly wake: CommitSignal;
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
  /** Where the device stands, as far as is known here; null = it has to pull. */
  cursor: string | null;
}

interface Seen {
  readonly member: Member;
  readonly actor: Actor;
}

export function openStream({ server, commitContext: ground, wake, authenticate, judge, log }: StreamContext): Stream {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 32 * 1024 });
  const membersByOrganisation = new Map<string, Set<Member>>();
  /** Organisations that are being told something; true = something came meanwhile, so once more. */
  const telling = new Map<string, boolean>();

  async function poke(organisationId: string): Promise<void> {
    if (telling.has(organisationId)) return void telling.set(organisationId, true);
    try {
      for (let again = true; again && membersByOrganisation.has(organisationId);) {
        telling.set(organisationId, false);
        await tell(organisationId, await stillMembers(membersByOrganisation.get(organisationId) ?? []));
        again = telling.get(organisationId) ?? false;
      }
    } catch {
      // The store is closing; devices reconnect and pull.
    } finally {
      telling.delete(organisationId);
    }
  }

  /** One frame for each group of devices that stand at the same place and see the same; a poke for those of whom that is not known. */
  async function tell(organisationId: string, seen: readonly Seen[]): Promise<void> {
    const groups = Map.groupBy(seen, ({ member: { cursor }, actor }) => `${cursor ?? ''} ${viewOf(actor)}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const from = first.member.cursor;
      const frame: Frame = from
        ? await frameFrom(ground, first.actor, from)
        : { text: pokeAt((await readFeed(ground.store.db, organisationId))?.seq ?? 0), to: null };
      for (const { member } of group) {
        if (member.cursor !== from) {
          // It has said meanwhile that it stands elsewhere: once more, and from there.
          telling.set(organisationId, true);
          continue;
        }
        member.cursor = frame.to;
        if (frame.text) sendText(member.socket, frame.text);
      }
    }
  }

  /** Those whose token still holds, as whom it makes them; the others are hung up on. */
  async function stillMembers(members: Iterable<Member>): Promise<Seen[]> {
    const asked = [...members];
    const verdicts = await judge(asked.map(({ caller }) => caller));
    return asked.flatMap((member, i) => {
      const { socket } = member;
      const verdict = verdicts[i];
      if (!verdict || verdict instanceof Problem) socket.close(4401, 'the token is no longer valid');
      else if (!may(verdict, 'sync')) socket.close(4403, 'the token may not sync any more');
      else return [{ member, actor: verdict }];
      return [];
    });
  }

  /** A device says where it stands. Of what changed meanwhile it was told already, so that it pulls. */
  function noteCursor(member: Member, text: string): void {
    const said = streamPlace.safeParse(readJson(text));
    if (said.success) member.cursor = said.data.cursor;
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
    const { token, cursor = null } = streamHello.parse(JSON.parse(text));
    const authorization = `Bearer ${token}`;
    const actor = await authenticate(authorization, address);
    requirePermission(actor, 'sync');
    const caller = callerOf(authorization, address);
    if (!caller || socket.readyState !== socket.OPEN) return; // it hung up meanwhile, and will not say so again
    const member: Member = { socket, caller, cursor };
    const { organisationId } = actor;
    const members = membersByOrganisation.get(organisationId) ?? new Set();
    membersByOrganisation.set(organisationId, members.add(member));
    socket.once('close', () => {
      members.delete(member);
      if (members.size === 0) membersByOrganisation.delete(organisationId);
    });
    // Once more, now that every wake-up reaches it: a revocation since the first look woke nobody.
    for (const still of await stillMembers([member]))
      send(still.member.socket, { type: 'ready', server_time: new Date(ground.now()).toISOString() });
    socket.on('message', (more) => noteCursor(member, String(more)));
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
  sendText(socket, Buffer.from(JSON.stringify(frame)));
}

/** The same bytes go to many; a device that does not take them is cut, and pulls when it comes back. */
function sendText(socket: WebSocket, text: Buffer): void {
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(text, { binary: false });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
