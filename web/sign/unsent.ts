/**
 * What was signed on this phone and the server does not have: kept when the tab is closed, until the server has answered for good. Beside
 * the signature only whose it is and what its sending needs, the code among it. Of what was refused there is no signature, only whose it
 * was and why, until somebody has read that. Each part rejects where the storage does not answer in time, and goes on by itself where it
 * answers later.
 */
import type { Refused, Signed } from './kept.ts';

export interface Unsent {
  readonly signed: Signed;
  /** Of the person. */
  readonly name: string;
  /** When its code ends. */
  readonly until?: string;
}

const stores = ['signed', 'refused'];
/** A storage that is stuck keeps nobody from signing. */
const limitMs = 2000;

/** Resolves when it is on the disk, however late. Throws where the browser keeps nothing. */
export async function keepUnsent(unsent: Unsent): Promise<void> {
  await change((signed) => signed.put(unsent, unsent.signed.code));
}

export async function dropUnsent(code: string): Promise<void> {
  await inTime(change((signed) => signed.delete(code)));
}

/** In place of what was signed. */
export async function keepRefused(refusal: Refused): Promise<void> {
  await inTime(
    change((signed, refused) => {
      signed.delete(refusal.code);
      refused.put(refusal, refusal.code);
    }),
  );
}

export async function dropRefused(code: string): Promise<void> {
  await inTime(change((_, refused) => refused.delete(code)));
}

export interface OnPhone {
  readonly unsent: readonly Unsent[];
  readonly refused: readonly Refused[];
}

export async function readPhone(): Promise<OnPhone> {
  return await inTime(readAll());
}

async function readAll(): Promise<OnPhone> {
  const database = await opened();
  try {
    const transaction = database.transaction(stores);
    const [unsent, refused] = stores.map((store) => answered(transaction.objectStore(store).getAll()));
    return { unsent: (await unsent) as Unsent[], refused: (await refused) as Refused[] }; // only `keepUnsent` and `keepRefused` write them
  } finally {
    database.close();
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The storage of the phone does not answer.')), limitMs);
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

async function change(work: (signed: IDBObjectStore, refused: IDBObjectStore) => unknown): Promise<void> {
  const database = await opened();
  try {
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore('signed'), transaction.objectStore('refused'));
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
  request.addEventListener('upgradeneeded', () => stores.forEach((store) => request.result.createObjectStore(store)));
  return await answered(request);
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of the phone failed.')));
  });
}
