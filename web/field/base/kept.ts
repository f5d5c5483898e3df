/**
 * What the app keeps beside the replica: the token of the tablet, its site, and what was begun. One small database, whose writes resolve
 * when they are on the disk. A change reads and writes in one transaction, and every tab is told, so that none writes over another's.
 */
import { signal, type Followed } from './signal.ts';

const store = 'kept';
let opening: Promise<IDBDatabase> | undefined;

/** Messages are the key that another tab changed; null = all of them. */
const channel = new BroadcastChannel('sitefile-kept');
const readers = new Map<string, () => Promise<unknown>>();
channel.addEventListener('message', ({ data: key }: { readonly data: string | null }) => {
  void (key === null ? readAllKept() : readers.get(key)?.());
});

/** A kept value that screens follow, in every tab. */
export interface Kept<T> extends Followed<T> {
  /** Throws where the storage fails. */
  read(): Promise<T>;
  /** If `change` or one of `beside` throws, nothing is written, and this throws the same. */
  change(change: (before: T) => T, ...beside: readonly Beside[]): Promise<void>;
}

/** What is changed in the same write, after the first change. Its key is asked for then. */
export interface Beside {
  readonly key: string;
  readonly change: (before: unknown) => unknown;
}

/** `none` = the value where nothing was kept. */
export function kept<T>(key: string, none: T): Kept<T> {
  const shown = signal(none);
  const read = async (): Promise<T> => {
    shown.set((await readKept<T>(key)) ?? none);
    return shown.value;
  };
  readers.set(key, read);
  return {
    get value() {
      return shown.value;
    },
    follow: (listen) => shown.follow(listen),
    read,
    change: async (change, ...beside) => {
      let after = none;
      await changeKept<T>(key, (before = none) => (after = change(before)), ...beside);
      shown.set(after);
    },
  };
}

/** `read` is called where another tab changed what is kept under the key, or may have, until what this returns is called. */
export function followKept(key: string, read: () => Promise<unknown>): () => void {
  readers.set(key, read);
  return () => {
    // Another screen may follow it by now.
    if (readers.get(key) === read) readers.delete(key);
  };
}

/** At the start, and after the tablet was frozen: messages may have been missed. */
export async function readAllKept(): Promise<void> {
  await Promise.all([...readers.values()].map((read) => read()));
}

/** What is kept under keys that begin with `keptPrefix` stays. Nothing goes unless `isAsked` says yes to what is kept under `key`, in the same write. */
export async function forgetAll(keptPrefix: string, key: string, isAsked: (value: unknown) => boolean): Promise<void> {
  const transaction = await beginWrite();
  const values = transaction.objectStore(store);
  if (isAsked(await result(values.get(key))))
    for (const each of await result(values.getAllKeys())) if (!String(each).startsWith(keptPrefix)) values.delete(each);
  await stored(transaction);
  tell(null);
  await readAllKept();
}

/** Undefined if nothing was kept under this key. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  const database = await opened();
  return (await result(database.transaction(store).objectStore(store).get(key))) as T | undefined; // each key has one kind of value
}

/** Of what is kept under keys that begin so. */
export async function keysKept(prefix: string): Promise<readonly string[]> {
  const keys = await result((await opened()).transaction(store).objectStore(store).getAllKeys());
  return keys.map(String).filter((key) => key.startsWith(prefix));
}

/** Undefined = forgets it. */
export async function keep(key: string, value: unknown): Promise<void> {
  await changeKept(key, () => value);
}

/** In one transaction. Undefined = nothing was kept, or nothing is to be. */
export async function changeKept<T>(
  key: string,
  change: (before: T | undefined) => T | undefined,
  ...beside: readonly Beside[]
): Promise<void> {
  const transaction = await beginWrite();
  const values = transaction.objectStore(store);
  const changed = new Map<string, unknown>();
  changed.set(key, change((await result(values.get(key))) as T | undefined)); // each key has one kind of value
  for (const { key: at, change: next } of beside) changed.set(at, next(await result(values.get(at))));
  try {
    for (const [at, after] of changed) {
      if (after === undefined || after === null) values.delete(at);
      else values.put(after, at);
    }
  } catch (error) {
    transaction.abort(); // what cannot be stored takes the others with it
    throw error;
  }
  await stored(transaction);
  tell(key);
}

async function beginWrite(): Promise<IDBTransaction> {
  return (await opened()).transaction(store, 'readwrite', { durability: 'strict' });
}

function stored(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The tablet did not store it.')));
  });
}

function tell(key: string | null): void {
  // A channel only reaches its own origin, so it takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(key);
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
