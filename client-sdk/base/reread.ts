/** Reading what a storage has on disk, for storages that answer reads from memory (client-sdk/storage/durable-instance.ts). */

/** Tombstones too. A row of which nothing can be said is neither. */
type ReadRows = () => readonly { readonly _deleted?: unknown }[];

const readRowsByInstance = new WeakMap<object, ReadRows>();

/** Lets `reread` read the rows of this storage instance. */
export function makeRereadable(instance: object, readRows: ReadRows): void {
  readRowsByInstance.set(instance, readRows);
}

/** The live rows on disk; undefined for a storage that reads its disk anyway. `instance` is RxDB's wrapper of a storage instance. */
export function reread<Row>(instance: { readonly originalStorageInstance: object }): readonly Row[] | undefined {
  const rows = readRowsByInstance.get(instance.originalStorageInstance)?.();
  return rows?.filter(({ _deleted: deleted }) => deleted === false) as readonly Row[] | undefined; // rows of the same instance
}
