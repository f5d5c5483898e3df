/**
 * How many requests somebody may make in a minute (contract, REST): fixed windows, each from the first request in it, counted in
 * the memory of this process. Several processes each count for themselves, so together they let through more, never less.
 */

export type Quota = 'read' | 'write' | 'search' | 'export' | 'upload' | 'auth';

export const quotas: Readonly<Record<Quota, number>> = {
  read: 600,
  write: 120,
  search: 60,
  export: 20,
  upload: 30,
  /** Requests whose token is refused, by address. */
  auth: 10,
};
export const windowSeconds = 60;

export interface RateStatus {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request, and says whether it is within the quota. */
  take(quota: Quota, who: string): RateStatus;
}

interface Window {
  /** ms since 1970 */
  readonly from: number;
  used: number;
}

/** `now` = ms since 1970. Beyond `maxWindows` the oldest window is forgotten, which lets its owner begin a new one. */
export function openRateLimiter(now: () => number, maxWindows = 20_000): RateLimiter {
  // All windows are equally long, so the order in which they were put in is that in which they end.
  const windows = new Map<string, Window>();
  const isOver = ({ from }: Window, at: number): boolean => at >= from + windowSeconds * 1000 || at < from;

  function windowOf(key: string, at: number): Window {
    const standing = windows.get(key);
    if (standing && !isOver(standing, at)) return standing;
    windows.delete(key);
    for (const [other, window] of windows) {
      if (windows.size < maxWindows && !isOver(window, at)) break;
      windows.delete(other);
    }
    const fresh = { from: at, used: 0 };
    windows.set(key, fresh);
    return fresh;
  }

  return {
    take(quota, who) {
      const at = now();
      const window = windowOf(`${quota} ${who}`, at);
      window.used++;
      return {
        allowed: window.used <= quotas[quota],
        remaining: Math.max(0, quotas[quota] - window.used),
        resetSeconds: Math.ceil((window.from + windowSeconds * 1000 - at) / 1000),
      };
    },
  };
}
