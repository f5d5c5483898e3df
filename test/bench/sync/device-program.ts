/** Devices of the SDK in a process of their own: one that fills its empty replica and edits offline, or many that follow live. */
import { filter, firstValueFrom, map, shareReplay } from 'rxjs';
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import { memoryStorage, openDevice, type Device } from '../../../client-sdk/index.ts';
import { Journal } from '../../../client-sdk/disk/journal.ts';
import { peakMegabytes } from './meter.ts';
import { serveOrders } from './program.ts';

const server = process.env['SERVER_URL'] ?? '';
const token = process.env['TOKEN'] ?? '';

const devices: Device[] = [];
const screens: Awaited<ReturnType<typeof openScreen>>[] = [];
let held = new Set<string>();
let isPartial = false;
let seen: Promise<number[]> = Promise.resolve([]);

/** A network without the doors that are held. */
const heldFetch: typeof fetch = async (input, init) => {
  if (held.has(String(input).split('/').at(-1) ?? '')) throw new TypeError('held back by the benchmark');
  const response = await fetch(input, init);
  if (isPartial && String(input).endsWith('/pull') && response.ok) return await withoutChecksums(response);
  return response;
};

/** For a replica that lacks on purpose what came before, so that it must not be compared with the server. */
async function withoutChecksums(response: Response): Promise<Response> {
  const { checksums: _left, ...page } = (await response.json()) as Readonly<Record<string, unknown>>;
  return Response.json(page);
}

interface Start {
  /** Feed position of the replica at opening; null = empty. */
  readonly cursor: string | null;
}

interface Follow {
  readonly count: number;
  readonly start: Start;
  readonly documentId: string;
}

async function open(start: Start, autoSync: boolean): Promise<Device> {
  const storage = memoryStorage();
  if (start.cursor !== null) {
    const database = await openDatabase(storage, 'sitefile');
    const journal = await Journal.open(database, () => crypto.randomUUID());
    isPartial = true;
    await journal.change(() => ({ state: { cursor: start.cursor } }));
    await database.close();
  }
  const device = await openDevice({ server, token, storage, autoSync, fetch: heldFetch });
  devices.push(device);
  return device;
}

function first(): Device {
  const [device] = devices;
  if (!device) throw new Error('no device was opened');
  return device;
}

interface Edit {
  readonly id: string;
  readonly name: string;
}

/** A screen that stays open: one list for the whole time. */
async function openScreen(device: Device, documentId: string) {
  const list$ = device.hazards.watch({ document_id: documentId }).pipe(shareReplay(1));
  await firstValueFrom(list$.pipe(filter((list) => list.length > 0)));
  return list$;
}

/** One clock for all processes; ms. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}

const orders: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  /** Until everything is in the replica; ms. */
  pull: async (start: Start) => {
    const device = await open(start, false);
    const began = performance.now();
    const { pulled } = await device.sync();
    return { ms: performance.now() - began, records: pulled, peakMegabytes: peakMegabytes() };
  },
  /** One field of each, offline. */
  editAll: async ({ ids, round }: { readonly ids: readonly string[]; readonly round: number }) => {
    for (const [i, id] of ids.entries())
      await first().hazards.patch(id, { name: `Edited offline ${i} in round ${round}` });
    return first().status.waiting;
  },
  /** Until every edit is durable on the server; ms. */
  push: async () => {
    held = new Set(['pull']);
    const began = performance.now();
    await first()
      .sync()
      .catch(() => undefined); // the pull is held back
    const ms = performance.now() - began;
    held = new Set();
    if (first().status.waiting > 0) throw new Error(`${first().status.waiting} edits were not taken`);
    return { ms, refused: first().status.refused, peakMegabytes: peakMegabytes() };
  },
  /** Until the replica holds what the server made of it; ms. */
  settle: async () => {
    const began = performance.now();
    const { pulled } = await first().sync();
    return { ms: performance.now() - began, records: pulled };
  },
  follow: async ({ count, start, documentId }: Follow) => {
    for (let i = 0; i < count; i++) {
      const device = await open(start, false);
      await device.sync();
      device.start();
      await firstValueFrom(device.status$.pipe(filter(({ online, phase }) => online && phase === 'idle')));
      screens.push(await openScreen(device, documentId));
    }
  },
  /** Every screen waits for this edit. */
  watch: async ({ id, name }: Edit) => {
    const shows = (list: readonly Edit[]) => list.some((hazard) => hazard.id === id && hazard.name === name);
    seen = Promise.all(screens.map((list$) => firstValueFrom(list$.pipe(filter(shows), map(clock)))));
  },
  /** The first device makes it; when. */
  edit: async ({ id, name }: Edit) => {
    await firstValueFrom(first().status$.pipe(filter(({ waiting, phase }) => waiting === 0 && phase === 'idle')));
    const at = clock();
    await first().hazards.patch(id, { name });
    return at;
  },
  /** When each device saw it. */
  seen: () => seen,
  peakMegabytes: async () => peakMegabytes(),
};

serveOrders(
  'ready',
  async (order: { readonly do: string }) => await orders[order.do]?.(order as never), // asked by name
  () => Promise.all(devices.map((device) => device.close())),
);
