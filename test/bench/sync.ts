/** Sync over loopback HTTP against the floor: edits to durable on the server, and a first pull of everything. */
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { listen, shut, watchConnections } from '../../server/listen.ts';
import { openLog } from '../../server/log.ts';
import { openChance } from '../kit/clock.ts';
import { median, type Figure } from './table.ts';

const runs = 5;
const batch = 200;
const token = 'the-token-of-the-benchmark';

export async function sync(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    const ours = await measureOurs(folder);
    const floor = await measureFloor(folder);
    return [
      { what: `push of ${batch} new hazards, durable`, ours: ours.push, floor: floor.push, unit: 'ms' },
      { what: 'push of one edit, durable', ours: ours.edit, floor: floor.edit, unit: 'ms' },
      { what: `pull of ${batch * runs} records, parsed`, ours: ours.pull, floor: floor.pull, unit: 'ms' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly push: number;
  readonly edit: number;
  readonly pull: number;
}

function hazard(run: number, i: number, documentId: string) {
  return {
    document_id: documentId,
    name: `Hazard ${i} of run ${run}`,
    description: 'The load swings when the wind gusts across the open deck. '.repeat(8),
    severity_before: 5,
    likelihood_before: 3,
    controls: Array.from({ length: 4 }, (_, n) => ({
      description: `Control ${n}: tag lines and a banksman at each corner`,
      hierarchy_level: 'engineering',
    })),
  };
}

async function measureOurs(folder: string): Promise<Measured> {
  const random = openChance(1).bytes;
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'ours'),
    SITEFILE_ADMIN_TOKEN: token,
    LOG_LEVEL: 'silent',
  });
  await using app = await openApp(config, { now: Date.now, random, log: openLog('silent') });
  const clientId = app.ground.newId();
  const documentId = app.ground.newId();
  let number = 0;
  const push = (commands: readonly object[]) =>
    post(`${app.url}/api/v1/sync/push`, {
      client_id: clientId,
      schema: 1,
      mutations: commands.map((command) => ({ id: ++number, command })),
    });
  await push([{ op: 'create', kind: 'document', id: documentId, set: { title: 'Lift', document_type: 'rams' } }]);
  const ids: string[] = [];
  const pushed = await median(runs, async (run) => {
    const commands = Array.from({ length: batch }, (_, i) => ({
      op: 'create',
      kind: 'hazard',
      id: app.ground.newId(),
      set: hazard(run, i, documentId),
    }));
    ids.push(...commands.map(({ id }) => id));
    await push(commands);
  });
  const edited = await median(25, async (run) => {
    await push([{ op: 'patch', kind: 'hazard', id: ids[run] ?? '', set: { name: `Edited ${run}` } }]);
  });
  const pulled = await median(runs, async () => {
    await post(`${app.url}/api/v1/sync/pull`, { limit: 5000, max_bytes: 4_000_000 });
  });
  return { push: pushed, edit: edited, pull: pulled };
}

/** The same bytes over plain HTTP into one SQLite table, with the same durability, and back. */
async function measureFloor(folder: string): Promise<Measured> {
  const database = new DatabaseSync(join(folder, 'floor.db'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table record (id integer primary key, body text)',
  );
  const insert = database.prepare('insert into record (body) values (?)');
  const all = database.prepare('select body from record');
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const rows = JSON.parse(Buffer.concat(parts).toString()) as readonly unknown[]; // sent below
      database.exec('begin immediate');
      for (const row of rows) insert.run(JSON.stringify(row));
      database.exec('commit');
      response.setHeader('content-type', 'application/json');
      response.end(
        rows.length > 0
          ? '[]'
          : `[${all
              .all()
              .map((row) => String(row['body']))
              .join(',')}]`,
      );
    });
  });
  const connections = watchConnections(server);
  const url = await listen(server, '127.0.0.1', 0);
  try {
    const push = await median(runs, async (run) => {
      await post(
        url,
        Array.from({ length: batch }, (_, i) => hazard(run, i, 'a-document')),
      );
    });
    const edit = await median(25, async (run) => {
      await post(url, [{ name: `Edited ${run}` }]);
    });
    const pull = await median(runs, async () => {
      await post(url, []);
    });
    return { push, edit, pull };
  } finally {
    await shut(server, connections);
    database.close();
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}
