/** A table on a storage instance of RxDB, without its databases, collections and documents. */
import {
  createRevision,
  normalizeMangoQuery,
  now,
  prepareQuery,
  type BulkWriteRow,
  type RxDocumentData,
  type RxStorageInstance,
} from 'rxdb/plugins/core';
import { BehaviorSubject, map, type Observable } from 'rxjs';
import { storageErrorOf, type StorageFault } from '../base/storage-error.ts';
import {
  StaleWriteError,
  type Range,
  type Replacement,
  type RowChange,
  type Table,
  type TableWrite,
  type WritePurpose,
} from '../base/tables.ts';

/** RxDB's context of a table's writes: they have looked up what they replace, and need no tombstones. */
export type RowContext = `sitefile-${WritePurpose}`;

/** A row, as RxDB knows it. */
export type Document = Readonly<Record<string, unknown>>;
export type Instance = RxStorageInstance<Document, unknown, unknown>;
type Stored = RxDocumentData<Document>;

/** Which rows a write looks up. */
export interface Sought {
  readonly keys: readonly string[];
  /** Those among them that probably exist. */
  readonly likely: readonly string[];
}

/** In one transaction: looks rows up, and writes what `decide` makes of them. Throws if it cannot. */
export type Transaction = (
  sought: Sought,
  decide: (stored: ReadonlyMap<string, Stored>) => BulkWriteRow<Document>[],
  context: RowContext,
) => Promise<void>;

export class RxTable<Row extends object> implements Table<Row> {
  readonly health$ = new BehaviorSubject<'ok' | StorageFault>('ok');
  readonly changes$: Observable<readonly RowChange<Row>[]>;
  readonly #instance: Instance;
  readonly #key: keyof Row & string;
  readonly #transaction: Transaction;
  /** The latest write, whether it succeeded or not. */
  #idle: Promise<unknown> = Promise.resolve();

  constructor(instance: Instance, key: keyof Row & string, transaction: Transaction) {
    this.#instance = instance;
    this.#key = key;
    this.#transaction = transaction;
    this.changes$ = instance.changeStream().pipe(
      map(({ events }) =>
        events.map(({ operation, documentData: row }) => ({
          row: row as unknown as Row,
          gone: operation === 'DELETE',
        })),
      ),
    );
  }

  // Only `write` writes documents, which are rows.
  async get(keys: readonly string[]): Promise<readonly Row[]> {
    return (await this.#instance.findDocumentsById([...keys], false)) as unknown as Row[];
  }

  async range({ where = {}, after, below }: Range<Row> = {}): Promise<readonly Row[]> {
    const { schema } = this.#instance;
    const bounds = { ...(after === undefined ? {} : { $gt: after }), ...(below === undefined ? {} : { $lt: below }) };
    const isOrdered = after !== undefined || below !== undefined;
    const query = normalizeMangoQuery<Stored>(schema, {
      selector: { ...where, _deleted: { $eq: false }, ...(isOrdered ? { [this.#key]: bounds } : {}) },
      ...(isOrdered ? { sort: [{ [this.#key]: 'asc' }] } : {}),
    });
    const { documents } = await this.#instance.query(prepareQuery(schema, query as never));
    return documents as unknown as Row[];
  }

  async write(write: TableWrite<Row>): Promise<void> {
    const { put = [], remove = [], guard, summary, areNew = false, purpose = 'work' } = write;
    if (put.length === 0 && remove.length === 0 && !guard) return;
    const own = [...(guard ? [this.#keyOf(guard.row)] : []), ...(summary ? [summary.key] : [])];
    const keys = [...new Set([...put.map((row) => this.#keyOf(row)), ...remove, ...own])];
    const likely = areNew ? [...remove, ...own] : keys;
    const written = this.#transaction({ keys, likely }, (stored) => this.#rowsOf(write, stored), `sitefile-${purpose}`);
    this.#idle = written.catch(() => undefined);
    try {
      await written;
      if (this.health$.value !== 'ok') this.health$.next('ok');
    } catch (error) {
      if (error instanceof StaleWriteError) throw error;
      const refusal = storageErrorOf(error);
      this.health$.next(refusal.fault);
      throw refusal;
    }
  }

  async idle(): Promise<void> {
    await this.#idle;
  }

  /** Throws StaleWriteError. */
  #rowsOf(
    { put = [], remove = [], guard, summary, isSame = () => false }: TableWrite<Row>,
    stored: ReadonlyMap<string, Stored>,
  ): BulkWriteRow<Document>[] {
    const rowOf = (key: string): Row | undefined => stored.get(key) as Row | undefined;
    if (guard && !guard.expected(rowOf(this.#keyOf(guard.row)))) throw new StaleWriteError();
    const after = new Map<string, Row | undefined>(remove.map((key) => [key, undefined]));
    for (const row of put) after.set(this.#keyOf(row), row);
    const changes = new Map<string, Replacement<Row>>();
    for (const [key, row] of after) {
      const before = rowOf(key);
      if (row ? !before || !isSame(row, before) : before) changes.set(key, { before, after: row });
    }
    if (summary && changes.size > 0) {
      const before = rowOf(summary.key);
      const next = summary.next(before, [...changes.values()]) ?? undefined;
      if (before ?? next) changes.set(summary.key, { before, after: next });
    }
    if (guard) changes.set(this.#keyOf(guard.row), { before: undefined, after: guard.row });
    const at = now();
    return [...changes].map(([key, change]) => replaced(stored.get(key), change.after as Document | undefined, at));
  }

  #keyOf(row: Row): string {
    return String(row[this.#key]);
  }
}

/** A write in RxDB's form; without a document it removes the one before. */
function replaced(previous: Stored | undefined, after: Document | undefined, at: number): BulkWriteRow<Document> {
  const document = {
    ...(after ?? previous),
    _deleted: after === undefined,
    _attachments: {},
    _meta: { lwt: at },
    _rev: createRevision('sitefile', previous),
  };
  return previous ? { previous, document } : { document };
}
