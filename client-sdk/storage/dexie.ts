/**
 * RxDB on IndexedDB through Dexie: the storage of a browser (dexie is pinned to the version that rxdb pins). What the replica writes is
 * all or nothing, judged and stored in one IndexedDB transaction, so that tabs that share the database cannot come between.
 */
import { categorizeBulkWriteRows, type CategorizeBulkWriteRowsOutput } from 'rxdb/plugins/core';
import type { DexieSettings, RxStorageInstanceCreationParams, StringKeys } from 'rxdb/plugins/core';
import {
  fromStorageToDexie,
  getDocsInDb,
  getRxStorageDexie,
  type RxStorageDexie,
  type RxStorageInstanceDexie,
} from 'rxdb/plugins/storage-dexie';
import { wholeWrite } from '../table.ts';

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
    return instance;
  };
  return storage;
}

/** RxDB's own write stores the rows without a conflict and returns the others; the replica's rows belong together. */
function writeWhole<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): void {
  const usual = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, context) => {
    if (context !== wholeWrite) return usual(rows, context);
    const { dexieDb, dexieTable, booleanIndexes } = await instance.internals;
    // The primary key is a field of the document itself, never one that RxDB adds.
    const primaryPath = instance.primaryPath as StringKeys<RxDocType>;
    const judged: CategorizeBulkWriteRowsOutput<RxDocType> = await dexieDb.transaction('rw', dexieTable, async () => {
      const ids = rows.map(({ document }) => String(document[primaryPath]));
      const standing = (await getDocsInDb<RxDocType>(instance.internals, ids)).filter(Boolean);
      const standingById = new Map(standing.map((document) => [String(document[primaryPath]), document]));
      const found = categorizeBulkWriteRows<RxDocType>(instance, primaryPath, standingById, rows, context);
      const accepted = [...found.bulkInsertDocs, ...found.bulkUpdateDocs].map(({ document }) => document);
      if (found.errors.length === 0)
        await dexieTable.bulkPut(accepted.map((document) => fromStorageToDexie(booleanIndexes, document)));
      return found;
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

/** RxDB calls the member private, but every listener of the storage hangs on it. */
function changesOf<RxDocType>(instance: RxStorageInstanceDexie<RxDocType>): {
  next(bulk: CategorizeBulkWriteRowsOutput<RxDocType>['eventBulk']): void;
} {
  return (instance as unknown as { readonly changes$: ReturnType<typeof changesOf<RxDocType>> }).changes$;
}
