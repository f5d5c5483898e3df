/** A storage that loses power: from a chosen moment on, writes to one table fail. */
import { storageErrorOf } from '../../../client-sdk/base/storage-error.ts';
import type { DeviceOptions } from '../../../client-sdk/index.ts';
import { wrappedStorage } from './wrapped-storage.ts';

export interface Breaking {
  readonly storage: DeviceOptions['storage'];
  /** Fails every write to the table from now on. */
  break(table: 'records' | 'journal'): void;
}

export function breaking(sound: DeviceOptions['storage']): Breaking {
  let broken: string | undefined;
  return {
    storage: wrappedStorage(sound, (table, name) => ({
      write: async (write) => {
        if (name === broken) throw storageErrorOf(new Error('the power is gone'));
        return table.write(write);
      },
    })),
    break: (table) => {
      broken = table;
    },
  };
}
