/** A storage that is full or slow on demand. */
import { storageErrorOf } from '../../../client-sdk/base/storage-error.ts';
import type { DeviceOptions } from '../../../client-sdk/index.ts';
import { wrappedStorage } from './wrapped-storage.ts';

type Storage = DeviceOptions['storage'];

export interface Filling {
  readonly storage: Storage;
  /** While set, every write to the table fails with it. */
  fault: Error | undefined;
  /** Every write to the table awaits it. */
  held?: Promise<void>;
  /** Called for each such write. */
  onWrite?: () => void;
}

export function fillable(sound: Storage, name: 'journal' | 'records'): Filling {
  const filling: Filling = {
    fault: undefined,
    storage: wrappedStorage(sound, (table, other) => ({
      write: async (write) => {
        if (other === name) {
          filling.onWrite?.();
          await filling.held;
        }
        if (other !== name || !filling.fault) return table.write(write);
        const error = storageErrorOf(filling.fault);
        table.health$.next(error.fault);
        throw error;
      },
    })),
  };
  return filling;
}
