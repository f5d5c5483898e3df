/** The table of one RxDB storage instance in the durable file: its documents as JSON. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CategorizeBulkWriteRowsOutput, RxDocumentData } from 'rxdb/plugins/core';
import { asDurableFileError, type DurableFileFault } from './durable-file-error.ts';
import { inTransaction, scheduleVacuum, scrub } from './durable-file.ts';

/** Identifies a storage instance in RxDB: the same collection name may exist in two databases or schema versions. */
type InstanceKey = {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schemaVersion: number;
};

/** One table an instance, so that a load is one scan and a removal is a drop. */
export class DurableTable<RxDocType> {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #number: number;
  readonly #putDocument: StatementSync;

  constructor(file: string, database: DatabaseSync, key: InstanceKey) {
    this.#file = file;
    this.#database = database;
    this.#number = this.#guarded(() => ensureTable(database, key));
    this.#putDocument = this.#guarded(
      () =>
        database.prepare(
          `INSERT INTO document_${this.#number} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
        ),
      'damaged',
    );
  }

  /** As `load`, from the disk and not from SQLite's page cache. */
  reload(): RxDocumentData<RxDocType>[] {
    this.#database.exec('PRAGMA shrink_memory');
    return this.load();
  }

  /** Every document, tombstones too, exactly as it was written. */
  load(): RxDocumentData<RxDocType>[] {
    try {
      const rows = this.#database.prepare(`SELECT body FROM document_${this.#number}`).all();
      // The column holds only what `save` wrote: this instance's documents as JSON.
      return rows.map((row) => JSON.parse(String(row.body)) as RxDocumentData<RxDocType>);
    } catch (error) {
      throw asDurableFileError(this.#file, error, 'damaged');
    }
  }

  /** Stores the rows that RxDB accepted, all or none. */
  save(primaryPath: keyof RxDocumentData<RxDocType>, accepted: CategorizeBulkWriteRowsOutput<RxDocType>): void {
    const documents = [...accepted.bulkInsertDocs, ...accepted.bulkUpdateDocs].map((row) => row.document);
    if (documents.length === 0) return;
    this.#write(() => {
      for (const document of documents) this.#putDocument.run(String(document[primaryPath]), JSON.stringify(document));
    });
  }

  /** Deletes the rows of these documents; once the table is empty, its content is scrubbed from the file. */
  forget(documentIds: readonly string[]): void {
    if (documentIds.length === 0) return;
    const dropDocument = this.#database.prepare(`DELETE FROM document_${this.#number} WHERE id = ?`);
    const first = this.#database.prepare(`SELECT id FROM document_${this.#number} LIMIT 1`);
    let isEmpty = false;
    this.#write(() => {
      for (const id of documentIds) dropDocument.run(id);
      isEmpty = first.get() === undefined;
      if (isEmpty) scheduleVacuum(this.#database);
    });
    if (isEmpty) this.#guarded(() => scrub(this.#database));
  }

  /** Deletes the instance and scrubs its content from the file. */
  drop(): void {
    this.#write(() => {
      this.#database.exec(`DROP TABLE document_${this.#number}`);
      this.#database.prepare('DELETE FROM storage_instance WHERE number = ?').run(this.#number);
      scheduleVacuum(this.#database);
    });
    this.#guarded(() => scrub(this.#database));
  }

  #write(work: () => void): void {
    this.#guarded(() => inTransaction(this.#database, work));
  }

  #guarded<Result>(work: () => Result, otherwise: DurableFileFault = 'unwritable'): Result {
    try {
      return work();
    } catch (error) {
      throw asDurableFileError(this.#file, error, otherwise);
    }
  }
}

/** The number in the name of the instance's table, which is created if it is missing. */
function ensureTable(database: DatabaseSync, key: InstanceKey): number {
  const parts = [key.databaseName, key.collectionName, key.schemaVersion] as const;
  const find = database.prepare(
    'SELECT number FROM storage_instance WHERE database_name = ? AND collection_name = ? AND schema_version = ?',
  );
  const known = find.get(...parts);
  if (known !== undefined) return Number(known.number);
  inTransaction(database, () => {
    const added = database
      .prepare('INSERT INTO storage_instance (database_name, collection_name, schema_version) VALUES (?, ?, ?)')
      .run(...parts);
    database.exec(`CREATE TABLE document_${added.lastInsertRowid} (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT`);
  });
  return Number(find.get(...parts)?.number);
}
