/**
 * Storage for Node that survives kill -9: RxDB's memory storage, written through to one SQLite file.
 * Never import this from code that a browser loads: it needs node:sqlite.
 */
import { hash } from 'node:crypto';
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ensureRxStorageInstanceParamsAreCorrect } from 'rxdb/plugins/core';
import type { RxStorage, RxStorageInstanceCreationParams } from 'rxdb/plugins/core';
import { bulkInsertToState, createMemoryStorageInstance, getMemoryCollectionKey } from 'rxdb/plugins/storage-memory';
import type { RxStorageInstanceMemory, RxStorageMemoryInstanceCreationOptions } from 'rxdb/plugins/storage-memory';
import { usePlatformSha256 } from '../../shared/crypto/sha256.ts';
import { openDurableFile } from './durable-file.ts';
import { makeDurable } from './durable-instance.ts';
import { DurableTable } from './durable-table.ts';
import { memoryStorage } from './memory.ts';

export type DurableStorage = RxStorage<unknown, RxStorageMemoryInstanceCreationOptions>;

/**
 * Keeps any number of databases and collections in `file`. A write resolves when its rows are on disk.
 * The first collection opens and locks the file; the last to close closes it.
 * Throws DurableFileError: in_use, damaged, foreign or unreadable at the opening, unwritable at a write.
 */
export function durableStorage({ file }: { readonly file: string }): DurableStorage {
  const path = resolve(file);
  // Each record that arrives is hashed: a fifth of the time.
  usePlatformSha256((message) => hash('sha256', message));
  const memory = memoryStorage();
  let database: DatabaseSync | undefined;
  let holders = 0;

  async function createStorageInstance<RxDocType>(
    params: RxStorageInstanceCreationParams<RxDocType, RxStorageMemoryInstanceCreationOptions>,
  ): Promise<RxStorageInstanceMemory<RxDocType>> {
    ensureRxStorageInstanceParamsAreCorrect(params);
    if (params.schema.attachments) throw new Error('Durable storage holds no attachments: store bytes in rows.');
    const held = hold();
    try {
      const table = new DurableTable<RxDocType>(path, held, {
        databaseName: params.databaseName,
        collectionName: params.collectionName,
        schemaVersion: params.schema.version,
      });
      const isFirst = !memory.collectionStates.has(keyOf(params));
      const documents = isFirst ? table.load() : [];
      const instance = await createMemoryStorageInstance(memory, params, {});
      if (isFirst) fill(instance, documents);
      makeDurable(instance, table, () => forget(instance));
      return instance;
    } catch (error) {
      release();
      throw error;
    }
  }

  function hold(): DatabaseSync {
    database ??= openDurableFile(path);
    holders += 1;
    return database;
  }

  function release(): void {
    holders -= 1;
    if (holders > 0) return;
    database?.close();
    database = undefined;
  }

  /** Once a collection is closed everywhere, it leaves the memory, so that its next opening reads the file. */
  function forget<RxDocType>(instance: RxStorageInstanceMemory<RxDocType>): void {
    const key = keyOf(instance);
    const isLast = instance.internals.refCount === 0;
    if (isLast && memory.collectionStates.get(key) === instance.internals) memory.collectionStates.delete(key);
    release();
  }

  // With the memory storage's name, RxDB would refuse a second opening (DB8) before the file can report that it is in use.
  return { name: `durable-${memory.name}`, rxdbVersion: memory.rxdbVersion, createStorageInstance };
}

function fill<RxDocType>(
  instance: RxStorageInstanceMemory<RxDocType>,
  documents: ReturnType<DurableTable<RxDocType>['load']>,
): void {
  const rows = documents.map((document) => ({ document }));
  bulkInsertToState(instance.primaryPath, instance.internals, instance.internals.byIndexArray, rows);
}

function keyOf(of: { databaseName: string; collectionName: string; schema: { version: number } }): string {
  return getMemoryCollectionKey(of.databaseName, of.collectionName, of.schema.version);
}
