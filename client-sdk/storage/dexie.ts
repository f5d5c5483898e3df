/**
 * RxDB on IndexedDB through Dexie, for browsers (dexie is pinned to the version that rxdb pins). The replica's writes are checked and
 * stored in one IndexedDB transaction, all or nothing, so that another tab's write cannot come in between.
 */
import { Dexie } from 'dexie';
import { categorizeBulkWriteRows, type CategorizeBulkWriteRowsOutput } from 'rxdb/plugins/core';
import type { DexieSettings, RxStorageInstanceCreationParams, StringKeys } from 'rxdb/plugins/core';
import {
  dexieReplaceIfStartsWithPipe,
  fromDexieToStorage,
  fromStorageToDexie,
  getDocsInDb,
  getKeyRangeByQueryPlan,
  getRxStorageDexie,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { atomicWrite } from '../disk/table.ts';

/** RxDB's first write in a page prints an advertisement with console.warn; only a paid key disables it. */
export function dexieStorage(): RxStorageDexie {
  const storage = getRxStorageDexie();
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async <RxDocType>(
    params: RxStorageInstanceCreationParams<RxDocType, DexieSettings>,
  ): Promise<RxStorageInstanceDexie<RxDocType>> => {
    const instance = await create<RxDocType>(params);
    writeAtomically(instance);
    cleanUpByKeys(instance);
    readInOneRequest(instance);
    return instance;
  };
  return storage;
}

type Categorized<RxDocType> = CategorizeBulkWriteRowsOutput<RxDocType>;

/** RxDB's write stores the rows that have no conflict and returns the others; the replica's rows belong together. */
function writeAtomically<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const original = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, context) => {
    if (context !== atomicWrite) return original(rows, context);
    const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
    // The primary key is a field of the document itself, never one that RxDB adds.
    const primaryPath = instance.primaryPath as StringKeys<RxDocType>;
    /** Checks for conflicts against the stored versions of `sought`. */
    const attempt = (sought: typeof rows, put: 'bulkAdd' | 'bulkPut'): Promise<Categorized<RxDocType>> =>
      dexieDb.transaction('rw', dexieTable, async () => {
        const ids = sought.map(({ document }) => String(document[primaryPath]));
        const stored = (await getDocsInDb<RxDocType>(instance.internals, ids)).filter(Boolean);
        const storedById = new Map(stored.map((document) => [String(document[primaryPath]), document]));
        // A row written again after its removal follows on its tombstone; RxDB does that too.
        const known = rows.map((row) => {
          const tombstone = row.previous ? undefined : storedById.get(String(row.document[primaryPath]));
          return tombstone?._deleted ? { ...row, previous: tombstone } : row;
        });
        const found = categorizeBulkWriteRows<RxDocType>(instance, primaryPath, storedById, known, context);
        if (found.errors.length > 0) return found;
        const toDexie = ({ document }: (typeof rows)[number]) => fromStorageToDexie(booleanIndexes, document);
        await dexieTable[put](found.bulkInsertDocs.map(toDexie));
        await dexieTable.bulkPut(found.bulkUpdateDocs.map(toDexie));
        return found;
      });
    const changed = rows.filter(({ previous }) => previous !== undefined);
    // New rows are not looked up first: the database rejects a key that exists.
    const categorized = await attempt(changed, 'bulkAdd').catch((error: unknown) => {
      if (!(error instanceof Dexie.BulkError)) throw error;
      return attempt(rows, 'bulkPut');
    });
    const { errors, eventBulk, newestRow } = categorized;
    if (errors.length === 0 && newestRow && eventBulk.events.length > 0) {
      const { document } = newestRow;
      eventBulk.checkpoint = { id: String(document[primaryPath]), lwt: document._meta.lwt };
      changesOf(instance).next(eventBulk);
    }
    return { error: errors };
  };
}

/** RxDB finds tombstones by reading every row whole, and the journal's rows include photos. */
function cleanUpByKeys<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const original = instance.cleanup.bind(instance);
  instance.cleanup = async (minimumDeletedTime) => {
    if (minimumDeletedTime > 0) return original(minimumDeletedTime);
    const { dexieDb, dexieTable } = await instance.internals;
    await dexieDb.transaction('rw', dexieTable, async () => {
      const gone = dexieTable.where(`[_deleted+${instance.primaryPath}]`).between(['1', ''], ['1', '\uffff']);
      await dexieTable.bulkDelete(await gone.primaryKeys());
    });
    return true;
  };
}

/** RxDB walks an index row by row, one round trip each; a query that an index answers alone needs only one. */
function readInOneRequest<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
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
      return new Dexie.Promise<unknown[]>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB did not answer.')));
      });
    });
    return { documents: rows.map((row) => fromDexieToStorage<RxDocType>(booleanIndexes, row)) };
  };
}

/** Private in RxDB's types, but the storage's listeners subscribe to it. */
function changesOf<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): {
  next(bulk: CategorizeBulkWriteRowsOutput<RxDocType>['eventBulk']): void;
} {
  return (instance as unknown as { readonly changes$: ReturnType<typeof changesOf<RxDocType>> }).changes$;
}
