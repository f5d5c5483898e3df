/** The device's storage as the rest of the SDK sees it: tables of JSON rows by key. `client-sdk/storage/` implements it. */
import type { BehaviorSubject, Observable } from 'rxjs';
import type { StorageFault } from './storage-error.ts';

/** Where a replica can live: memory, IndexedDB or a file. */
export interface DeviceStorage {
  /** Throws if the same place has the name open already. */
  open(name: string): Promise<StorageConnection>;
}

export interface StorageConnection {
  /** Other browser tabs may have the same tables open. */
  readonly isShared: boolean;
  table<Row extends object>(definition: TableDefinition<Row>): Promise<Table<Row>>;
  /** Bytes in use; null where the platform does not say. */
  size(): Promise<number | null>;
  /** Resolves when every write begun so far is stored. */
  close(): Promise<void>;
  /** Deletes all tables, and closes. */
  remove(): Promise<void>;
}

export interface TableDefinition<Row> {
  readonly name: string;
  /** A string, as are the values of indexed fields. */
  readonly key: keyof Row & string;
  readonly index: readonly (keyof Row & string)[];
}

export interface Table<Row> {
  /** Whether the latest write succeeded. */
  readonly health$: BehaviorSubject<'ok' | StorageFault>;
  /** What was written from now on, here or in another tab. */
  readonly changes$: Observable<readonly RowChange<Row>[]>;
  get(keys: readonly string[]): Promise<readonly Row[]>;
  range(range?: Range<Row>): Promise<readonly Row[]>;
  /** In one transaction: everything, or a thrown StorageError or StaleWriteError and nothing. */
  write(write: TableWrite<Row>): Promise<void>;
}

export interface RowChange<Row> {
  readonly row: Row;
  /** The row was removed. */
  readonly gone: boolean;
}

/** By default every row, in no particular order. */
export interface Range<Row> {
  /** Values of the first fields of the index. */
  readonly where?: Partial<Row>;
  /** Keys between these two, without them, in order. */
  readonly after?: string;
  readonly below?: string;
}

export interface TableWrite<Row> {
  readonly put?: readonly Row[];
  /** Keys. */
  readonly remove?: readonly string[];
  readonly guard?: Guard<Row> | undefined;
  readonly summary?: Summary<Row> | undefined;
  /** Rows that are the same as stored are not written again. */
  readonly isSame?: ((put: Row, stored: Row) => boolean) | undefined;
  /** Probably no row of `put` exists yet: a storage may look them up only if one does. */
  readonly areNew?: boolean | undefined;
  readonly purpose?: WritePurpose | undefined;
}

export type WritePurpose =
  /** New work, the default: on disk when the write resolves. */
  | 'work'
  /** What becomes of earlier work: likewise, and a full disk takes it from the reserve, where there is one. */
  | 'answer'
  /** What the server sends again if it is lost: the disk may take its time, but keeps the order of all writes. */
  | 'page';

/** An optimistic lock: a row written along with the others if its stored version is `expected`; otherwise StaleWriteError is thrown. */
export interface Guard<Row> {
  readonly row: Row;
  readonly expected: (stored: Row | undefined) => boolean;
}

/** A row that is computed from each change and stored with it, such as a sum over the others. */
export interface Summary<Row> {
  readonly key: string;
  /** Null = nothing is left to sum up. */
  readonly next: (stored: Row | undefined, changes: readonly Replacement<Row>[]) => Row | null;
}

/** One row before and after a write; undefined = there is none. */
export interface Replacement<Row> {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Another tab wrote first, so the write was computed from stale rows. Nothing of it is stored. */
export class StaleWriteError extends Error {
  override readonly name = 'StaleWriteError';
}
