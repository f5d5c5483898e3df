/** A slow storage: look-ups by id are delayed until the test releases them. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';
import { wrappedStorage } from './wrapped-storage.ts';

export interface HeldReading {
  readonly storage: DeviceOptions['storage'];
  /** Delays the next look-up; returns the function that releases it. */
  hold(): () => void;
  /** Resolves when the storage has answered the delayed look-up. */
  readonly begun: Promise<void>;
}

export function heldReading(sound: DeviceOptions['storage']): HeldReading {
  let gate: Promise<void> | undefined;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  return {
    begun,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    storage: wrappedStorage(sound, (table, name) => ({
      get: async (keys) => {
        const answer = await table.get(keys);
        const held = name === 'records' ? gate : undefined;
        if (held) {
          gate = undefined;
          begin();
          await held;
        }
        return answer;
      },
    })),
  };
}
