/** The rows that one RxDB storage instance keeps in the durable file: its documents as JSON, its attachments as bytes. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CategorizeBulkWriteRowsOutput, RxDocumentData } from 'rxdb/plugins/core';
import { asDurableFileError } from './durable-file-error.ts';
import { inTransaction, scheduleVacuum, scrub } from './durable-file.ts';

/** RxDB's name for a storage instance: collections of one name in two databases, or two schema versions, are apart. */
type InstanceKey = {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schemaVersion: number;
};

type StoredAttachment = { readonly digest: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** Each instance has tables of its own, so that a load is one scan and a removal is a drop. */
export class DurableTable<RxDocType> {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #number: number;
  readonly #putDocument: StatementSync;
  readonly #putAttachment: StatementSync;
  readonly #dropAttachment: StatementSync;

  constructor(file: string, database: DatabaseSync, key: InstanceKey) {
    this.#file = file;
    this.#database = database;
    this.#number = this.#guarded(() => ensureTables(database, key));
    this.#putDocument = database.prepare(
      `INSERT INTO document_${this.#number} (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
    );
    this.#putAttachment = database.prepare(
      `INSERT OR REPLACE INTO attachment_${this.#number} (document_id, id, digest, type, bytes) VALUES (?, ?, ?, ?, ?)`,
    );
    this.#dropAttachment = database.prepare(`DELETE FROM attachment_${this.#number} WHERE document_id = ? AND id = ?`);
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

  /** Stores the rows that RxDB accepted, all or none. `bytesByBlob` holds the content of each new attachment. */
  save(
    primaryPath: keyof RxDocumentData<RxDocType>,
    accepted: CategorizeBulkWriteRowsOutput<RxDocType>,
    bytesByBlob: ReadonlyMap<Blob, Uint8Array>,
  ): void {
    const documents = [...accepted.bulkInsertDocs, ...accepted.bulkUpdateDocs].map((row) => row.document);
    if (documents.length === 0) return;
    this.#write(() => {
      for (const document of documents) this.#putDocument.run(String(document[primaryPath]), JSON.stringify(document));
      for (const gone of accepted.attachmentsRemove) this.#dropAttachment.run(gone.documentId, gone.attachmentId);
      for (const kept of [...accepted.attachmentsAdd, ...accepted.attachmentsUpdate]) {
        const bytes = bytesByBlob.get(kept.attachmentData.data) ?? null;
        this.#putAttachment.run(kept.documentId, kept.attachmentId, kept.digest, kept.attachmentData.type, bytes);
      }
    });
  }

  /** Deletes the rows of these documents for good; with the last of them, every word of the table leaves the file. */
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

  /** Deletes the instance with everything in it, and every word of it from the file. */
  drop(): void {
    this.#write(() => {
      this.#database.exec(`DROP TABLE document_${this.#number}; DROP TABLE attachment_${this.#number}`);
      this.#database.prepare('DELETE FROM storage_instance WHERE number = ?').run(this.#number);
      scheduleVacuum(this.#database);
    });
    this.#guarded(() => scrub(this.#database));
  }

  attachment(documentId: string, attachmentId: string): StoredAttachment | undefined {
    const row = this.#database
      .prepare(`SELECT digest, type, bytes FROM attachment_${this.#number} WHERE document_id = ? AND id = ?`)
      .get(documentId, attachmentId);
    // The table is STRICT and its columns NOT NULL: digest and type are strings, bytes a Uint8Array.
    return row as StoredAttachment | undefined;
  }

  #write(work: () => void): void {
    this.#guarded(() => inTransaction(this.#database, work));
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw asDurableFileError(this.#file, error, 'unwritable');
    }
  }
}

/** The number in the names of the instance's tables, which are made if they are not there. */
function ensureTables(database: DatabaseSync, key: InstanceKey): number {
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
    database.exec(`
      CREATE TABLE document_${added.lastInsertRowid} (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE attachment_${added.lastInsertRowid} (
        document_id TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, type TEXT NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (document_id, id)
      ) STRICT`);
  });
  return Number(find.get(...parts)?.number);
}
