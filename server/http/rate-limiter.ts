/**
 * Counts what is allowed in a minute (limits.ts): fixed windows, each starting with its first request, counted in the memory of this
 * process. Several processes count separately, so together they allow more, never less.
 */

import { quotas as allQuotas, type Quota } from './limits.ts';

export const windowSeconds = 60;

export interface RateStatus {
  /** In a window. */
  readonly limit: number;
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts one request, or an `amount` of bytes, and tells whether it is within the quota. `share` = how many quotas the caller has. */
  take(quota: Quota, caller: string, amount?: number, share?: number): RateStatus;
  /** From now on this caller, a part of the server itself, is not limited. */
  lift(caller: string): void;
}

interface Window {
  /** ms since 1970 */
  readonly from: number;
  used: number;
}

/** `now` = ms since 1970. Beyond `maxWindows` the oldest window is dropped, and its owner starts a new one. */
export function openRateLimiter(now: () => number, maxWindows = 20_000, quotas = allQuotas): RateLimiter {
  // All windows are equally long, so insertion order is also the order of expiry.
  const windows = new Map<string, Window>();
  const lifted = new Set<string>();
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
    take(quota, caller, amount = 1, share = 1) {
      const at = now();
      const limit = quotas[quota] * share;
      const window = windowOf(`${quota} ${caller}`, at);
      window.used += amount;
      return {
        limit,
        allowed: window.used <= limit || lifted.has(caller),
        remaining: Math.max(0, limit - window.used),
        resetSeconds: Math.ceil((window.from + windowSeconds * 1000 - at) / 1000),
      };
    },
    lift: (caller) => void lifted.add(caller),
  };
}
