/** RxDB's own replication, as its documentation writes it, in memory, against the floor's server: what the SDK is compared with. */
import { once } from 'node:events';
import { createRxDatabase, type RxCollection } from 'rxdb/plugins/core';
import { replicateRxCollection, type RxReplicationState } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { bufferCount, filter, firstValueFrom, map, shareReplay, Subject, type Observable } from 'rxjs';
import { WebSocket } from 'ws';
import { post, type Edit, type Line, type Page } from './floor-device.ts';
import { clock, peakMegabytes } from './meter.ts';
import { serveOrders } from './program.ts';

const url = process.env['SERVER_URL'] ?? '';
const [pullRows, pushRows] = [1000, 200];

interface Checkpoint {
  readonly after: number;
}

interface Device {
  readonly records: RxCollection<Line>;
  readonly replication: RxReplicationState<Line, Checkpoint>;
  readonly socket: WebSocket;
  close(): Promise<unknown>;
}

const devices: Device[] = [];
const screens: Observable<readonly Line[]>[] = [];
let seen: Promise<number[]> = Promise.resolve([]);

/** Opens a device that holds all behind `after`. */
async function open(after: number): Promise<Device> {
  const database = await createRxDatabase({
    name: `device-${devices.length}`,
    storage: getRxStorageMemory(),
    multiInstance: false,
  });
  const schema = {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 36 },
      document_id: { type: 'string', maxLength: 36 },
      ...Object.fromEntries(['op', 'kind', 'project_id'].map((name) => [name, { type: 'string' }])),
      ...Object.fromEntries(
        ['created_at', 'updated_at', 'created_by', 'updated_by'].map((name) => [name, { type: 'string' }]),
      ),
      ...Object.fromEntries(['seq', 'rev'].map((name) => [name, { type: 'integer' }])),
      body: { type: 'object' },
    },
    required: ['id', 'document_id'],
    indexes: ['document_id'],
  } as const;
  const { records } = await database.addCollections<{ records: RxCollection<Line> }>({ records: { schema } });
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  const stream$ = new Subject<{ documents: (Line & { _deleted: boolean })[]; checkpoint: Checkpoint }>();
  socket.on('message', (text) => stream$.next(JSON.parse(String(text)) as never)); // the floor's server sends what RxDB takes
  const replication = replicateRxCollection<Line, Checkpoint>({
    collection: records,
    replicationIdentifier: 'floor',
    live: true,
    pull: {
      batchSize: pullRows,
      initialCheckpoint: { after },
      stream$,
      handler: async (checkpoint, limit) => {
        const page = (await (await post('/pull', { ...(checkpoint ?? { after }), limit })).json()) as Page; // likewise
        const documents = page.ops.map((line) => ({ ...line, document_id: line.document_id ?? '', _deleted: false }));
        return { documents, checkpoint: { after: page.after } };
      },
    },
    push: {
      batchSize: pushRows,
      handler: async (rows) =>
        (await (
          await post(
            '/write',
            rows.map(({ assumedMasterState, newDocumentState }) => ({
              rev: assumedMasterState?.rev ?? 0,
              document: newDocumentState,
            })),
          )
        ).json()) as (Line & { _deleted: boolean })[], // the conflicts
    },
  });
  const device = { records, replication, socket, close: () => database.close() };
  devices.push(device);
  await replication.awaitInitialReplication();
  return device;
}

async function rename({ records }: Device, { id, name }: Edit): Promise<void> {
  const document = await records.findOne(id).exec(true);
  await document.incrementalPatch({ rev: document.rev + 1, body: { ...document.body, name } });
}

function first(): Device {
  const [device] = devices;
  if (!device) throw new Error('no device was opened');
  return device;
}

let edited = 0;

const orders: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  pull: async () => {
    const began = performance.now();
    const { records } = await open(0);
    const ms = performance.now() - began;
    return { ms, records: await records.count().exec() };
  },
  editAll: async ({ ids, round }: { readonly ids: readonly string[]; readonly round: string }) => {
    await first().replication.pause();
    const began = performance.now();
    for (const [i, id] of ids.entries()) await rename(first(), { id, name: `Edited offline ${i} in round ${round}` });
    edited = ids.length;
    return { ms: performance.now() - began };
  },
  push: async () => {
    const { replication } = first();
    const began = performance.now();
    const done = firstValueFrom(replication.sent$.pipe(bufferCount(edited)));
    await replication.start();
    await done;
    return { ms: performance.now() - began };
  },
  follow: async ({ count, after, documentId }: FollowOrder) => {
    for (let i = 0; i < count; i++) {
      const { records } = await open(after);
      const list$ = records.find({ selector: { document_id: documentId } }).$.pipe(shareReplay(1));
      await firstValueFrom(list$.pipe(filter((list) => list.length > 0)));
      screens.push(list$);
    }
  },
  watch: async ({ id, name }: Edit) => {
    const shows = (list: readonly Line[]) =>
      list.some((line) => line.id === id && 'name' in line.body && line.body.name === name);
    seen = Promise.all(screens.map((list$) => firstValueFrom(list$.pipe(filter(shows), map(clock)))));
  },
  edit: async (edit: Edit) => {
    const at = clock();
    await rename(first(), edit);
    return at;
  },
  seen: () => seen,
  peakMegabytes: async () => peakMegabytes(),
};

interface FollowOrder {
  readonly count: number;
  readonly after: number;
  readonly documentId: string;
}

serveOrders(
  'ready',
  async (order: { readonly do: string }) => await orders[order.do]?.(order as never), // asked by name
  async () => {
    devices.forEach(({ socket }) => socket.terminate());
    await Promise.all(devices.map((device) => device.close()));
  },
);
