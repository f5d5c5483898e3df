/**
 * A live list of 10,000 records on the durable file: opening it, and edits while it is open. The floor is RxDB's own collection and query on
 * the same file, with what people see and the waiting commands in one document.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRxDatabase, type RxCollection, type RxDatabase, type RxJsonSchema } from 'rxdb/plugins/core';
import { filter, firstValueFrom, map, shareReplay, type Observable } from 'rxjs';
import { TokenSessions } from '../../client-sdk/base/token-session.ts';
import { nothingRemembered, startClock } from '../../client-sdk/base/clock.ts';
import { openDatabase } from '../../client-sdk/disk/database.ts';
import { Journal } from '../../client-sdk/disk/journal.ts';
import { Records } from '../../client-sdk/disk/records.ts';
import { durableRxStorage, durableStorage } from '../../client-sdk/storage/durable.ts';
import { Replica } from '../../client-sdk/view/replica.ts';
import { readView } from '../../client-sdk/views.ts';
import { CommandQueue } from '../../client-sdk/write/queue.ts';
import { middle, type Figure } from './table.ts';

const count = 10_000;
const edits = 100;
const document_id = crypto.randomUUID();
const ids = Array.from({ length: count }, () => crypto.randomUUID());
const at = '2026-11-21T09:00:00.000Z';
const envelope = { document_id, created_at: at, updated_at: at, created_by: '', updated_by: '', rev: 1 };

function bodyOf(i: number): { readonly sort_key: string; readonly name: string; readonly notes: string } {
  return { sort_key: `a${String(i).padStart(6, '0')}`, name: `Hazard ${i}`, notes: 'x'.repeat(900) };
}

interface Shown {
  readonly id: string;
  readonly name: string;
}

interface Screen {
  readonly list$: Observable<readonly Shown[]>;
  edit(id: string, name: string): Promise<unknown>;
  close(): Promise<unknown>;
}

export async function lists(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    const ours = await measure(() => openOurs(join(folder, 'ours.sqlite')));
    const floor = await measure(() => openRxdb(join(folder, 'rxdb.sqlite')));
    return [
      { what: `opening a list of ${count}; floor: RxDB's query`, ours: ours.open, floor: floor.open, unit: 'ms' },
      { what: 'an edit in it until it shows; floor: RxDB’s query', ours: ours.edit, floor: floor.edit, unit: 'ms' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(openScreen: () => Promise<Screen>): Promise<{ readonly open: number; readonly edit: number }> {
  const screen = await openScreen();
  const begun = performance.now();
  const list$ = screen.list$.pipe(shareReplay(1));
  await firstValueFrom(list$.pipe(filter((list) => list.length === count)));
  const open = performance.now() - begun;
  const times: number[] = [];
  for (let i = 0; i < edits; i++) {
    const [place, name] = [97 * i, `Edited ${i}`];
    const shown = firstValueFrom(list$.pipe(filter((list) => list[place]?.name === name)));
    const start = performance.now();
    await screen.edit(ids[place] ?? '', name);
    await shown;
    times.push(performance.now() - start);
  }
  await screen.close();
  return { open, edit: middle(times) };
}

async function openOurs(file: string): Promise<Screen> {
  const database = await openDatabase(durableStorage({ file }), 'sitefile');
  const records = new Records(database);
  const ops = ids.map((id, i) => ({
    op: 'put',
    id,
    kind: 'hazard',
    seq: i + 1,
    ...envelope,
    body: { document_id, ...bodyOf(i) },
  }));
  await records.apply(ops, 1, true);
  const journal = await Journal.open(database, () => crypto.randomUUID());
  const replica = new Replica(records, journal, []);
  const random = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes);
  const queue = new CommandQueue({
    journal,
    clock: startClock(Date.now, nothingRemembered, () => 0),
    schema: 1,
    random,
    sessions: new TokenSessions(''),
  });
  queue.start();
  return {
    list$: readView('hazard', replica).watch({ document_id }),
    edit: async (id, name) => {
      const was = { name: (await replica.record(id))?.body['name'] ?? '' };
      await queue.add([{ command: { op: 'patch', kind: 'hazard', id, set: { name }, was }, shows: {} }]);
    },
    close: () => database.close(),
  };
}

interface Row extends Shown {
  readonly document_id: string;
  readonly sort_key: string;
  readonly pending: readonly string[];
}

const text = { type: 'string', maxLength: 64 } as const;
const schema: RxJsonSchema<Row> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text,
    document_id: text,
    sort_key: text,
    name: text,
    pending: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'document_id', 'sort_key', 'name', 'pending'],
  indexes: [['document_id', 'sort_key']],
};

async function openRxdb(file: string): Promise<Screen> {
  const storage = durableRxStorage(file);
  const database: RxDatabase<{ rows: RxCollection<Row> }> = await createRxDatabase({
    name: 'floor',
    storage,
    multiInstance: false,
  });
  const { rows } = await database.addCollections({ rows: { schema } });
  await rows.bulkInsert(ids.map((id, i) => ({ id, ...envelope, ...bodyOf(i), pending: [] })));
  const query = rows.find({ selector: { document_id }, sort: [{ document_id: 'asc' }, { sort_key: 'asc' }] });
  return {
    list$: query.$.pipe(map((found) => found.map(({ id, name }) => ({ id, name })))),
    edit: async (id, name) => {
      const row = await rows.findOne(id).exec(true);
      await row.incrementalPatch({ name, pending: [...row.pending, name] });
    },
    close: () => database.close(),
  };
}
