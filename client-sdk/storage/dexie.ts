/**
 * RxDB on IndexedDB through Dexie: the storage of a browser (dexie is pinned to the version that rxdb pins). What the replica writes is
 * all or nothing, judged and stored in one IndexedDB transaction, so that tabs that share the database cannot come between.
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

/** The first write in a page prints RxDB's advertisement with console.warn; only a paid key turns it off. */
export function dexieStorage(): RxStorageDexie {
  const storage = getRxStorageDexie();
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = async <RxDocType>(
    params: RxStorageInstanceCreationParams<RxDocType, DexieSettings>,
  ): Promise<RxStorageInstanceDexie<RxDocType>> => {
    const instance = await create<RxDocType>(params);
    writeWhole(instance);
    cleanByKeys(instance);
    readAtOnce(instance);
    return instance;
  };
  return storage;
}

type Judged<RxDocType> = CategorizeBulkWriteRowsOutput<RxDocType>;

/** RxDB's own write stores the rows without a conflict and returns the others; the replica's rows belong together. */
function writeWhole<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const usual = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, context) => {
    if (context !== atomicWrite) return usual(rows, context);
    const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
    // The primary key is a field of the document itself, never one that RxDB adds.
    const primaryPath = instance.primaryPath as StringKeys<RxDocType>;
    /** Judges by the rows that stand, of all that are written or of those alone that are said to stand. */
    const attempt = (sought: typeof rows, put: 'bulkAdd' | 'bulkPut'): Promise<Judged<RxDocType>> =>
      dexieDb.transaction('rw', dexieTable, async () => {
        const ids = sought.map(({ document }) => String(document[primaryPath]));
        const standing = (await getDocsInDb<RxDocType>(instance.internals, ids)).filter(Boolean);
        const standingById = new Map(standing.map((document) => [String(document[primaryPath]), document]));
        // What was removed and comes again follows on its tombstone; RxDB would write such rows by themselves, and no other.
        const known = rows.map((row) => {
          const tombstone = row.previous ? undefined : standingById.get(String(row.document[primaryPath]));
          return tombstone?._deleted ? { ...row, previous: tombstone } : row;
        });
        const found = categorizeBulkWriteRows<RxDocType>(instance, primaryPath, standingById, known, context);
        if (found.errors.length > 0) return found;
        const stored = ({ document }: (typeof rows)[number]) => fromStorageToDexie(booleanIndexes, document);
        await dexieTable[put](found.bulkInsertDocs.map(stored));
        await dexieTable.bulkPut(found.bulkUpdateDocs.map(stored));
        return found;
      });
    const changed = rows.filter(({ previous }) => previous !== undefined);
    // What is new is not looked for: the database itself refuses a key that it has.
    const judged = await attempt(changed, 'bulkAdd').catch((error: unknown) => {
      if (!(error instanceof Dexie.BulkError)) throw error;
      return attempt(rows, 'bulkPut');
    });
    const { errors, eventBulk, newestRow } = judged;
    if (errors.length === 0 && newestRow && eventBulk.events.length > 0) {
      const { document } = newestRow;
      eventBulk.checkpoint = { id: String(document[primaryPath]), lwt: document._meta.lwt };
      changesOf(instance).next(eventBulk);
    }
    return { error: errors };
  };
}

/** RxDB's own looks for what is gone by reading every row, whole; among those of the journal are photos. */
function cleanByKeys<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const usual = instance.cleanup.bind(instance);
  instance.cleanup = async (minimumDeletedTime) => {
    if (minimumDeletedTime > 0) return usual(minimumDeletedTime);
    const { dexieDb, dexieTable } = await instance.internals;
    await dexieDb.transaction('rw', dexieTable, async () => {
      const gone = dexieTable.where(`[_deleted+${instance.primaryPath}]`).between(['1', ''], ['1', '\uffff']);
      await dexieTable.bulkDelete(await gone.primaryKeys());
    });
    return true;
  };
}

/** RxDB's own walks through an index row by row, each a round trip; what an index answers by itself is asked for in one. */
function readAtOnce<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const usual = instance.query.bind(instance);
  instance.query = async (prepared) => {
    const { query, queryPlan: plan } = prepared;
    if (!plan.selectorSatisfiedByIndex || !plan.sortSatisfiedByIndex || query.skip || query.limit !== undefined)
      return usual(prepared);
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

/** RxDB calls the member private, but every listener of the storage hangs on it. */
function changesOf<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): {
  next(bulk: CategorizeBulkWriteRowsOutput<RxDocType>['eventBulk']): void;
} {
  return (instance as unknown as { readonly changes$: ReturnType<typeof changesOf<RxDocType>> }).changes$;
}
