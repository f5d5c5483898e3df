/**
 * The network between a device and the server, as a real TCP proxy on 127.0.0.1 that a test can cut, heal, slow down (by a seed, so
 * that a slow day can be had again), or let fail in the middle of an answer.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openChance } from './clock.ts';

const mostRecordings = 4;
const quietMs = 300;

export interface ProxyOptions {
  /** Address of the server, `http://127.0.0.1:8080`. */
  readonly target: string;
  /** Each piece of data waits this long, somewhere between the two, in either direction. */
  readonly latencyMs?: { readonly min: number; readonly max: number };
  readonly seed?: number;
  /** Every so many bytes, in either direction, all connections end; new ones are taken at once. */
  readonly cutEvery?: number;
}

export interface Proxy extends AsyncDisposable {
  /** What a device is given in place of the server's own address. */
  readonly url: string;
  /** Connections taken so far, also those that were turned away. */
  readonly connections: number;
  /** True between `cut` and `heal`. */
  readonly isCut: boolean;
  /** Ends every connection at once and turns new ones away. */
  cut(): void;
  heal(): void;
  /** Every connection of now stays open and carries nothing more, either way, not even its end; new ones are as usual. */
  hush(): void;
  /** Cuts by itself once the server has answered this many more bytes, be it in the middle of an answer. */
  cutAfter(bytes: number): void;
  /** The next request that holds this text reaches the server and is done there; its answer is lost, and the line with it. */
  loseAnswerTo(text: string): void;
  /** Sends what came last on a connection once more to the server, from its first byte on; resolves when the server has gone quiet. */
  replay(): Promise<void>;
}

export async function openProxy({ target, latencyMs, seed = 1, cutEvery = Infinity }: ProxyOptions): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const chance = openChance(seed);
  const open = new Set<Socket>();
  let connections = 0;
  let isCut = false;
  let bytesLeft = Number.POSITIVE_INFINITY;
  let bytesToCut = cutEvery;
  let fatal: string | undefined;
  let calm = new AbortController();
  /** Of the latest connections, oldest first. */
  const recordings: Buffer[][] = [];

  const cut = (): void => {
    isCut = true;
    calm = new AbortController();
    bytesLeft = Number.POSITIVE_INFINITY;
    fatal = undefined;
    open.forEach((socket) => socket.resetAndDestroy());
  };

  /** Whether the line holds for these bytes. */
  const carries = (bytes: number): boolean => {
    bytesToCut -= bytes;
    if (bytesToCut > 0) return true;
    bytesToCut = cutEvery;
    open.forEach((socket) => socket.resetAndDestroy());
    return false;
  };

  async function* slow(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (latencyMs) await pause(latencyMs.min + chance.next() * (latencyMs.max - latencyMs.min));
      yield piece;
    }
  }

  /** What goes to and fro on one connection, as far as it may. */
  function watch(near: Socket): Record<'there' | 'back', (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>> {
    let isDoomed = false;
    const { signal: hushed } = calm;
    /** Nobody is told that the other end is gone. */
    const end = async (): Promise<unknown> => (hushed.aborted && !near.closed ? await once(near, 'close') : undefined);
    const recording: Buffer[] = [];
    recordings.push(recording);
    if (recordings.length > mostRecordings) recordings.shift();
    return {
      there: async function* (pieces) {
        for await (const piece of pieces) {
          if (hushed.aborted) continue;
          recording.push(piece);
          isDoomed ||= fatal !== undefined && piece.includes(fatal);
          if (!carries(piece.length)) return;
          yield piece;
        }
        await end();
      },
      back: async function* (pieces) {
        for await (const piece of pieces) {
          if (hushed.aborted) continue;
          if (!carries(piece.length)) return;
          bytesLeft -= piece.length;
          if (isDoomed || bytesLeft <= 0) {
            cut();
            return;
          }
          yield piece;
        }
        await end();
      },
    };
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    connections++;
    near.on('error', () => undefined); // a connection that was cut is meant to fail
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    far.on('error', () => undefined); // likewise
    for (const socket of [near, far]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
    const give = (): void => [near, far].forEach((socket) => socket.destroy());
    const { there, back } = watch(near);
    pipeline(near, slow, there, far).catch(give);
    pipeline(far, back, slow, near).catch(give);
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    get connections() {
      return connections;
    },
    get isCut() {
      return isCut;
    },
    cut,
    hush: () => {
      calm.abort();
      calm = new AbortController();
    },
    heal: () => {
      isCut = false;
    },
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    loseAnswerTo: (text) => {
      fatal = text;
    },
    replay: async () => {
      const again = connect({ host: hostname, port: Number(port) });
      again.on('error', () => undefined); // the server may be down
      again.resume();
      again.setTimeout(quietMs, () => again.destroy());
      again.write(Buffer.concat(recordings.findLast((pieces) => pieces.length > 0) ?? []));
      await new Promise((resolve) => again.once('close', resolve));
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
