/** RxDB on IndexedDB through Dexie: the storage of a browser (dexie is pinned to the version that rxdb pins). */
import { getRxStorageDexie, type RxStorageDexie } from 'rxdb/plugins/storage-dexie';

/** The first write in a page prints RxDB's advertisement with console.warn; only a paid key turns it off. */
export function dexieStorage(): RxStorageDexie {
  return getRxStorageDexie();
}
