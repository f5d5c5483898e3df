/** A storage that is full, or slow, when a test says so. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';

type Storage = DeviceOptions['storage'];

export interface Filling {
  readonly storage: Storage;
  /** Thrown by every write to the collection while it is there. */
  fault: Error | undefined;
  /** Waited for by every write to the collection. */
  held?: Promise<void>;
}

export function fillable(sound: Storage, collection: 'journal' | 'records'): Filling {
  const filling: Filling = {
    fault: undefined,
    storage: {
      ...sound,
      createStorageInstance: async (params) => {
        const instance = await sound.createStorageInstance(params);
        const bulkWrite = instance.bulkWrite.bind(instance);
        instance.bulkWrite = async (rows, context) => {
          if (params.collectionName === collection) await filling.held;
          if (filling.fault && params.collectionName === collection) throw filling.fault;
          return bulkWrite(rows, context);
        };
        return instance;
      },
    },
  };
  return filling;
}
