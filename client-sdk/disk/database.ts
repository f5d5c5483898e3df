/**
 * The replica's two tables: `records` holds the confirmed rows; `journal` holds outbox, metadata and waiting photos, so that one atomic
 * write can change all of them.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { DeviceStorage, StorageConnection, Table, TableDefinition } from '../base/tables.ts';

/** A record as the server has it. Absent ids are empty strings, because an index needs a value. */
export interface ConfirmedRow {
  readonly id: string;
  readonly kind: string;
  readonly document_id: string;
  readonly project_id: string;
  readonly seq: number;
  readonly rev: number;
  /** Number of the snapshot that it belongs to; rows of older ones are dropped after a reset. */
  readonly generation: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  /** Of the row as the server sent it (shared/sync/scope-checksum.ts): shows what was altered on this device. */
  readonly digest: string;
  readonly body: JsonObject;
}

export interface JournalRow {
  readonly key: string;
  readonly value: JsonObject;
}

/** All tables of a replica. */
export interface ReplicaDatabase extends Pick<StorageConnection, 'isShared' | 'size' | 'close' | 'remove'> {
  readonly records: Table<ConfirmedRow>;
  readonly journal: Table<JournalRow>;
}

export const recordsTable: TableDefinition<ConfirmedRow> = {
  name: 'records',
  key: 'id',
  index: ['kind', 'document_id'],
};
export const journalTable: TableDefinition<JournalRow> = { name: 'journal', key: 'key', index: [] };

export async function openDatabase(storage: DeviceStorage, name: string): Promise<ReplicaDatabase> {
  const connection = await storage.open(name);
  try {
    return {
      isShared: connection.isShared,
      records: await connection.table(recordsTable),
      journal: await connection.table(journalTable),
      size: () => connection.size(),
      close: () => connection.close(),
      remove: () => connection.remove(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
