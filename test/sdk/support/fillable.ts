/** A storage that is full or slow on demand. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';

type Storage = DeviceOptions['storage'];

export interface Filling {
  readonly storage: Storage;
  /** While set, every write to the collection throws it. */
  fault: Error | undefined;
  /** Every write to the collection awaits it. */
  held?: Promise<void>;
  /** Called for each such write. */
  onWrite?: () => void;
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
          if (params.collectionName === collection) {
            filling.onWrite?.();
            await filling.held;
          }
          if (filling.fault && params.collectionName === collection) throw filling.fault;
          return bulkWrite(rows, context);
        };
        return instance;
      },
    },
  };
  return filling;
}
