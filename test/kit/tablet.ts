/** A device of a test's world, with a clock and a randomness that the test sets, and exchange only when it is asked for. */
import { memoryStorage, openDevice, type Device, type DeviceOptions } from '../../client-sdk/index.ts';
import { openChance, type Clock } from './clock.ts';
import type { Place } from './places.ts';

export interface TabletOptions extends Partial<Omit<DeviceOptions, 'storage'>> {
  readonly place?: Place;
  /** Different for each device of a world, or their ids clash. */
  readonly seed?: number;
}

export function openTablet(
  world: { readonly url: string; readonly adminToken: string; readonly clock: Clock },
  { place = { storage: memoryStorage }, seed = 100, ...options }: TabletOptions = {},
): Promise<Device> {
  const chance = openChance(seed);
  return openDevice({
    server: world.url,
    token: world.adminToken,
    storage: place.storage(),
    ...(place.name ? { name: place.name } : {}),
    now: world.clock.now,
    random: (bytes) => {
      bytes.set(chance.bytes(bytes.length));
      return bytes;
    },
    autoSync: false,
    deviceLabel: 'Block C tablet 1',
    ...options,
  });
}
