/**
 * Requests allowed in a minute (contract, REST): fixed windows, each starting with its first request, counted in the memory of this
 * process. Several processes count separately, so together they allow more, never less.
 */

export type Quota = 'read' | 'write' | 'search' | 'export' | 'upload' | 'auth';

export const quotas: Readonly<Record<Quota, number>> = {
  read: 600,
  write: 120,
  search: 60,
  export: 20,
  upload: 30,
  /** Requests with an invalid token, by address. */
  auth: 10,
};
export const windowSeconds = 60;

export interface RateStatus {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request, and tells whether it is within the quota. */
  take(quota: Quota, caller: string): RateStatus;
}

interface Window {
  /** ms since 1970 */
  readonly from: number;
  used: number;
}

/** `now` = ms since 1970. Beyond `maxWindows` the oldest window is dropped, and its owner starts a new one. */
export function openRateLimiter(now: () => number, maxWindows = 20_000): RateLimiter {
  // All windows are equally long, so insertion order is also the order of expiry.
  const windows = new Map<string, Window>();
  const isOver = ({ from }: Window, at: number): boolean => at >= from + windowSeconds * 1000 || at < from;

  function windowOf(key: string, at: number): Window {
    const current = windows.get(key);
    if (current && !isOver(current, at)) return current;
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
    take(quota, caller) {
      const at = now();
      const window = windowOf(`${quota} ${caller}`, at);
      window.used++;
      return {
        allowed: window.used <= quotas[quota],
        remaining: Math.max(0, quotas[quota] - window.used),
        resetSeconds: Math.ceil((window.from + windowSeconds * 1000 - at) / 1000),
      };
    },
  };
}
