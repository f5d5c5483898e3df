/** A replica in memory, by RxDB's memory storage. */
import { getRxStorageMemory, type RxStorageMemory } from 'rxdb/plugins/storage-memory';
import type { DeviceStorage } from '../base/tables.ts';
import { deviceStorage, oneAfterAnother } from './rx-storage.ts';

/** Lives as long as the returned object: a replica that is closed and reopened on it finds its rows. */
export function memoryStorage(): DeviceStorage {
  // RxDB shares one memory in the whole process; a map of its own keeps two devices apart.
  const storage: RxStorageMemory = { ...getRxStorageMemory(), collectionStates: new Map() };
  return deviceStorage({
    storage,
    isShared: false,
    names: new Set(),
    transaction: (instance, key) => {
      const store = oneAfterAnother(instance, key);
      return async (...write) => {
        await store(...write);
        await instance.cleanup(0); // of tombstones
      };
    },
    size: async () => null,
  });
}
