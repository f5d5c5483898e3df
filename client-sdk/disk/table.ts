/** Writing many rows of one collection at once: all of them in one transaction of the storage, or a thrown error. */
import { getDefaultRevision, getDefaultRxDocumentMeta, type BulkWriteRow, type RxCollection } from 'rxdb/plugins/core';
import { BehaviorSubject } from 'rxjs';
import { storageErrorOf, type StorageFault } from '../base/storage-error.ts';

/** The context under which the replica's rows are written: all of them or none, where a storage makes a difference. */
export const atomicWrite = 'sitefile';

/** What a write was worked out from is no longer what stands: another tab came first. Nothing of the write is stored. */
export class StaleWriteError extends Error {
  override readonly name = 'StaleWrite';
}

/** A row that is written along with the others, if it still stands as `expected` says; else `StaleWrite` is thrown. */
export interface Guard<Row> {
  readonly row: Row;
  readonly expected: (standing: Row | undefined) => boolean;
}

export interface WriteOptions<Row> {
  /** A row that stands as it is put is not written again. */
  readonly isSame?: ((put: Row, standing: Row) => boolean) | undefined;
  readonly guard?: Guard<Row> | undefined;
  /** Most likely none of the rows stands: they are not looked for first, only where the storage finds one after all. */
  readonly areNew?: boolean | undefined;
}

/**
 * Puts rows whatever stands there now, but for those that are the same, and removes ids that stand. Resolves when it is stored.
 * Throws StorageError.
 */
export async function writeRows<Row>(
  collection: RxCollection<Row>,
  puts: ReadonlyMap<string, Row>,
  removals: readonly string[] = [],
  options: WriteOptions<Row> = {},
): Promise<void> {
  const health = healthOf(collection);
  try {
    const isWritten =
      options.areNew === true && removals.length === 0 && (await write(collection, puts, removals, options));
    if (!isWritten) await write(collection, puts, removals, { ...options, areNew: false });
    if (health.value !== 'ok') health.next('ok');
  } catch (error) {
    if (error instanceof StaleWriteError) throw error;
    const refusal = storageErrorOf(error);
    health.next(refusal.fault);
    throw refusal;
  }
}

const healthByCollection = new WeakMap<object, BehaviorSubject<'ok' | StorageFault>>();

/** Whether the storage took the latest write to the collection. */
export function healthOf(collection: object): BehaviorSubject<'ok' | StorageFault> {
  const known = healthByCollection.get(collection) ?? new BehaviorSubject<'ok' | StorageFault>('ok');
  healthByCollection.set(collection, known);
  return known;
}

/** False where rows that were thought to be new stand after all. */
async function write<Row>(
  collection: RxCollection<Row>,
  given: ReadonlyMap<string, Row>,
  removals: readonly string[],
  { isSame = () => false, guard, areNew = false }: WriteOptions<Row>,
): Promise<boolean> {
  const guardId = guard && String(guard.row[collection.schema.primaryPath as keyof Row]); // the key is a field of the row
  const puts = guard && guardId !== undefined ? new Map([...given, [guardId, guard.row]]) : given;
  if (puts.size === 0 && removals.length === 0) return true;
  const { storageInstance } = collection;
  const sought = areNew ? (guardId === undefined ? [] : [guardId]) : [...puts.keys(), ...removals];
  const standing = sought.length > 0 ? await storageInstance.findDocumentsById(sought, true) : [];
  const primary = collection.schema.primaryPath;
  const standingById = new Map(standing.map((row) => [String(row[primary]), row]));
  if (guard && guardId !== undefined) {
    const found = standingById.get(guardId);
    if (!guard.expected(found && !isTombstone(found) ? found : undefined)) throw new StaleWriteError();
  }
  const rows: BulkWriteRow<Row>[] = [];
  for (const [id, row] of puts) {
    const previous = standingById.get(id);
    if (previous && id !== guardId && !isTombstone(previous) && isSame(row, previous)) continue;
    const document = {
      ...row,
      _deleted: false,
      _attachments: {},
      _meta: getDefaultRxDocumentMeta(),
      _rev: getDefaultRevision(),
    };
    rows.push(previous ? { previous, document } : { document });
  }
  for (const id of removals) {
    const previous = standingById.get(id);
    if (previous && !isTombstone(previous)) rows.push({ previous, document: { ...previous, _deleted: true } });
  }
  if (rows.length === 0) return true;
  const { error } = await storageInstance.bulkWrite(rows, atomicWrite);
  const [first] = error;
  if (first && areNew) return false;
  // Judged by the rows as they stood a moment ago; between that and the write another tab wrote.
  if (first && guard) throw new StaleWriteError();
  if (first)
    throw new Error(
      `The storage refused ${error.length} of ${rows.length} rows, the first with status ${first.status}.`,
    );
  return true;
}

function isTombstone({ _deleted: deleted }: { readonly _deleted: boolean }): boolean {
  return deleted;
}
