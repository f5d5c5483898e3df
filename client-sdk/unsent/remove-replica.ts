/** Removes a replica that does not open, so that the next opening makes a fresh one. */
import type { DeviceStorage, StorageConnection } from '../base/tables.ts';
import { journalTable, recordsTable } from '../disk/database.ts';

interface Place {
  readonly storage: DeviceStorage;
  /** Of the replica. */
  readonly name: string;
}

/** As far as it can be opened. */
export async function removeReplica({ storage, name }: Place): Promise<void> {
  const connection = await storage.open(name);
  for (const table of [journalTable, recordsTable]) await opened(connection, table);
  await connection.remove();
}

async function opened(connection: StorageConnection, table: typeof journalTable | typeof recordsTable): Promise<void> {
  await connection.table<object>(table as Parameters<typeof connection.table<object>>[0]).catch(() => undefined);
}
