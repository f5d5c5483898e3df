/** One collection of a durable storage: RxDB's memory instance answers every read, and no write reaches it before the file. */
import { categorizeBulkWriteRows } from 'rxdb/plugins/core';
import type {
  BulkWriteRow,
  EventBulk,
  PreparedQuery,
  RxDocumentData,
  RxStorageBulkWriteResponse,
  RxStorageChangeEvent,
  RxStorageCountResult,
  RxStorageDefaultCheckpoint,
  RxStorageInstance,
  RxStorageQueryResult,
  StringKeys,
} from 'rxdb/plugins/core';
import { ensureNotRemoved } from 'rxdb/plugins/storage-memory';
import type {
  MemoryStorageInternals,
  RxStorageInstanceMemory,
  RxStorageMemoryInstanceCreationOptions,
} from 'rxdb/plugins/storage-memory';
import type { Observable } from 'rxjs';
import type { DurableTable } from './durable-table.ts';

export class DurableInstance<RxDocType> implements RxStorageInstance<
  RxDocType,
  MemoryStorageInternals<RxDocType>,
  RxStorageMemoryInstanceCreationOptions,
  RxStorageDefaultCheckpoint
> {
  readonly databaseName: string;
  readonly collectionName: string;
  readonly schema: RxStorageInstanceMemory<RxDocType>['schema'];
  readonly internals: MemoryStorageInternals<RxDocType>;
  readonly options: RxStorageMemoryInstanceCreationOptions;
  readonly #memory: RxStorageInstanceMemory<RxDocType>;
  readonly #table: DurableTable<RxDocType>;
  readonly #onClosed: () => void;
  #closed = false;

  /** `memory` must already hold what `table` holds; `onClosed` is called once, after close or remove. */
  constructor(memory: RxStorageInstanceMemory<RxDocType>, table: DurableTable<RxDocType>, onClosed: () => void) {
    this.databaseName = memory.databaseName;
    this.collectionName = memory.collectionName;
    this.schema = memory.schema;
    this.internals = memory.internals;
    this.options = memory.options;
    this.#memory = memory;
    this.#table = table;
    this.#onClosed = onClosed;
  }

  /**
   * From the judgement of the rows to the write in memory nothing is awaited, so no other write comes between and
   * memory accepts exactly the rows that are in the file. A write that the file refuses is thrown and leaves no trace.
   */
  async bulkWrite(writes: BulkWriteRow<RxDocType>[], context: string): Promise<RxStorageBulkWriteResponse<RxDocType>> {
    const bytesByBlob = this.schema.attachments ? await readBlobs(writes) : new Map<Blob, Uint8Array>();
    this.#ensureUsable();
    this.#memory.ensurePersistence();
    // The primary key is a field of the document itself, never one that RxDB adds.
    const primaryPath = this.#memory.primaryPath as StringKeys<RxDocType>;
    const stored = this.internals.documents;
    const accepted = categorizeBulkWriteRows<RxDocType>(this.#memory, primaryPath, stored, writes, context);
    this.#table.save(primaryPath, accepted, bytesByBlob);
    return this.#memory.bulkWrite(writes, context);
  }

  async findDocumentsById(ids: string[], withDeleted: boolean): Promise<RxDocumentData<RxDocType>[]> {
    return this.#memory.findDocumentsById(ids, withDeleted);
  }

  async query(preparedQuery: PreparedQuery<RxDocType>): Promise<RxStorageQueryResult<RxDocType>> {
    return this.#memory.query(preparedQuery);
  }

  async count(preparedQuery: PreparedQuery<RxDocType>): Promise<RxStorageCountResult> {
    return this.#memory.count(preparedQuery);
  }

  changeStream(): Observable<EventBulk<RxStorageChangeEvent<RxDocumentData<RxDocType>>, RxStorageDefaultCheckpoint>> {
    return this.#memory.changeStream();
  }

  /** Read from the file, so that photos of earlier runs do not fill the memory. */
  async getAttachmentData(documentId: string, attachmentId: string, digest: string): Promise<Blob> {
    this.#ensureUsable();
    const stored = this.#table.attachment(documentId, attachmentId);
    if (stored === undefined || stored.digest !== digest) {
      throw new Error(`attachment does not exist: ${documentId}||${attachmentId}`);
    }
    return new Blob([stored.bytes], { type: stored.type });
  }

  /** Memory chooses the old tombstones; should the file then refuse, they come back at the next open and go again. */
  async cleanup(minimumDeletedTime: number): Promise<boolean> {
    this.#ensureUsable();
    this.#memory.ensurePersistence();
    const tombstoneIds = [...this.internals.documents].filter(([, document]) => document._deleted).map(([id]) => id);
    const cleaned = this.#memory.cleanup(minimumDeletedTime);
    this.#table.forget(tombstoneIds.filter((id) => !this.internals.documents.has(id)));
    return cleaned;
  }

  async remove(): Promise<void> {
    this.#ensureUsable();
    this.#table.drop();
    this.#closed = true;
    await this.#memory.remove();
    this.#onClosed();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#memory.close();
    this.#onClosed();
  }

  #ensureUsable(): void {
    if (this.#closed) throw new Error(`closed already ${this.databaseName} - ${this.collectionName}`);
    ensureNotRemoved(this.#memory);
  }
}

/** A Blob gives its bytes only asynchronously, a transaction may not wait: so they are read before it starts. */
async function readBlobs<RxDocType>(writes: readonly BulkWriteRow<RxDocType>[]): Promise<Map<Blob, Uint8Array>> {
  const bytesByBlob = new Map<Blob, Uint8Array>();
  for (const { document } of writes) {
    for (const attachment of Object.values(document._attachments)) {
      if (!('data' in attachment)) continue;
      bytesByBlob.set(attachment.data, new Uint8Array(await attachment.data.arrayBuffer()));
    }
  }
  return bytesByBlob;
}
