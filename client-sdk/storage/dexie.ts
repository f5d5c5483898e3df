/**
 * A replica in IndexedDB, by RxDB's Dexie storage, for browsers (dexie is pinned to the version that rxdb pins). A write looks its rows up
 * and stores them in one IndexedDB transaction, so that another tab's write cannot come in between.
 */
import { Dexie } from 'dexie';
import { categorizeBulkWriteRows, type EventBulk, type RxDocumentData } from 'rxdb/plugins/core';
import {
  dexieReplaceIfStartsWithPipe,
  fromDexieToStorage,
  fromStorageToDexie,
  getDocsInDb,
  getKeyRangeByQueryPlan,
  getRxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import type { DeviceStorage } from '../base/tables.ts';
import { deviceStorage } from './rx-storage.ts';
import type { Document, Transaction } from './rx-table.ts';

type DexieInstance = RxStorageInstanceDexie<Document>;

const names = new Set<string>();

/** Tabs share the replica of a name where they can tell each other of writes. */
export function dexieStorage(): DeviceStorage {
  return deviceStorage({
    storage: getRxStorageDexie(),
    isShared: typeof BroadcastChannel === 'function' && typeof document !== 'undefined',
    names,
    transaction: (instance) => {
      const dexie = instance as unknown as DexieInstance; // the storage above made it
      readInOneRequest(dexie);
      return transactionOn(dexie);
    },
    // Absent on a page that was not loaded over https.
    size: async () => (await (navigator.storage as Partial<StorageManager> | undefined)?.estimate?.())?.usage ?? null,
  });
}

/** RxDB's own write stores the rows that have no conflict, and keeps tombstones; a table's rows belong together, and nobody replicates them. */
function transactionOn(instance: DexieInstance): Transaction {
  const key = instance.primaryPath;
  return async ({ keys, likely }, decide) => {
    const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
    const attempt = (sought: readonly string[]) =>
      dexieDb.transaction('rw', dexieTable, async () => {
        const found = await getDocsInDb<Document>(instance.internals, [...sought]);
        const stored = new Map(found.filter(Boolean).map((row) => [String(row[key]), row]));
        const rows = decide(stored);
        const written = categorizeBulkWriteRows<Document>(instance, key, stored, rows, 'sitefile-work');
        const toDexie = (row: RxDocumentData<Document>): unknown => fromStorageToDexie(booleanIndexes, row);
        const kept = written.bulkUpdateDocs.map(({ document }) => document).filter(({ _deleted: gone }) => !gone);
        // The database rejects a key that exists.
        await dexieTable.bulkAdd(written.bulkInsertDocs.map(({ document }) => toDexie(document)));
        await dexieTable.bulkPut(kept.map(toDexie));
        await dexieTable.bulkDelete(
          rows.filter(({ document }) => document._deleted).map(({ document }) => document[key]),
        );
        return written;
      });
    const { eventBulk } = await attempt(likely).catch((error: unknown) => {
      if (!(error instanceof Dexie.BulkError) || likely.length === keys.length) throw error;
      return attempt(keys);
    });
    if (eventBulk.events.length > 0) changesOf(instance).next(eventBulk);
  };
}

/** RxDB walks an index row by row, one round trip each; a query that an index answers alone needs only one. */
function readInOneRequest(instance: DexieInstance): void {
  const original = instance.query.bind(instance);
  instance.query = async (prepared) => {
    const { query, queryPlan: plan } = prepared;
    if (!plan.selectorSatisfiedByIndex || !plan.sortSatisfiedByIndex || query.skip || query.limit !== undefined)
      return original(prepared);
    const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
    const range = getKeyRangeByQueryPlan(booleanIndexes, plan, IDBKeyRange);
    const name = `[${plan.index.map(dexieReplaceIfStartsWithPipe).join('+')}]`;
    const rows = await dexieDb.transaction('r', dexieTable, ({ idbtrans }) => {
      const asked = idbtrans.objectStore(dexieTable.name).index(name).getAll(range);
      return new Dexie.Promise<RxDocumentData<Document>[]>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB did not answer.')));
      });
    });
    return {
      documents: rows.map((row) =>
        hasRenamed(row) ? fromDexieToStorage<Document>(booleanIndexes, row) : { ...row, _deleted: false },
      ),
    };
  };
}

/**
 * Whether RxDB may have renamed a member: it does so where a name begins with a bar. To turn a row back in full takes as long as to read it.
 */
function hasRenamed(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  return Object.entries(stored).some(([name, value]) => name.includes('__') || hasRenamed(value));
}

/** Private in RxDB's types, but the storage's listeners subscribe to it. */
function changesOf(instance: DexieInstance): { next(bulk: EventBulk<unknown, unknown>): void } {
  return (instance as unknown as { readonly changes$: ReturnType<typeof changesOf> }).changes$;
}
