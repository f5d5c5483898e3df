/**
 * The floor's client, in a process of its own: fetch, JSON.parse and a Map. With FLOOR_FOLDER, the durable floor: each device keeps its
 * records and its unsent edits in a file of node:sqlite with synchronous=FULL.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WebSocket } from 'ws';
import { pagesBehind, post, type Edit, type Line } from './floor-device.ts';
import { clock, peakMegabytes } from './meter.ts';
import { serveOrders } from './program.ts';

const url = process.env['SERVER_URL'] ?? '';
const folder = process.env['FLOOR_FOLDER'];
const batch = 200;
/** As long as a device of the SDK waits before it stores what it shows already. */
const storedAfterMs = 200;

interface Sent {
  readonly id: string;
  readonly set: { readonly name: string };
}

/** Where a device keeps its records and unsent edits. */
interface Replica {
  take(lines: readonly Line[]): void;
  queue(edit: Sent): void;
  waiting(): readonly Sent[];
  sent(edits: readonly Sent[]): void;
  change(edits: readonly Sent[]): void;
  close(): void;
}

function inMemory(): Replica {
  const recordById = new Map<string, Line>();
  const queue: Sent[] = [];
  return {
    take: (lines) => lines.forEach((line) => recordById.set(line.id, line)),
    queue: (edit) => void queue.push(edit),
    waiting: () => [...queue],
    sent: (edits) => void queue.splice(0, edits.length),
    change: () => undefined,
    close: () => undefined,
  };
}

function onDisk(file: string): Replica {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec('create table record (id text primary key, line text not null) without rowid');
  database.exec('create table queue (place integer primary key, id text not null, edit text not null)');
  const insert = database.prepare('insert or replace into record (id, line) values (?, ?)');
  const change = database.prepare(`update record set line = json_set(line, '$.body.name', ?) where id = ?`);
  const queue = database.prepare('insert into queue (id, edit) values (?, ?)');
  const waiting = database.prepare('select edit from queue order by place');
  const sent = database.prepare('delete from queue where place <= (select min(place) from queue) + ?');
  const commit = (work: () => void): void => {
    database.exec('begin immediate');
    work();
    database.exec('commit');
  };
  return {
    take: (lines) => commit(() => lines.forEach((line) => insert.run(line.id, JSON.stringify(line)))),
    queue: (edit) => void queue.run(edit.id, JSON.stringify(edit)),
    waiting: () => waiting.all().map(({ edit }) => JSON.parse(String(edit)) as Sent), // it was queued
    sent: (edits) => void sent.run(edits.length - 1),
    change: (edits) => commit(() => edits.forEach(({ id, set }) => change.run(set.name, id))),
    close: () => database.close(),
  };
}

const replicas: Replica[] = [];
const sockets: WebSocket[] = [];
let seen: Promise<number[]> = Promise.resolve([]);
let posted: Promise<unknown> = Promise.resolve();

function open(): Replica {
  const file = folder && join(folder, `floor-${process.pid}-${replicas.length}.db`);
  const replica = file ? onDisk(file) : inMemory();
  replicas.push(replica);
  return replica;
}

function first(): Replica {
  return replicas[0] ?? open();
}

/** Two requests under way at a time, as the SDK has. */
async function send(): Promise<void> {
  const edits = first().waiting();
  const underWay = new Set<Promise<void>>();
  for (let from = 0; from < edits.length; from += batch) {
    const one: Promise<void> = sendSome(edits.slice(from, from + batch)).finally(() => underWay.delete(one));
    underWay.add(one);
    if (underWay.size > 1) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

async function sendSome(edits: readonly Sent[]): Promise<void> {
  const response = await post('/edit', edits);
  await response.json();
  first().sent(edits);
}

const orders: Readonly<Record<string, (order: never) => Promise<unknown>>> = {
  pull: async () => {
    const began = performance.now();
    let records = 0;
    for await (const { ops } of pagesBehind(0)) {
      first().take(ops);
      records += ops.length;
    }
    return { ms: performance.now() - began, records };
  },
  editAll: async ({ ids, round }: { readonly ids: readonly string[]; readonly round: string }) => {
    const began = performance.now();
    for (const [i, id] of ids.entries()) first().queue({ id, set: { name: `Edited offline ${i} in round ${round}` } });
    return { ms: performance.now() - began };
  },
  push: async () => {
    const began = performance.now();
    await send();
    return { ms: performance.now() - began };
  },
  follow: async ({ count, after }: { readonly count: number; readonly after: number }) => {
    for (let i = 0; i < count; i++) {
      const replica = open();
      for await (const { ops } of pagesBehind(after)) replica.take(ops);
      const socket = new WebSocket(url.replace('http', 'ws'));
      sockets.push(socket);
      await once(socket, 'open');
      socket.on('message', (text) => {
        const edits = JSON.parse(String(text)) as readonly Sent[]; // the floor's server sends nothing else
        setTimeout(() => replica.change(edits), storedAfterMs);
      });
    }
  },
  watch: async () => {
    seen = Promise.all(sockets.map((socket) => once(socket, 'message').then(clock)));
  },
  edit: async ({ id, name }: Edit) => {
    const at = clock();
    first().queue({ id, set: { name } });
    posted = send();
    return at;
  },
  seen: async () => {
    await posted;
    return await seen;
  },
  peakMegabytes: async () => peakMegabytes(),
};

serveOrders(
  'ready',
  async (order: { readonly do: string }) => await orders[order.do]?.(order as never), // asked by name
  async () => {
    sockets.forEach((socket) => socket.terminate());
    replicas.forEach((replica) => replica.close());
  },
);
