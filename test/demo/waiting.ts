/** Waiting for something real, with an end to the patience. */
import { setTimeout as pause } from 'node:timers/promises';

/** The promise's own end, or an error that says what did not come. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`waited ${ms / 1000} s in vain for ${what}`);
  });
  late.catch(() => undefined); // ended before its time when all is well
  try {
    return await Promise.race([promise, late]);
  } finally {
    ended.abort();
  }
}

/** Looks again until there is something; `probe` yields undefined while there is not. */
export async function until<T>(
  ms: number,
  what: string,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited ${ms / 1000} s in vain for ${what}`);
    await pause(25);
  }
}
