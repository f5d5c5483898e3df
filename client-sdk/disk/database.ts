/**
 * The replica's RxDB database, of only two collections because the free RxDB allows 13 in a process. `records` holds the confirmed rows;
 * `journal` holds outbox, metadata and waiting photos, so that one atomic write can change all of them.
 */
import {
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxJsonSchema,
  type RxStorage,
} from 'rxdb/plugins/core';
import type { JsonObject } from '../../shared/base/json.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';

/** A record as the server has it. Absent ids are empty strings, because an index needs a value. */
export interface ConfirmedRow {
  readonly id: string;
  readonly kind: string;
  readonly document_id: string;
  readonly project_id: string;
  readonly seq: number;
  readonly rev: number;
  /** Number of the snapshot that it belongs to; rows of older ones are dropped after a reset. */
  readonly generation: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  /** Of the row as the server sent it (shared/sync/scope-checksum.ts): shows what was altered on this device. */
  readonly digest: string;
  readonly body: JsonObject;
}

export interface JournalRow {
  readonly key: string;
  readonly value: JsonObject;
}

export type ReplicaDatabase = RxDatabase<{
  records: RxCollection<ConfirmedRow>;
  journal: RxCollection<JournalRow>;
}>;

const counter = { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 } as const;
const text = { type: 'string', maxLength: 64 } as const;
const anything = { type: 'object', additionalProperties: true } as const;

/** Bodies are not checked, so that fields of a newer server are kept. */
const recordSchema: RxJsonSchema<ConfirmedRow> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: text,
    kind: text,
    document_id: text,
    project_id: text,
    seq: counter,
    rev: counter,
    generation: counter,
    created_at: text,
    updated_at: text,
    created_by: text,
    updated_by: text,
    digest: text,
    body: anything,
  },
  required: ['id', 'kind', 'document_id', 'seq', 'rev', 'generation', 'body'],
  indexes: [['kind', 'document_id']],
};

const journalSchema: RxJsonSchema<JournalRow> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: { key: text, value: anything },
  required: ['key', 'value'],
};

export async function openDatabase(storage: RxStorage<unknown, unknown>, name: string): Promise<ReplicaDatabase> {
  const database: ReplicaDatabase = await createRxDatabase({
    name,
    storage,
    // Browser tabs share IndexedDB, and are notified of each other's writes.
    multiInstance: isShared(storage),
    // Web Crypto is missing on a page that was not loaded over https.
    hashFunction: async (input) =>
      sha256Hex(
        typeof input === 'string' ? input : new Uint8Array(input instanceof Blob ? await input.arrayBuffer() : input),
      ),
  });
  try {
    await database.addCollections({
      records: { schema: recordSchema },
      journal: { schema: journalSchema },
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whether several tabs may open the same database: IndexedDB, in a browser with BroadcastChannel. */
function isShared(storage: RxStorage<unknown, unknown>): boolean {
  return storage.name === 'dexie' && typeof BroadcastChannel === 'function' && typeof document !== 'undefined';
}
