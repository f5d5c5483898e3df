/** Opening a device: the options are checked first, then the storage is opened, and released again if anything fails. */
import { addressIn } from './check-options.ts';
import { openDatabase } from './disk/database.ts';
import { deviceOf } from './device.ts';
import { openParts } from './device-parts.ts';
import type { Device } from './device-type.ts';
import type { DeviceOptions } from './base/options.ts';
import { damageOr } from './base/storage-error.ts';
import { sharedTabs, singleTab } from './sync/tabs.ts';

/**
 * Opens the replica in `storage`, and creates it the first time. Needs no network. Throws a Problem `validation_failed` if an option is
 * wrong, StorageError `damaged`, and what the storage itself throws.
 */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const server = addressIn(options);
  const name = options.name ?? 'sitefile';
  const database = await openDatabase(options.storage, name).catch((error: unknown) => {
    throw damageOr(error);
  });
  const tabs = database.isShared ? sharedTabs(name, options.tabPatienceMs ?? 30_000) : singleTab();
  try {
    const parts = await openParts({ ...options, server }, database, tabs);
    if (options.autoSync ?? true) parts.live.start();
    return deviceOf(parts);
  } catch (error) {
    tabs.close();
    await database.close();
    throw damageOr(error);
  }
}
