/** Opening a device: first what it is opened with is looked at, then the storage is taken, which is free again where anything fails. */
import { addressIn } from './check-options.ts';
import { openDatabase } from './disk/database.ts';
import type { Device } from './device-type.ts';
import { assembleDevice } from './device.ts';
import type { DeviceOptions } from './base/options.ts';
import { sharedTabs, singleTab } from './sync/tabs.ts';

/**
 * Opens the replica in `storage`, making it on the first day. Needs no network. Throws a Problem `validation_failed` where an option is
 * wrong, and what the storage throws.
 */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const server = addressIn(options);
  const name = options.name ?? 'sitefile';
  const database = await openDatabase(options.storage, name);
  const tabs = database.multiInstance ? sharedTabs(name, options.tabPatienceMs ?? 30_000) : singleTab();
  try {
    return await assembleDevice({ ...options, server }, database, tabs);
  } catch (error) {
    tabs.close();
    await database.close();
    throw error;
  }
}
