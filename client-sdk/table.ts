/** Writing many rows of one collection at once: all of them in one transaction of the storage, or a thrown error. */
import { getDefaultRevision, getDefaultRxDocumentMeta, type BulkWriteRow, type RxCollection } from 'rxdb/plugins/core';
import { BehaviorSubject } from 'rxjs';
import { storageErrorOf, type StorageFault } from './storage-error.ts';

/** The context under which the replica's rows are written: all of them or none, where a storage makes a difference. */
export const wholeWrite = 'sitefile';

/** What a write was worked out from is no longer what stands: another tab came first. Nothing of the write is stored. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite';
}

/** A row that is written along with the others, if it still stands as `expected` says; else `StaleWrite` is thrown. */
export interface Guard<Row> {
  readonly row: Row;
  readonly expected: (standing: Row | undefined) => boolean;
}

/**
 * Puts rows whatever stands there now, but for those that are the same, and removes ids that stand. Resolves when it is stored.
 * Throws StorageError.
 */
export async function writeRows<Row>(
  collection: RxCollection<Row>,
  puts: ReadonlyMap<string, Row>,
  removals: readonly string[] = [],
  isSame: (put: Row, standing: Row) => boolean = () => false,
  guard?: Guard<Row>,
): Promise<void> {
  const health = healthOf(collection);
  try {
    await write(collection, puts, removals, isSame, guard);
    if (health.value !== 'ok') health.next('ok');
  } catch (error) {
    if (error instanceof StaleWrite) throw error;
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

async function write<Row>(
  collection: RxCollection<Row>,
  given: ReadonlyMap<string, Row>,
  removals: readonly string[],
  isSame: (put: Row, standing: Row) => boolean,
  guard: Guard<Row> | undefined,
): Promise<void> {
  const guardId = guard && String(guard.row[collection.schema.primaryPath as keyof Row]); // the key is a field of the row
  const puts = guard && guardId !== undefined ? new Map([...given, [guardId, guard.row]]) : given;
  if (puts.size === 0 && removals.length === 0) return;
  const { storageInstance } = collection;
  const standing = await storageInstance.findDocumentsById([...puts.keys(), ...removals], true);
  const primary = collection.schema.primaryPath;
  const standingById = new Map(standing.map((row) => [String(row[primary]), row]));
  if (guard && guardId !== undefined) {
    const found = standingById.get(guardId);
    if (!guard.expected(found && !isTombstone(found) ? found : undefined)) throw new StaleWrite();
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
  if (rows.length === 0) return;
  const { error } = await storageInstance.bulkWrite(rows, wholeWrite);
  const [first] = error;
  // Judged by the rows as they stood a moment ago; between that and the write another tab wrote.
  if (first && guard) throw new StaleWrite();
  if (first)
    throw new Error(
      `The storage refused ${error.length} of ${rows.length} rows, the first with status ${first.status}.`,
    );
}

function isTombstone({ _deleted: deleted }: { readonly _deleted: boolean }): boolean {
  return deleted;
}
