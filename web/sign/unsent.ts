/**
 * What was signed on this phone and the server does not have: kept when the tab is closed, until the server has answered for good. Beside the
 * ink only whose it is and what its sending needs, the code among it. Each part rejects where the storage does not answer in time, and goes
 * on by itself where it answers later.
 */
import type { Signed } from './kept.ts';

export interface Unsent {
  readonly signed: Signed;
  /** Of the person. */
  readonly name: string;
}

const store = 'signed';
/** A storage that is stuck keeps nobody from signing. */
const limitMs = 2000;

/** Resolves when it is on the disk, however late. Throws where the browser keeps nothing. */
export async function keepUnsent(unsent: Unsent): Promise<void> {
  await change((values) => values.put(unsent, unsent.signed.code));
}

export async function dropUnsent(code: string): Promise<void> {
  await inTime(change((values) => values.delete(code)));
}

/** One of them, but of none of these codes; undefined = none, or none that can be read. */
export async function readUnsent(settled: ReadonlySet<string>): Promise<Unsent | undefined> {
  const all = await inTime(readAll());
  return all.find(({ signed }) => !settled.has(signed.code));
}

async function readAll(): Promise<readonly Unsent[]> {
  const database = await opened();
  try {
    return await answered<Unsent[]>(database.transaction(store).objectStore(store).getAll()); // only `keepUnsent` writes them
  } finally {
    database.close();
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The storage of the phone does not answer.')), limitMs);
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
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
