/** RxDB's memory storage with a memory of its own: for tests, and under the durable storage (contract, Devices). */
import { getRxStorageMemory, type RxStorageMemory } from 'rxdb/plugins/storage-memory';

let storagesMade = 0;

/**
 * A storage that lives as long as the returned object: a database closed and opened again on it finds its documents.
 * RxDB keeps one memory for the whole process and knows open databases by storage name; with a map and a name
 * of their own, two devices in one process can use the same database name and never see each other.
 */
export function memoryStorage(): RxStorageMemory {
  storagesMade += 1;
  return { ...getRxStorageMemory(), name: `memory-${storagesMade}`, collectionStates: new Map() };
}
