/** What hostile callers do to a server, each over and over until told to stop. Nothing here expects success. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { uuidv7 } from '../../shared/model/uuid.ts';

export interface Target {
  readonly url: string;
  /** A lost tablet's token. */
  readonly device: string;
  readonly viewer: string;
}

const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
const deep = '['.repeat(10_000);
const json = { 'content-type': 'application/json' };
const asked = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const wrongToken = (): string => `rk_live_${randomBytes(22).toString('hex').slice(0, 43)}_000000`;

async function send(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
  await response.arrayBuffer();
}

/** A command that is refused, with as much text as fits. */
function refused(): object {
  const text = 'refused '.repeat(1_000);
  const command = { op: 'patch', kind: 'hazard', id: randomUUID(), set: { description: text }, was: {} };
  return { id: uuidv7(Date.now(), randomBytes(10)), prev: null, command };
}

function push(token: string): (target: Target) => Promise<void> {
  const commands = Array.from({ length: 100 }, refused);
  return ({ url }) =>
    send(`${url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { ...asked(token), ...json },
      body: JSON.stringify({ schema: 1, commands }),
    });
}

/** Connections that say nothing, until they are closed from the other side or 200 stand. */
function silentSockets(): (target: Target) => Promise<void> {
  const open = new Set<{ destroy(): unknown }>();
  return async ({ url }) => {
    if (open.size >= 200) return await new Promise((resolve) => setTimeout(resolve, 100));
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    open.add(socket);
    socket.on('error', () => open.delete(socket));
    socket.on('close', () => open.delete(socket));
    socket.unref();
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  };
}

async function stream({ url }: Target, first: string | null): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/sync/stream`);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  if (first !== null && socket.readyState === WebSocket.OPEN) socket.send(first);
  setTimeout(() => socket.terminate(), 5_000).unref();
}

/** By the name under which they are counted. */
export const attacks: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  wrongTokenPull: ({ url }) =>
    send(`${url}/api/v1/sync/pull`, { method: 'POST', headers: { ...asked(wrongToken()), ...json }, body: '{}' }),
  wrongTokenRead: ({ url }) => send(`${url}/api/v1/projects`, { headers: asked(wrongToken()) }),
  wrongTokenStream: (target) => stream(target, JSON.stringify({ type: 'hello', token: wrongToken() })),
  silentStream: (target) => stream(target, null),
  silentSockets: silentSockets(),
  tabletStreams: (target) => stream(target, JSON.stringify({ type: 'hello', token: target.device })),
  halfUpload: ({ url, device }) => {
    const bytes = Uint8Array.from(randomBytes(500_000));
    const headers = { ...asked(device), 'content-range': 'bytes 0-499999/14000000' };
    return send(`${url}/api/v1/sync/blobs/${hash('sha256', bytes)}`, { method: 'PUT', headers, body: bytes });
  },
  bomb: ({ url, device }) =>
    send(`${url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { ...asked(device), ...json, 'content-encoding': 'gzip' },
      body: Uint8Array.from(bomb),
    }),
  deepJson: ({ url, device }) =>
    send(`${url}/api/v1/sync/push`, { method: 'POST', headers: { ...asked(device), ...json }, body: deep }),
  refusedPush: (target) => push(target.device)(target),
  viewerPush: (target) => push(target.viewer)(target),
};
