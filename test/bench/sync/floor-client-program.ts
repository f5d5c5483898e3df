/** The floor's client: fetch, JSON.parse and a Map, in a process of its own. */
import { once } from 'node:events';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WebSocket } from 'ws';
import { peakMegabytes } from './meter.ts';
import { serveOrders } from './program.ts';

const url = process.env['SERVER_URL'] ?? '';
const batch = 200;
const plainBytes = 1024;

interface Line {
  readonly id: string;
}
interface Page {
  readonly after: number;
  readonly more: boolean;
  readonly ops: readonly Line[];
}

const recordById = new Map<string, Line>();
const sockets: WebSocket[] = [];
let seen: Promise<number[]> = Promise.resolve([]);
let posted: Promise<unknown> = Promise.resolve();

const orders: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  /** Everything from the beginning; ms. */
  pull: async () => {
    const start = performance.now();
    for (let [from, more] = [0, true]; more;) {
      const page = (await post('/pull', { after: from })) as Page; // the floor's server sends it
      for (const line of page.ops) recordById.set(line.id, line);
      ({ after: from, more } = page);
    }
    return { ms: performance.now() - start, records: recordById.size, peakMegabytes: peakMegabytes() };
  },
  /** One field of each, in batches as large as the server's; ms until the last is durable. */
  editAll: async ({ ids, round }: { readonly ids: readonly string[]; readonly round: number }) => {
    const edits = ids.map((id, i) => ({ id, set: { name: `Edited offline ${i} in round ${round}` } }));
    const start = performance.now();
    for (let from = 0; from < edits.length; from += batch) await post('/edit', edits.slice(from, from + batch));
    return { ms: performance.now() - start, peakMegabytes: peakMegabytes() };
  },
  listen: async ({ count }: { readonly count: number }) => {
    for (let i = 0; i < count; i++) {
      const socket = new WebSocket(url.replace('http', 'ws'));
      sockets.push(socket);
      await once(socket, 'open');
    }
  },
  /** Every socket waits for the next edit. */
  watch: async () => {
    seen = Promise.all(
      sockets.map(async (socket) => {
        const [text] = await once(socket, 'message');
        JSON.parse(String(text));
        return clock();
      }),
    );
  },
  /** When it was made. */
  edit: async ({ id, name }: { readonly id: string; readonly name: string }) => {
    const at = clock();
    posted = post('/edit', [{ id, set: { name } }]);
    return at;
  },
  /** When each socket had it. */
  seen: async () => {
    await posted;
    return await seen;
  },
  peakMegabytes: async () => peakMegabytes(),
};

/** One clock for all processes; ms. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}

async function post(path: string, body: unknown): Promise<unknown> {
  const text = JSON.stringify(body);
  const small = text.length < plainBytes;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'zstd',
      ...(small ? {} : { 'content-encoding': 'gzip' }),
    },
    body: small ? text : new Uint8Array(await promisify(gzip)(text, { level: 6 })),
  });
  return await response.json();
}

serveOrders(
  'ready',
  async (order: { readonly do: string }) => await orders[order.do]?.(order as never), // asked by name
  async () => sockets.forEach((socket) => socket.close()),
);
