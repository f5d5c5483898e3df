/**
 * The floor: plain HTTP, JSON.parse and one durable table of node:sqlite, in a process of its own. Bodies are compressed, pages are as
 * large and name the next one as early as the server's, and an edit is read, changed and stored with one commit for each request;
 * nothing is checked, merged, logged or remembered.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { constants, gunzip, zstdCompress } from 'node:zlib';
import { WebSocketServer } from 'ws';
import { listen, shut, watchConnections } from '../../../server/run/listen.ts';
import { openMeter } from './meter.ts';
import { serveOrders } from './program.ts';

const used = openMeter();
const [pageRows, pageBytes] = [1000, 1024 * 1024];
const plainBytes = 1024;
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 2 } };

const database = new DatabaseSync(process.env['FLOOR_FILE'] ?? '');
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec(
  'create table if not exists record (seq integer primary key, id text not null unique, body text not null)',
);
copyRecords(process.env['FLOOR_SOURCE'], Number(process.env['FLOOR_FROM'] ?? 0));

const insert = database.prepare('insert into record (id, body) values (?, ?)');
const last = database.prepare('select max(seq) as seq from record');
const read = database.prepare('select body from record where id = ?');
const update = database.prepare('update record set body = ? where id = ?');
const after = database.prepare('select seq, body from record where seq > ? order by seq limit ?');
const replace = database.prepare(
  'update record set body = ?, seq = (select max(seq) + 1 from record) where id = ? returning seq',
);

interface Edit {
  readonly id: string;
  readonly set: object;
}

/** RxDB's: the record as it should be, and the revision that it replaces. */
interface Write {
  readonly rev: number;
  readonly document: { readonly id: string };
}

interface Done {
  readonly answer: unknown;
  /** For every socket. */
  readonly told?: unknown;
}

/** What each door does; the bodies are those of floor-client-program.ts and rxdb-client-program.ts. */
const doors: Readonly<Record<string, (body: never) => Done>> = {
  '/insert': (rows: readonly Edit[]) => {
    const end = Number(last.get()?.['seq'] ?? 0);
    for (const { id, set } of rows) insert.run(id, JSON.stringify(set));
    return { answer: { after: end } };
  },
  '/edit': (edits: readonly Edit[]) => {
    for (const { id, set } of edits) {
      const record = JSON.parse(String(read.get(id)?.['body'])) as { readonly body: object };
      update.run(JSON.stringify({ ...record, body: { ...record.body, ...set } }), id);
    }
    return { answer: edits.map(({ id }) => ({ id, status: 'applied' })), told: edits };
  },
  '/write': (writes: readonly Write[]) => {
    const conflicts: unknown[] = [];
    const documents: unknown[] = [];
    let end = 0;
    for (const { rev, document } of writes) {
      const stored = JSON.parse(String(read.get(document.id)?.['body'])) as { readonly rev: number };
      if (stored.rev !== rev) {
        conflicts.push({ ...stored, _deleted: false });
        continue;
      }
      end = Number(replace.get(JSON.stringify(document), document.id)?.['seq']);
      documents.push(document);
    }
    return { answer: conflicts, told: { documents, checkpoint: { after: end } } };
  },
};

const server = createServer((request, response) => void serve(request, response));
const sockets = new WebSocketServer({ server });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A page of another origin reads it too.
  for (const name of ['origin', 'headers']) response.setHeader(`access-control-allow-${name}`, '*');
  if (request.method === 'OPTIONS') return void response.end();
  const text = await answer(request, response);
  response.setHeader('content-type', 'application/json');
  if (text.length < plainBytes) return void response.end(text);
  response.setHeader('content-encoding', 'zstd').flushHeaders(); // the next page is asked for meanwhile
  response.end(await promisify(zstdCompress)(text, zstdOptions));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<string> {
  const bytes = Buffer.concat(await request.toArray());
  const plain = request.headers['content-encoding'] === 'gzip' ? await promisify(gunzip)(bytes) : bytes;
  const body = JSON.parse(plain.toString()) as never; // a client of the floor sent it
  const door = doors[request.url ?? ''];
  if (!door) return page(body, response);
  database.exec('begin immediate');
  const { answer: answered, told } = door(body);
  database.exec('commit');
  // Nobody hears of what may still be lost.
  if (told) {
    const text = JSON.stringify(told);
    for (const socket of sockets.clients) socket.send(text);
  }
  return JSON.stringify(answered);
}

interface Pull {
  readonly after: number;
  /** RxDB takes a page of fewer for the last one; absent = as many as the server's own page has. */
  readonly limit?: number;
}

function page({ after: from, limit }: Pull, response: ServerResponse): string {
  const parts: string[] = [];
  let [bytes, end, more] = [0, from, false];
  for (const { seq, body } of after.iterate(from, limit ?? pageRows)) {
    more = limit === undefined && bytes > pageBytes;
    if (more) break;
    parts.push(String(body));
    bytes += String(body).length;
    end = Number(seq);
  }
  more ||= parts.length === (limit ?? pageRows);
  if (more) response.setHeader('x-after', String(end));
  return `{"after":${end},"more":${more},"ops":[${parts.join(',')}]}`;
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
