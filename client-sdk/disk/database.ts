/**
 * The replica's RxDB database: two small collections, because the free RxDB allows 13 in a process. `records` holds the server's truth.
 * `journal` holds the outbox, the local state and the photos that wait, so that one atomic write can change all of them.
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

/** A record as the server has it. Ids that are absent stand as empty text, because an index needs a value. */
export interface ConfirmedRow {
  readonly id: string;
  readonly kind: string;
  readonly document_id: string;
  readonly project_id: string;
  readonly seq: number;
  readonly rev: number;
  /** Which snapshot it came with; after a reset the rows of the older one are swept. */
  readonly generation: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
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
const word = { type: 'string', maxLength: 64 } as const;
const anything = { type: 'object', additionalProperties: true } as const;

/** Structural only: what the server sends is kept even where a newer server knows more fields. */
const recordSchema: RxJsonSchema<ConfirmedRow> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: word,
    kind: word,
    document_id: word,
    project_id: word,
    seq: counter,
    rev: counter,
    generation: counter,
    created_at: word,
    updated_at: word,
    created_by: word,
    updated_by: word,
    body: anything,
  },
  required: ['id', 'kind', 'document_id', 'seq', 'rev', 'generation', 'body'],
  indexes: [['kind', 'document_id']],
};

const journalSchema: RxJsonSchema<JournalRow> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: { key: word, value: anything },
  required: ['key', 'value'],
};

export async function openDatabase(storage: RxStorage<unknown, unknown>, name: string): Promise<ReplicaDatabase> {
  const database: ReplicaDatabase = await createRxDatabase({
    name,
    storage,
    // Tabs of a browser share what stands in IndexedDB, and hear of each other's writes.
    multiInstance: isShared(storage),
    // The platform's own hash is missing where a page was not loaded over https.
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

/** Whether several tabs may have the same database open: IndexedDB, and a browser in which tabs can speak to each other. */
export function isShared(storage: RxStorage<unknown, unknown>): boolean {
  return storage.name === 'dexie' && typeof BroadcastChannel === 'function' && typeof document !== 'undefined';
}
