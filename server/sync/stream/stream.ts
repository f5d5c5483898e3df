/**
 * `GET sync/stream` (WebSocket): a pull that does not end, and the messages of the device in frames. A device that is not at the place of
 * a page is told to pull. The first frame carries the token; a device that sends nothing for ten seconds is disconnected. Tokens are checked again
 * before every frame and twice a minute: 4401 = no longer valid, 4403 = may no longer sync (contract, Tokens and settings), 4429 = too much
 * (contract, Security).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { requirePermission, type Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { presenceHello } from '../../../shared/sync/presence.ts';
import { maxFrameBytes, type ServerFrame } from '../../../shared/sync/sync.ts';
import { callerOf, type Credentials } from '../../auth/auth.ts';
import { networkOf } from '../../base/addresses.ts';
import { hasOneHost, needsOneHost } from '../../http/every-request.ts';
import { OpenCounts } from '../../http/open-counts.ts';
import { socketSession } from '../../http/session-cookie.ts';
import { tooMany } from '../../http/rate-limits.ts';
import { openBroadcast, sendText } from './broadcast.ts';
import { openPresence, type Presence } from './presence.ts';
import { closeFor, refuseUpgrade } from './close.ts';
import { cursorForPages, readFrames } from './frames.ts';
import { StreamMembers, type Member } from './members.ts';
import type { SyncContext } from '../sync-context.ts';

export interface Stream {
  /** Checks every token again, and closes the streams of those that are no longer good. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** For what rings no signal: a token that expires, or that another process revokes. */
const checkEveryMs = 30_000;

export function openStream(context: SyncContext, server: Server): Stream {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  sockets.on('wsClientError', (error, socket) =>
    refuseUpgrade(
      socket,
      new Problem('bad_request', `This is no WebSocket handshake: ${error.message}.`),
      context.baseUrl(),
    ),
  );
  const members = new StreamMembers(context.authenticateAll);
  const broadcast = openBroadcast(context, members);
  const presence = openPresence(context, members);
  const open = new OpenCounts();

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (problem: Problem): void => refuseUpgrade(socket, problem, context.baseUrl());
    if (!hasOneHost(request)) return refuse(new Problem('bad_request', needsOneHost));
    if (request.url?.split('?')[0] !== '/api/v1/sync/stream') return refuse(new Problem('not_found'));
    const address = context.addressOf(request);
    const { silentByNetwork, silentInAll, helloMs } = context.caps;
    const network = `network ${networkOf(address ?? '')}`;
    const leave = open.enter({ [network]: silentByNetwork, silent: silentInAll });
    if (!leave) return refuse(tooMany('Too many streams are opening.', 'streams', Math.ceil(helloMs / 1000)));
    socket.once('close', leave);
    const session = socketSession(request, context);
    sockets.handleUpgrade(request, socket, head, (opened) =>
      awaitHello(context, { members, open, presence }, { socket: opened, address, session, leave }),
    );
  }

  async function check(): Promise<void> {
    await members.authorised(members.all());
    await presence.check();
  }

  const timer = setInterval(() => {
    check().catch(() => undefined); // repeated half a minute later
  }, checkEveryMs).unref();
  const pings = setInterval(() => members.all().forEach(ping), context.caps.pingMs).unref();
  const stopListening = context.commitSignal.listen((organisationId) => void broadcast(organisationId));
  server.on('upgrade', upgrade);
  return {
    check,
    close: async () => {
      clearInterval(timer);
      clearInterval(pings);
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

const heartbeat = Buffer.from(JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame));

/**
 * Says that this end is still there, unless something is on its way that says so, and closes a stream whose other end is gone: it answered
 * no ping since the last one. While frames are handled, nothing is read.
 */
function ping(member: Member): void {
  const { socket } = member;
  if (socket.bufferedAmount === 0) sendText(socket, heartbeat);
  if (socket.isPaused) return;
  if (!member.isAlive) return socket.terminate();
  member.isAlive = false;
  socket.once('pong', () => (member.isAlive = true));
  socket.ping();
}

/** Until its first frame the device is nobody: few such streams may be open, and not for long. */
function awaitHello(context: SyncContext, room: Room, opening: Opening): void {
  const { socket, address, leave } = opening;
  const timer = setTimeout(() => socket.close(4401, 'no token'), context.caps.helloMs);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => (clearTimeout(timer), leave()));
  socket.once('message', (text) => {
    clearTimeout(timer);
    join(context, room, opening, String(text))
      .then(leave)
      .catch((error: unknown) => {
        const problem = error instanceof Problem ? error : null;
        context.refusals.note({ address, code: problem?.code ?? 'unreadable' }, 'a stream was refused');
        closeFor(problem, socket);
      });
  });
}

interface Room {
  readonly members: StreamMembers;
  readonly open: OpenCounts;
  readonly presence: Presence;
}

interface Opening {
  readonly socket: WebSocket;
  readonly address: string | undefined;
  /** Of the browser, if it is a page of the server's own. */
  readonly session: string | undefined;
  /** It is no longer one of those that have said nothing. */
  readonly leave: () => void;
}

async function join(
  context: SyncContext,
  { members, open, presence }: Room,
  { socket, address, session }: Opening,
  text: string,
): Promise<void> {
  const { token, page_of: pageOf, want, ...place } = presenceHello().parse(JSON.parse(text));
  const credentials: Credentials =
    token === null
      ? { authorization: undefined, session, pageOf: pageOf ?? undefined }
      : { authorization: `Bearer ${token}` };
  const identify = async (): Promise<Actor> => {
    const actor = await context.authenticate(credentials, address);
    requirePermission(actor, 'sync');
    return actor;
  };
  const { organisationId, tokenId = '' } = await identify();
  const cursor = await cursorForPages(context, { organisationId }, place);
  const caller = callerOf(credentials, address);
  if (!caller || socket.readyState !== socket.OPEN) return; // it disconnected meanwhile, and emits no second close
  const { socketsByToken, socketsByOrganisation } = context.caps;
  const leave = open.enter({
    [`token ${organisationId} ${tokenId}`]: socketsByToken,
    [`organisation ${organisationId}`]: socketsByOrganisation,
  });
  if (!leave) throw tooMany('Too many streams are open with this token, or in this organisation.', 'streams', 60);
  socket.once('close', leave);
  const member: Member = {
    socket,
    organisationId,
    caller,
    identify,
    address,
    cursor,
    want,
    working: Promise.resolve(),
    isAlive: true,
    here: undefined,
    entry: null,
  };
  members.add(organisationId, member);
  // Again, now that signals reach it: a revocation since the first check reached nobody.
  if ((await members.authorised([member])).length > 0) {
    const server_time = new Date(context.commitContext.now()).toISOString();
    const ready: ServerFrame = { type: 'ready', server_time, heartbeat_ms: context.caps.pingMs };
    sendText(socket, Buffer.from(JSON.stringify(ready)));
  }
  readFrames(context, member, members.framesOf(member, tokenId), presence);
}
