/** RxDB's memory storage, isolated per instance: for tests, and under the durable storage. */
import { getRxStorageMemory, type RxStorageMemory } from 'rxdb/plugins/storage-memory';

let storagesMade = 0;

/**
 * Lives as long as the returned object: a database closed and reopened on it finds its documents. RxDB shares one memory in the whole
 * process and identifies open databases by storage name; a separate map and name keep two devices in one process apart.
 */
export function memoryStorage(): RxStorageMemory {
  storagesMade += 1;
  return { ...getRxStorageMemory(), name: `memory-${storagesMade}`, collectionStates: new Map() };
}
