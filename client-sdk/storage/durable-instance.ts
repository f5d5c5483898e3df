/** A storage instance of RxDB on a table of the durable file: its documents as JSON text, parsed when somebody reads them. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import {
  categorizeBulkWriteRows,
  getQueryMatcher,
  getSortComparator,
  type BulkWriteRow,
  type EventBulk,
  type PreparedQuery,
  type RxDocumentData,
  type RxStorageBulkWriteResponse,
  type RxStorageChangeEvent,
  type RxStorageDefaultCheckpoint,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
  type StringKeys,
} from 'rxdb/plugins/core';
import { Subject, type Observable } from 'rxjs';
import { scheduleVacuum, type DurableFile } from './durable-file.ts';
import { indexed, keyOf, narrowed } from './narrow.ts';
import type { WritePurpose } from '../base/tables.ts';
import type { RowContext } from './rx-table.ts';

type Changes<RxDocType> = EventBulk<RxStorageChangeEvent<RxDocumentData<RxDocType>>, RxStorageDefaultCheckpoint>;
type Params<RxDocType> = RxStorageInstanceCreationParams<RxDocType, object>;

export class DurableInstance<RxDocType> implements RxStorageInstance<RxDocType, DurableFile, object> {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schema: Params<RxDocType>['schema'];
  readonly options = {};
  readonly internals: DurableFile;
  readonly #primaryPath: StringKeys<RxDocType>;
  readonly #number: number;
  /** One table an instance, so that a removal is a drop. */
  readonly #table: string;
  readonly #statements = new Map<string, StatementSync>();
  readonly #changes$ = new Subject<Changes<RxDocType>>();
  readonly #onClosed: () => void;

  /** `onClosed` is called once. Throws DurableFileError. */
  constructor(file: DurableFile, params: Params<RxDocType>, onClosed: () => void) {
    const { databaseName, collectionName, schema } = params;
    this.databaseName = databaseName;
    this.collectionName = collectionName;
    this.schema = schema;
    this.internals = file;
    this.#onClosed = onClosed;
    const { primaryKey } = schema;
    this.#primaryPath = (typeof primaryKey === 'string' ? primaryKey : primaryKey.key) as StringKeys<RxDocType>; // a field of the documents
    this.#number = this.#ensureTable([databaseName, collectionName, schema.version]);
    this.#table = `document_${this.#number}`;
  }

  /** Resolves when it is on disk. A write that the file refuses is thrown, and leaves no trace. */
  async bulkWrite(writes: BulkWriteRow<RxDocType>[], context: string): Promise<RxStorageBulkWriteResponse<RxDocType>> {
    const key = this.#primaryPath;
    // A table has looked up what it writes, and nobody else writes.
    const stored = purposeOf(context)
      ? writes.flatMap(({ previous }) => (previous ? [previous] : []))
      : this.#find(writes.map(({ document }) => String(document[key])));
    const storedById = new Map(stored.map((document) => [String(document[key]), document]));
    const accepted = categorizeBulkWriteRows<RxDocType>(this, key, storedById, writes, context);
    const documents = [...accepted.bulkInsertDocs, ...accepted.bulkUpdateDocs].map(({ document }) => document);
    if (documents.length > 0) this.#save(documents, purposeOf(context));
    const { errors, eventBulk, newestRow } = accepted;
    if (newestRow && eventBulk.events.length > 0) {
      eventBulk.checkpoint = { id: newestRow.document[key], lwt: newestRow.document._meta.lwt };
      this.#changes$.next(eventBulk);
    }
    return { error: errors };
  }

  async findDocumentsById(ids: string[], withDeleted: boolean): Promise<RxDocumentData<RxDocType>[]> {
    return this.#find(ids).filter(({ _deleted: isDeleted }) => withDeleted || !isDeleted);
  }

  async query({ query, queryPlan }: PreparedQuery<RxDocType>): Promise<{ documents: RxDocumentData<RxDocType>[] }> {
    const narrow = narrowed(queryPlan, this.#primaryPath);
    // A reader of everything wants to know what is on the disk, and not in SQLite's cache.
    if (!narrow) this.internals.database.exec('PRAGMA shrink_memory');
    const where = narrow ? ` WHERE ${narrow.condition}` : '';
    const read = this.#read(`SELECT body FROM ${this.#table}${where}`, narrow?.values ?? []);
    const matches = getQueryMatcher<RxDocumentData<RxDocType>>(this.schema, query as never);
    const found = read.filter((document) => matches(document as never));
    const documents = found.toSorted(getSortComparator(this.schema, query));
    const { skip, limit = Infinity } = query;
    return { documents: documents.slice(skip, skip + limit) };
  }

  async count(query: PreparedQuery<RxDocType>): Promise<{ count: number; mode: 'fast' }> {
    return { count: (await this.query(query)).documents.length, mode: 'fast' };
  }

  async getAttachmentData(): Promise<Blob> {
    throw new Error('Durable storage holds no attachments.');
  }

  changeStream(): Observable<Changes<RxDocType>> {
    return this.#changes$.asObservable();
  }

  /** Deletes tombstones. */
  async cleanup(minimumDeletedTime: number): Promise<boolean> {
    const isOld = `json_extract(body, '$._deleted') AND json_extract(body, '$._meta.lwt') <= ?`;
    const drop = this.#prepared(`DELETE FROM ${this.#table} WHERE ${isOld}`);
    // RxDB's times may be a little ahead.
    this.internals.write(() => drop.run(Date.now() + 1000 - minimumDeletedTime));
    return true;
  }

  async remove(): Promise<void> {
    this.#statements.clear();
    this.internals.drop((database) => {
      database.exec(`DROP TABLE ${this.#table}`);
      database.prepare('DELETE FROM storage_instance WHERE number = ?').run(this.#number);
      scheduleVacuum(database);
    });
    await this.close();
  }

  async close(): Promise<void> {
    if (this.#changes$.closed) return;
    this.#changes$.unsubscribe();
    this.#onClosed();
  }

  #save(documents: readonly RxDocumentData<RxDocType>[], purpose: WritePurpose | undefined): void {
    const insert = `INSERT INTO ${this.#table} (id, body) VALUES (?, ?)`;
    const put = this.#prepared(`${insert} ON CONFLICT (id) DO UPDATE SET body = excluded.body`);
    const drop = this.#prepared(`DELETE FROM ${this.#table} WHERE id = ?`);
    const any = this.#prepared(`SELECT id FROM ${this.#table} LIMIT 1`);
    this.internals.write((database) => {
      for (const document of documents) {
        const key = keyOf(String(document[this.#primaryPath]));
        // Nobody replicates a table's rows, so nobody needs their tombstones.
        if (document._deleted && purpose) drop.run(key);
        else put.run(key, JSON.stringify(document));
      }
      if (any.get() === undefined) scheduleVacuum(database);
    }, purpose ?? 'work');
  }

  #find(ids: readonly string[]): RxDocumentData<RxDocType>[] {
    return ids.flatMap((id) => this.#read(`SELECT body FROM ${this.#table} WHERE id = ?`, [keyOf(id)]));
  }

  #read(sql: string, values: readonly SQLInputValue[]): RxDocumentData<RxDocType>[] {
    return this.internals.read(() => {
      const rows = this.#prepared(sql).all(...values);
      // The column holds only what `#save` wrote: this instance's documents as JSON.
      return rows.map(({ body }) => JSON.parse(String(body)) as RxDocumentData<RxDocType>);
    });
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.internals.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Identifies an instance: RxDB may have one collection name in two databases or schema versions. */
  #ensureTable(identity: readonly [string, string, number]): number {
    const columns = 'database_name, collection_name, schema_version';
    const find = this.internals.database.prepare(`SELECT number FROM storage_instance WHERE (${columns}) = (?, ?, ?)`);
    const known = find.get(...identity);
    if (known) return Number(known['number']);
    this.internals.write((database) => {
      database.prepare(`INSERT INTO storage_instance (${columns}) VALUES (?, ?, ?)`).run(...identity);
      const table = `document_${Number(find.get(...identity)?.['number'])}`;
      database.exec(`CREATE TABLE ${table} (id TEXT PRIMARY KEY, body TEXT NOT NULL CHECK (json_valid(body))) STRICT`);
      for (const [i, fields] of (this.schema.indexes ?? []).entries()) {
        const values = indexed([fields].flat(), this.#primaryPath);
        if (values.length > 0) database.exec(`CREATE INDEX by_${table}_${i} ON ${table} (${values.join(', ')})`);
      }
    });
    return Number(find.get(...identity)?.['number']);
  }
}

const purposes: Readonly<Record<RowContext, WritePurpose>> = {
  'sitefile-work': 'work',
  'sitefile-answer': 'answer',
  'sitefile-page': 'page',
};

/** Undefined for a write of anybody but a table. */
function purposeOf(context: string): WritePurpose | undefined {
  return Object.hasOwn(purposes, context) ? purposes[context as RowContext] : undefined;
}
