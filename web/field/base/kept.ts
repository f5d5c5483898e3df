/**
 * What the app keeps beside the replica: the token of the tablet, its site, and the briefings under way. One small database, whose writes
 * resolve when they are on the disk.
 */

const store = 'kept';
let opening: Promise<IDBDatabase> | undefined;

/** Undefined if nothing was kept under this key. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  const database = await opened();
  return (await result(database.transaction(store).objectStore(store).get(key))) as T | undefined; // each key has one writer
}

/** Undefined = forgets it. */
export async function keep(key: string, value: unknown): Promise<void> {
  const database = await opened();
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
  if (value === undefined) transaction.objectStore(store).delete(key);
  else transaction.objectStore(store).put(value, key);
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The tablet did not store it.')));
  });
}

function opened(): Promise<IDBDatabase> {
  if (opening) return opening;
  const request = indexedDB.open('sitefile-field', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  opening = result(request).then((database) => {
    // Browsers end connections of a page that was in the background for long.
    database.addEventListener('close', () => (opening = undefined));
    return database;
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of the tablet failed.')));
  });
}
