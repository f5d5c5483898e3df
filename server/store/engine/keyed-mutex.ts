/**
 * First come, first served, by key. Writers of one organisation would each hold a connection while they wait for its
 * lock, until none is left for the others: so they wait here, and a process brings one at a time to the lock.
 */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function keyedMutex(): InTurn {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = lastByKey.get(key);
    const mine = (async () => {
      await before?.catch(() => undefined); // its own caller hears of its failure
      return work();
    })();
    lastByKey.set(key, mine);
    try {
      return await mine;
    } finally {
      if (lastByKey.get(key) === mine) lastByKey.delete(key);
    }
  };
}
