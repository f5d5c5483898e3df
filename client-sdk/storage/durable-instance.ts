/** Makes RxDB's memory instance of a collection durable: it answers every read, and every write reaches the file before it. */
import { categorizeBulkWriteRows, type StringKeys } from 'rxdb/plugins/core';
import { ensureNotRemoved, type RxStorageInstanceMemory } from 'rxdb/plugins/storage-memory';
import { makeRereadable } from '../base/reread.ts';
import type { DurableTable } from './durable-table.ts';

/** `instance` must already hold what `table` holds; `onClosed` is called once, after close or remove. */
export function makeDurable<RxDocType>(
  instance: RxStorageInstanceMemory<RxDocType>,
  table: DurableTable<RxDocType>,
  onClosed: () => void,
): void {
  const memory = {
    bulkWrite: instance.bulkWrite.bind(instance),
    cleanup: instance.cleanup.bind(instance),
    remove: instance.remove.bind(instance),
    close: instance.close.bind(instance),
  };
  makeRereadable(instance, () => table.reload());

  function requireOpen(): void {
    if (instance.closed) throw new Error(`closed already ${instance.databaseName} - ${instance.collectionName}`);
    ensureNotRemoved(instance);
  }

  // Synchronous up to the write in memory, so that memory accepts exactly the rows that are in the file. A write that the file refuses
  // is thrown and leaves no trace.
  instance.bulkWrite = async (writes, context) => {
    requireOpen();
    instance.ensurePersistence();
    // The primary key is a field of the document itself, never one that RxDB adds.
    const primaryPath = instance.primaryPath as StringKeys<RxDocType>;
    const stored = instance.internals.documents;
    const accepted = categorizeBulkWriteRows<RxDocType>(instance, primaryPath, stored, writes, context);
    table.save(primaryPath, accepted);
    return memory.bulkWrite(writes, context);
  };

  // Memory chooses the old tombstones; if the file then refuses, they are back at the next opening and go again.
  instance.cleanup = async (minimumDeletedTime) => {
    requireOpen();
    instance.ensurePersistence();
    const { documents } = instance.internals;
    const tombstoneIds = [...documents].filter(([, document]) => document._deleted).map(([id]) => id);
    const cleaned = memory.cleanup(minimumDeletedTime);
    table.forget(tombstoneIds.filter((id) => !documents.has(id)));
    return cleaned;
  };

  instance.remove = async () => {
    requireOpen();
    table.drop();
    await memory.remove(); // closes the instance too
  };

  instance.close = async () => {
    if (instance.closed) return;
    await memory.close();
    onClosed();
  };
}
