/** Starts, kills and reads the CouchDB counterpart of the tests (couch-program.ts). */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import leveldb from 'pouchdb-adapter-leveldb';
import httpAdapter from 'pouchdb-adapter-http';
import PouchDB from 'pouchdb-core';
import replication from 'pouchdb-replication';
import { testAuthority, type Certificate } from './certificates.ts';

export interface CouchOrder {
  readonly folder: string;
  readonly certificate: Certificate;
  /** 0 = any. */
  readonly ports: { readonly secure: number; readonly plain: number };
  /** The header that it accepts. */
  readonly authorization: string;
}

export interface Couch extends AsyncDisposable {
  /** Of a database, for the server under test. */
  url(name: string): string;
  /** Reads and writes a database as another program would. */
  database(name: string): CouchDatabase;
  readonly pid: number;
  /** SIGKILL, and a start on the same files and ports. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface MirroredDocument {
  readonly _id: string;
  readonly _rev: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface CouchDatabase {
  get(id: string): Promise<MirroredDocument | null>;
  all(): Promise<MirroredDocument[]>;
  /** Live branches beside the one that is shown. */
  conflicts(id: string): Promise<readonly string[]>;
  put(document: object): Promise<string>;
  /** Writes a revision as a replication does, beside those that are there. */
  branch(document: object): Promise<void>;
  /** The ids that changed since, in order, and where the feed ends. */
  changes(since?: string | number): Promise<{ readonly ids: readonly string[]; readonly end: string | number }>;
  view(design: string, view: string, query: string): Promise<{ readonly rows: readonly { readonly id: string }[] }>;
  file(id: string, name: string): Promise<Buffer>;
  /** Deletes the database. */
  destroy(): Promise<void>;
  /** Replicates everything into a database of this process, by the protocol, and returns what is there then. */
  replicate(): Promise<MirroredDocument[]>;
}

export const couchUser = { username: 'mirror', password: 'pass: wörd' };
const authorization = `Basic ${Buffer.from(`${couchUser.username}:${couchUser.password}`).toString('base64')}`;

const Client = PouchDB.plugin(httpAdapter).plugin(leveldb).plugin(replication);

export async function openCouch(): Promise<Couch> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-couch-'));
  const certificate = testAuthority().issue({ names: ['127.0.0.1'] });
  let ports = { secure: 0, plain: 0 };
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    await mkdir(join(folder, 'data'), { recursive: true });
    child = spawn(process.execPath, [join(import.meta.dirname, 'couch-program.ts')], {
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send({ folder: join(folder, 'data'), certificate, ports, authorization } satisfies CouchOrder);
    const [told] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error('the CouchDB counterpart ended');
      }),
    ]);
    ports = told as typeof ports; // couch-program.ts sends nothing else
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  let copies = 0;
  return {
    url: (name) => `https://127.0.0.1:${ports.secure}/${name}`,
    database: (name) => openDatabase(`http://127.0.0.1:${ports.plain}/${name}`, () => join(folder, `copy-${++copies}`)),
    get pid() {
      return child?.pid ?? 0;
    },
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function openDatabase(url: string, newFolder: () => string): CouchDatabase {
  const db = new Client(url, { auth: couchUser });
  const read = async (path: string): Promise<Response> => await fetch(`${url}/${path}`, { headers: { authorization } });
  return {
    get: (id) => db.get<MirroredDocument>(id).catch(absent),
    all: () => allOf(db),
    conflicts: async (id) =>
      (await db.get<{ _conflicts?: readonly string[] }>(id, { conflicts: true }))._conflicts ?? [],
    put: async (document) => (await db.put(document)).rev,
    async branch(document) {
      await db.bulkDocs([document], { new_edits: false });
    },
    async changes(since = 0) {
      const { results, last_seq: end } = await db.changes({ since, batch_size: 5_000 });
      return { ids: results.map(({ id }) => id), end };
    },
    async view(design, view, query) {
      return (await (await read(`_design/${design}/_view/${view}${query}`)).json()) as { rows: { id: string }[] };
    },
    file: async (id, name) => Buffer.from(await (await read(`${encodeURIComponent(id)}/${name}`)).arrayBuffer()),
    async destroy() {
      await fetch(url, { method: 'DELETE', headers: { authorization } });
    },
    async replicate() {
      const local = new Client(newFolder(), { adapter: 'leveldb' });
      await (
        local as unknown as { replicate: { from(source: unknown, options: object): Promise<unknown> } }
      ).replicate.from(db, { batch_size: 500 }); // added by the plugin
      const found = await allOf(local);
      await local.close();
      return found;
    },
  };
}

async function allOf(db: PouchDB): Promise<MirroredDocument[]> {
  const { rows } = await (
    db as unknown as { allDocs(options: object): Promise<{ rows: { doc: MirroredDocument }[] }> }
  ).allDocs({ include_docs: true });
  return rows.map(({ doc }) => doc).filter(({ _id }) => !_id.startsWith('_design/'));
}

function absent(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) return null;
  throw error;
}
