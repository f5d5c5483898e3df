/**
 * The floor: plain HTTP, JSON.parse and one durable table of node:sqlite, in a process of its own. Bodies are compressed as the server's
 * are, and an edit is read, changed and stored with one commit for each request; nothing is checked, merged, logged or remembered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip, zstdCompress } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { listen, shut, watchConnections } from '../../../server/run/listen.ts';
import { openMeter } from './meter.ts';
import { serveOrders } from './program.ts';

const used = openMeter();
const pageBytes = 4 * 1024 * 1024;
const plainBytes = 1024;

const database = new DatabaseSync(process.env['FLOOR_FILE'] ?? '');
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec(
  'create table if not exists record (seq integer primary key, id text not null unique, body text not null)',
);
copyRecords(process.env['FLOOR_SOURCE'], Number(process.env['FLOOR_FROM'] ?? 0));

const insert = database.prepare('insert into record (id, body) values (?, ?)');
const read = database.prepare('select body from record where id = ?');
const update = database.prepare('update record set body = ? where id = ?');
const after = database.prepare('select seq, body from record where seq > ? order by seq limit 5000');

interface Edit {
  readonly id: string;
  readonly set: object;
}

/** What each door answers; the bodies are those of floor-client.ts. */
const doors: Readonly<Record<string, (body: never) => string>> = {
  '/insert': (rows: readonly Edit[]) => {
    for (const { id, set } of rows) insert.run(id, JSON.stringify(set));
    return '[]';
  },
  '/edit': (edits: readonly Edit[]) => {
    for (const { id, set } of edits) {
      const record = JSON.parse(String(read.get(id)?.['body'])) as { readonly body: object };
      update.run(JSON.stringify({ ...record, body: { ...record.body, ...set } }), id);
    }
    return JSON.stringify(edits.map(({ id }) => ({ id, status: 'applied' })));
  },
};

const server = createServer((request, response) => void serve(request, response));
const sockets = new WebSocketServer({ server });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A page of another origin reads it too.
  for (const name of ['origin', 'headers']) response.setHeader(`access-control-allow-${name}`, '*');
  if (request.method === 'OPTIONS') return void response.end();
  const text = await answer(request);
  response.setHeader('content-type', 'application/json');
  if (text.length < plainBytes) return void response.end(text);
  response.setHeader('content-encoding', 'zstd');
  response.end(await promisify(zstdCompress)(text));
}

async function answer(request: IncomingMessage): Promise<string> {
  const bytes = Buffer.concat(await request.toArray());
  const plain = request.headers['content-encoding'] === 'gzip' ? await promisify(gunzip)(bytes) : bytes;
  const body = JSON.parse(plain.toString()) as never; // floor-client.ts sent it
  const door = doors[request.url ?? ''];
  if (!door) return page(body);
  database.exec('begin immediate');
  const text = door(body);
  database.exec('commit');
  // Nobody hears of what may still be lost.
  if (door === doors['/edit']) for (const socket of sockets.clients) socket.send(JSON.stringify(body));
  return text;
}

function page({ after: from }: { readonly after: number }): string {
  const parts: string[] = [];
  let [bytes, end, more] = [0, from, false];
  for (const { seq, body } of after.iterate(from)) {
    more = parts.length > 0 && bytes > pageBytes;
    if (more) break;
    parts.push(String(body));
    bytes += String(body).length;
    end = Number(seq);
  }
  return `{"after":${end},"more":${more || parts.length === 5000},"ops":[${parts.join(',')}]}`;
}

/** The very lines that the server's pull sends. */
function copyRecords(source: string | undefined, from: number): void {
  if (!source) return;
  database.prepare('attach ? as source').run(source);
  database.exec('begin');
  database
    .prepare(
      `insert into record (id, body) select id, json_object('op', 'put', 'kind', kind, 'id', id, 'seq', seq, 'rev', rev,
         'document_id', document_id, 'project_id', project_id, 'created_at', created_at, 'updated_at', updated_at,
         'created_by', created_by, 'updated_by', updated_by, 'body', json(body))
       from source.record where seq > ? order by seq`,
    )
    .run(from);
  database.exec('commit; detach source');
}

const connections = watchConnections(server);
const url = await listen(server, '127.0.0.1', 0);
serveOrders(
  url,
  async () => used(),
  async () => {
    sockets.close();
    await shut(server, connections);
    database.close();
  },
);
