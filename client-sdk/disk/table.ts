/** Writes many rows of a collection in one storage transaction: all of them, or none and a thrown error. */
import {
  getDefaultRevision,
  getDefaultRxDocumentMeta,
  type BulkWriteRow,
  type RxCollection,
  type RxDocumentData,
} from 'rxdb/plugins/core';
import { BehaviorSubject } from 'rxjs';
import { storageErrorOf, type StorageFault } from '../base/storage-error.ts';

/** RxDB write context that asks the storage for an atomic write (client-sdk/storage/dexie.ts). */
export const atomicWrite = 'sitefile';

/** Another tab wrote first, so the write was computed from stale rows. Nothing of it is stored. */
export class StaleWriteError extends Error {
  override readonly name = 'StaleWriteError';
}

/** An optimistic lock: a row written along with the others if its stored version is `expected`; otherwise StaleWriteError is thrown. */
export interface Guard<Row> {
  readonly row: Row;
  readonly expected: (stored: Row | undefined) => boolean;
}

/** One row before and after a write; undefined = there is none. */
export interface Replacement<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** A row that is computed from each change and stored with it, such as a sum over the others. */
export interface Summary<Row> {
  readonly id: string;
  /** Null = nothing is left to sum up. */
  readonly next: (stored: Row | undefined, changes: readonly Replacement<Row>[]) => Row | null;
}

export interface WriteOptions<Row> {
  readonly summary?: Summary<Row> | undefined;
  /** Rows that are the same as stored are not written again. */
  readonly isSame?: ((put: Row, stored: Row) => boolean) | undefined;
  readonly guard?: Guard<Row> | undefined;
  /** Probably no row exists yet: they are looked up only if the storage reports a conflict. */
  readonly areNew?: boolean | undefined;
}

/**
 * Upserts `puts` and removes `removals`. Resolves when it is stored. Throws StorageError.
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

/** Whether the latest write to the collection succeeded. */
export function healthOf(collection: object): BehaviorSubject<'ok' | StorageFault> {
  const known = healthByCollection.get(collection) ?? new BehaviorSubject<'ok' | StorageFault>('ok');
  healthByCollection.set(collection, known);
  return known;
}

/** False if rows that were assumed to be new exist. */
async function write<Row>(
  collection: RxCollection<Row>,
  given: ReadonlyMap<string, Row>,
  removals: readonly string[],
  { isSame = () => false, guard, summary, areNew = false }: WriteOptions<Row>,
): Promise<boolean> {
  const guardId = guard && String(guard.row[collection.schema.primaryPath as keyof Row]); // the key is a field of the row
  const puts = guard && guardId !== undefined ? new Map([...given, [guardId, guard.row]]) : given;
  if (puts.size === 0 && removals.length === 0) return true;
  const { storageInstance } = collection;
  const own = [guardId, summary?.id].filter((id) => id !== undefined);
  const lookedUp = areNew ? own : [...new Set([...puts.keys(), ...removals, ...own])];
  const stored = lookedUp.length > 0 ? await storageInstance.findDocumentsById(lookedUp, true) : [];
  const primary = collection.schema.primaryPath;
  const storedById = new Map(stored.map((row) => [String(row[primary]), row]));
  if (guard && guardId !== undefined) {
    const found = storedById.get(guardId);
    if (!guard.expected(found && !isTombstone(found) ? found : undefined)) throw new StaleWriteError();
  }
  const rows: BulkWriteRow<Row>[] = [];
  for (const [id, row] of puts) {
    const previous = storedById.get(id);
    if (previous && id !== guardId && !isTombstone(previous) && isSame(row, previous)) continue;
    rows.push(replaced(previous, row));
  }
  for (const id of removals) {
    const previous = storedById.get(id);
    if (previous && !isTombstone(previous)) rows.push({ previous, document: { ...previous, _deleted: true } });
  }
  if (rows.length === 0) return true;
  if (summary) {
    const changes = rows
      .filter(({ document }) => String(document[primary]) !== guardId)
      .map(({ previous, document }) => ({ before: live(previous), after: live(document) }));
    const previous = storedById.get(summary.id);
    const next = changes.length > 0 ? summary.next(live(previous), changes) : undefined;
    if (next) rows.push(replaced(previous, next));
    else if (next === null && previous) rows.push({ previous, document: { ...previous, _deleted: true } });
  }
  const { error } = await storageInstance.bulkWrite(rows, atomicWrite);
  const [first] = error;
  if (first && areNew) return false;
  // Another tab wrote between the lookup and the write.
  if (first && guard) throw new StaleWriteError();
  if (first)
    throw new Error(`The storage refused ${error.length} of ${rows.length} rows; the first status is ${first.status}.`);
  return true;
}

function replaced<Row>(previous: RxDocumentData<Row> | undefined, row: Row): BulkWriteRow<Row> {
  const document = {
    ...row,
    _deleted: false,
    _attachments: {},
    _meta: getDefaultRxDocumentMeta(),
    _rev: getDefaultRevision(),
  };
  return previous ? { previous, document } : { document };
}

function live<Row extends { readonly _deleted: boolean }>(row: Row | undefined): Row | undefined {
  return row && !isTombstone(row) ? row : undefined;
}

function isTombstone({ _deleted: deleted }: { readonly _deleted: boolean }): boolean {
  return deleted;
}
