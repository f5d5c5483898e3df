/** The database of a mirror, by PouchDB's HTTP adapter: what it has, and how it is written. */
import type { Agent } from 'node:https';
import PouchDB, { type Change } from 'pouchdb-core';
import httpAdapter from 'pouchdb-adapter-http';
import { UnsealError } from '../../auth/secrets.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import { mirrorContext, type Credentials, type MirrorContext } from './context.ts';
import { openAgent } from '../outgoing/connect.ts';
import { systemResolve } from '../outgoing/guard.ts';
import { MirrorError } from './failure.ts';
import { openFetch } from './fetch.ts';
import type { Leaf, Revised } from './revisions.ts';

const Remote = PouchDB.plugin(httpAdapter);

/** Revisions of a document that are alive: the one that CouchDB shows, and those that it calls conflicts. */
export interface Branches {
  readonly shown: Leaf | undefined;
  readonly conflicts: readonly string[];
}

export interface Changes {
  readonly changes: readonly Change[];
  /** Where the next page begins. */
  readonly next: string | number;
  readonly more: boolean;
}

export interface Target {
  /** What CouchDB shows of each document; absent = it never had it. */
  leaves(ids: readonly string[]): Promise<Map<string, Leaf>>;
  branches(id: string): Promise<Branches>;
  /** One member of each document, if it is text. */
  members(ids: readonly string[], member: string): Promise<Map<string, string>>;
  write(documents: readonly Revised[]): Promise<void>;
  /** The documents that changed, each once, with all its leaves. @param since 0 = from the beginning */
  changes(since: string | number): Promise<Changes>;
  /** Whether this revision of the document is one that this process wrote last. */
  wrote(id: string, rev: string): boolean;
  readLocal<Doc>(name: string): Promise<(Doc & { readonly _rev: string }) | null>;
  writeLocal(name: string, document: object, rev: string | undefined): Promise<string>;
  close(): Promise<void>;
}

const pageSize = 500;
/** Of a request; CouchDB 3 takes 8 MB in a document, and any number of documents. */
const mostBytes = 4 * 1024 * 1024;
const mostRemembered = 20_000;

/** Throws a MirrorError when the password cannot be decrypted. */
export function openTarget(
  context: Pick<MirrorContext, 'secrets' | 'guard'>,
  mirror: MirrorTable,
  agent: Agent,
): Target {
  const fetch = openFetch({ guard: context.guard, resolve: systemResolve, agent });
  const auth = credentialsOf(context, mirror);
  const db = new Remote(mirror.url, { fetch, ...(auth ? { auth } : {}) });
  const written = new Map<string, string>();

  async function send(documents: readonly Revised[]): Promise<void> {
    const refused = await db.bulkDocs(documents, { new_edits: false });
    const [first] = refused;
    if (first)
      throw new MirrorError('refused', `${refused.length} documents, first ${String(first.name ?? first.error)}`);
    if (written.size > mostRemembered) written.clear();
    for (const { _id, _rev } of documents) written.set(_id, _rev);
  }

  return {
    async leaves(ids) {
      const { rows } = await db.allDocs({ keys: ids });
      return new Map(
        rows.flatMap(({ key, value }) =>
          value === undefined ? [] : [[key, { rev: value.rev, deleted: value.deleted === true }] as const],
        ),
      );
    },
    async branches(id) {
      const found = await absent(db.get<{ _rev: string; _conflicts?: readonly string[] }>(id, { conflicts: true }));
      if (found) return { shown: { rev: found._rev, deleted: false }, conflicts: found._conflicts ?? [] };
      return { shown: (await this.leaves([id])).get(id), conflicts: [] };
    },
    async members(ids, member) {
      if (ids.length === 0) return new Map();
      const { rows } = await db.allDocs({ keys: ids, include_docs: true });
      return new Map(
        rows.flatMap(({ key, doc }) => {
          const value = doc?.[member];
          return typeof value === 'string' ? [[key, value] as const] : [];
        }),
      );
    },
    async write(documents) {
      let batch: Revised[] = [];
      let bytes = 0;
      for (const document of documents) {
        const size = JSON.stringify(document).length;
        if (batch.length > 0 && bytes + size > mostBytes) {
          await send(batch);
          batch = [];
          bytes = 0;
        }
        batch.push(document);
        bytes += size;
      }
      if (batch.length > 0) await send(batch);
    },
    async changes(since) {
      const options = { since, style: 'all_docs', limit: pageSize, batch_size: pageSize, return_docs: true };
      const { results, last_seq: next } = await db.changes(options);
      return { changes: results, next, more: results.length === pageSize };
    },
    wrote: (id, rev) => written.get(id) === rev,
    readLocal: (name) => absent(db.get(`_local/${name}`)),
    async writeLocal(name, document, rev) {
      return (await db.put({ ...document, _id: `_local/${name}`, ...(rev === undefined ? {} : { _rev: rev }) })).rev;
    },
    close: () => db.close(),
  };
}

/** Connections stay open between requests, as one agent for all mirrors of the process. */
export function openMirrorAgent(caFile: string | undefined): Agent {
  return openAgent(caFile, true);
}

function credentialsOf({ secrets }: Pick<MirrorContext, 'secrets'>, mirror: MirrorTable): Credentials | null {
  const { org_id: organisation, id, credentials } = mirror;
  if (credentials === null) return null;
  try {
    return JSON.parse(secrets.unseal(credentials, mirrorContext(organisation, id))) as Credentials; // sealed by the REST API
  } catch (error) {
    if (error instanceof UnsealError) throw new MirrorError('secret');
    throw error;
  }
}

async function absent<Doc>(reading: Promise<Doc>): Promise<Doc | null> {
  try {
    return await reading;
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404) return null;
    throw error;
  }
}
