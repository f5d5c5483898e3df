/**
 * A FIFO mutex per key. Without it, each writer that waits for an organisation's database lock would hold a connection, and one busy
 * organisation could exhaust the pool. With it, at most one writer per organisation and process waits for the database lock.
 */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function keyedMutex(): KeyedMutex {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const previous = lastByKey.get(key);
    const current = (async () => {
      await previous?.catch(() => undefined); // its own caller handles the error
      return work();
    })();
    lastByKey.set(key, current);
    try {
      return await current;
    } finally {
      if (lastByKey.get(key) === current) lastByKey.delete(key);
    }
  };
}
