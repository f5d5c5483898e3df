/** A storage that loses power: from a chosen moment on, writes to one collection fail. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';

export interface Breaking {
  readonly storage: DeviceOptions['storage'];
  /** Fails every write to the collection from now on. */
  break(collection: 'records' | 'journal'): void;
}

export function breaking(sound: DeviceOptions['storage']): Breaking {
  let broken: string | undefined;
  return {
    storage: {
      ...sound,
      createStorageInstance: async (params) => {
        const instance = await sound.createStorageInstance(params);
        const bulkWrite = instance.bulkWrite.bind(instance);
        instance.bulkWrite = async (rows, context) => {
          if (params.collectionName === broken) throw new Error('the power is gone');
          return bulkWrite(rows, context);
        };
        return instance;
      },
    },
    break: (collection) => {
      broken = collection;
    },
  };
}
