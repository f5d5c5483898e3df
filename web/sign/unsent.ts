/**
 * What was signed on this phone and the server does not have: kept when the tab is closed, until the server has answered for good. Beside the
 * ink only what its sending needs, the code among it.
 */
import type { Signed } from './kept.ts';

const store = 'signed';

/** Resolves when it is on the disk. Throws where the browser keeps nothing. */
export async function keepUnsent(signed: Signed): Promise<void> {
  await change((values) => values.put(signed, signed.code));
}

export async function dropUnsent(code: string): Promise<void> {
  await change((values) => values.delete(code));
}

/** Any of them; undefined = none, or none that can be read. */
export async function readUnsent(): Promise<Signed | undefined> {
  const database = await opened();
  try {
    const [first] = await answered(database.transaction(store).objectStore(store).getAll(null, 1));
    return first as Signed | undefined; // only `keepUnsent` writes them
  } finally {
    database.close();
  }
}

async function change(work: (values: IDBObjectStore) => unknown): Promise<void> {
  const database = await opened();
  try {
    const transaction = database.transaction(store, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore(store));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The phone did not keep it.')));
    });
  } finally {
    database.close();
  }
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open('sitefile-own-phone', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  return await answered(request);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of the phone failed.')));
  });
}
