/** What the tests of tokens and users have in common: REST in a few words, and a stream that says how it ended. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { isBeat } from '../kit/bare-device.ts';
import type { Answer, World } from '../kit/world.ts';

export interface Caller {
  get(path: string): Promise<Answer<Fields>>;
  post(path: string, body?: object): Promise<Answer<Fields>>;
  put(path: string, body: object): Promise<Answer<Fields>>;
  /** The body of a POST that must succeed. */
  make(path: string, body?: object): Promise<Fields>;
}

export type Fields = Readonly<Record<string, unknown>> & { readonly id: string; readonly token: string };

/** The first token of the organisation unless another is given; paths from `/api/v1` on. */
export function callerOf(world: World, token = world.adminToken): Caller {
  const call = (method: string, path: string, body?: object): Promise<Answer<Fields>> =>
    world.api(method, `/api/v1${path}`, body, { authorization: `Bearer ${token}` });
  return {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    make: async (path, body = {}) => {
      const answer = await call('POST', path, body);
      if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
  };
}

export interface Listener extends Disposable {
  /** The next frame. */
  frame(): Promise<Fields>;
  /** Code and reason of the close. */
  readonly ended: Promise<readonly [code: number, reason: string]>;
}

/** Resolves when the server has answered the first frame, or hung up. */
export async function listen(world: World, token: string): Promise<Listener> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/api/v1/sync/stream`);
  const frames: string[] = [];
  socket.on('message', (frame) => isBeat(frame) || frames.push(String(frame)));
  const ended = once(socket, 'close').then(([code, reason]) => [Number(code), String(reason)] as const);
  const frame = async (): Promise<Fields> => {
    while (frames.length === 0) await once(socket, 'message');
    return JSON.parse(frames.shift() ?? '') as Fields; // a frame of shared/sync/sync.ts
  };
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  await Promise.race([frame(), ended]);
  return { frame, ended, [Symbol.dispose]: () => socket.terminate() };
}
