/**
 * Devices of the SDK in a process of their own: one that fills its empty replica and edits offline, or many that follow live. With
 * DEVICE_FOLDER, each in a file of its own; otherwise in memory.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filter, firstValueFrom, map, shareReplay } from 'rxjs';
import { memoryStorage, openDevice, type Device } from '../../../client-sdk/index.ts';
import { durableStorage } from '../../../client-sdk/storage/durable.ts';
import { clock, peakMegabytes } from './meter.ts';
import { serveOrders } from './program.ts';

const server = process.env['SERVER_URL'] ?? '';
const token = process.env['TOKEN'] ?? '';
const folder = process.env['DEVICE_FOLDER'];

const devices: Device[] = [];
const screens: Awaited<ReturnType<typeof openScreen>>[] = [];
let held = new Set<string>();
let seen: Promise<number[]> = Promise.resolve([]);

/** A network without the doors that are held. */
const heldFetch: typeof fetch = async (input, init) => {
  if (held.has(String(input).split('/').at(-1) ?? '')) throw new TypeError('held back by the benchmark');
  return await fetch(input, init);
};

interface Follow {
  readonly count: number;
  readonly project: string;
  readonly documentId: string;
}

/** Opens a device that holds this project alone. */
async function open(project: string): Promise<Device> {
  const file = folder && join(folder, `device-${process.pid}-${devices.length}.db`);
  const storage = file ? durableStorage({ file }) : memoryStorage();
  const keep = { projects: [project] };
  const device = await openDevice({ server, token, storage, keep, autoSync: false, fetch: heldFetch });
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

const orders: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  /** Until everything is in the replica; ms. */
  pull: async ({ project }: { readonly project: string }) => {
    const device = await open(project);
    const began = performance.now();
    const { pulled } = await device.sync();
    return { ms: performance.now() - began, records: pulled };
  },
  /** One field of each, offline. */
  editAll: async ({ ids, round }: { readonly ids: readonly string[]; readonly round: string }) => {
    const began = performance.now();
    for (const [i, id] of ids.entries())
      await first().hazards.patch(id, { name: `Edited offline ${i} in round ${round}` });
    return { ms: performance.now() - began };
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
    return { ms };
  },
  /** Until the replica holds what the server made of it; ms. */
  settle: async () => {
    const began = performance.now();
    const { pulled } = await first().sync();
    return { ms: performance.now() - began, records: pulled };
  },
  follow: async ({ count, project, documentId }: Follow) => {
    for (let i = 0; i < count; i++) {
      const device = await open(project);
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
  /** Until the server has every photo, however often the line is cut. */
  photos: async ({ project, siteId, files }: { project: string; siteId: string; files: readonly string[] }) => {
    const device = await open(project);
    while ((await device.sync().catch(() => null)) === null);
    for (const file of files) await device.addPhoto({ site_id: siteId, bytes: await readFile(file) });
    const ids = device.photos.list().map(({ id }) => id);
    const began = performance.now();
    for (; device.status.waiting > 0 && device.status.refused === 0;) await device.sync().catch(() => null);
    return { ms: performance.now() - began, ids };
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
