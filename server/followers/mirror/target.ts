/** The database of a mirror, by PouchDB's HTTP adapter: what it has, and how it is written. */
import type { Agent } from 'node:https';
import type * as z from 'zod';
import PouchDB from 'pouchdb-core';
import httpAdapter from 'pouchdb-adapter-http';
import { UnsealError } from '../../auth/secrets.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import { mirrorContext, type Credentials, type MirrorContext } from './context.ts';
import { openAgent } from '../outgoing/connect.ts';
import { systemResolve } from '../outgoing/guard.ts';
import {
  absent,
  answered,
  foundBody,
  foundBranches,
  foundChanges,
  foundDocuments,
  foundRevisions,
  savedDocument,
  type Change,
  type FoundBody,
} from './answers.ts';
import { MirrorError } from './failure.ts';
import { openFetch } from './fetch.ts';
import type { Leaf, Revised } from './revisions.ts';
import { sendDocuments } from './send.ts';

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
  /** What CouchDB shows of each document that it has. */
  bodies(ids: readonly string[]): Promise<Map<string, FoundBody>>;
  /** Null = it does not have this revision. */
  bodyAt(id: string, rev: string): Promise<FoundBody | null>;
  /**
   * A document that is larger than the database takes is left out, or at least its file.
   * @param documents as they come: only as many as fit into a request are in memory
   * @param leftOut told of each document that is not there whole
   */
  write(documents: AsyncIterable<Revised>, leftOut: (id: string) => void): Promise<void>;
  /** The documents that changed, each once, with all its leaves. @param since 0 = from the beginning */
  changes(since: string | number): Promise<Changes>;
  /** Whether this revision of the document is one that this process wrote last. */
  wrote(id: string, rev: string): boolean;
  readLocal<Doc>(name: string, shape: z.ZodType<Doc>): Promise<Doc | null>;
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

  async function send(documents: readonly Revised[], leftOut: (id: string) => void): Promise<void> {
    await sendDocuments(db, documents, leftOut);
    if (written.size > mostRemembered) written.clear();
    for (const { _id, _rev } of documents) written.set(_id, _rev);
  }

  return {
    async leaves(ids) {
      const { rows } = await answered(db.allDocs({ keys: ids }), foundRevisions);
      return new Map(
        rows.flatMap(({ key, value }) =>
          value === undefined ? [] : [[key, { rev: value.rev, deleted: value.deleted === true }] as const],
        ),
      );
    },
    async branches(id) {
      const found = await absent(answered(db.get(id, { conflicts: true }), foundBranches));
      if (found) return { shown: { rev: found._rev, deleted: false }, conflicts: found._conflicts ?? [] };
      return { shown: (await this.leaves([id])).get(id), conflicts: [] };
    },
    async bodies(ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await answered(db.allDocs({ keys: ids, include_docs: true }), foundDocuments);
      return new Map(rows.flatMap(({ key, doc }) => (doc ? [[key, doc] as const] : [])));
    },
    bodyAt: (id, rev) => absent(answered(db.get(id, { rev }), foundBody)),
    async write(documents, leftOut) {
      let batch: Revised[] = [];
      let bytes = 0;
      for await (const document of documents) {
        const size = sizeOf(document);
        if (batch.length > 0 && bytes + size > mostBytes) {
          await send(batch, leftOut);
          batch = [];
          bytes = 0;
        }
        batch.push(document);
        bytes += size;
      }
      if (batch.length > 0) await send(batch, leftOut);
    },
    async changes(since) {
      const options = { since, style: 'all_docs', limit: pageSize, batch_size: pageSize, return_docs: true };
      const { results, last_seq: next } = await answered(db.changes(options), foundChanges);
      return { changes: results, next, more: results.length === pageSize && next !== since };
    },
    wrote: (id, rev) => written.get(id) === rev,
    readLocal: (name, shape) => absent(answered(db.get(`_local/${name}`), shape)),
    async writeLocal(name, document, rev) {
      const saved = db.put({ ...document, _id: `_local/${name}`, ...(rev === undefined ? {} : { _rev: rev }) });
      return (await answered(saved, savedDocument)).rev;
    },
    close: () => db.close(),
  };
}

/** Connections stay open between requests, as one agent for all mirrors of the process. */
export function openMirrorAgent(caFile: string | undefined): Agent {
  return openAgent(caFile, true)();
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

/** In UTF-16 units; without making a text of the whole once more where there is a file. */
function sizeOf({ _attachments: files, ...document }: Revised): number {
  const inFiles = Object.values(files ?? {}).reduce((sum, { data }) => sum + data.length, 0);
  return JSON.stringify(document).length + inFiles;
}
