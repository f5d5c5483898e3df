/** A storage that loses power: from a chosen moment on, what is written to one collection is refused. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';

export interface Breaking {
  readonly storage: DeviceOptions['storage'];
  /** Refuses every write to the collection from here on. */
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
