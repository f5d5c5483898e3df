/** A slow storage: records that were looked up by id are held back until the test lets them go. */
import type { DeviceOptions } from '../../../client-sdk/index.ts';

export interface HeldReading {
  readonly storage: DeviceOptions['storage'];
  /** The next look-up is held back; returns what lets it go. */
  hold(): () => void;
  /** Resolves when the storage itself has answered the one that is held. */
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
    storage: {
      ...sound,
      createStorageInstance: async (params) => {
        const instance = await sound.createStorageInstance(params);
        const find = instance.findDocumentsById.bind(instance);
        instance.findDocumentsById = async (ids, withDeleted) => {
          const answer = await find(ids, withDeleted);
          const held = params.collectionName === 'records' ? gate : undefined;
          if (held) {
            gate = undefined;
            begin();
            await held;
          }
          return answer;
        };
        return instance;
      },
    },
  };
}
