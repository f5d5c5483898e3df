/** A clock that stands still until the test moves it, and randomness that a seed repeats. */
import type { Elapsed } from '../../server/base/clock.ts';

export interface Clock {
  /** ms since 1970 */
  readonly now: () => number;
  /** Time passes. */
  advance(ms: number): void;
  /** Time passes until then. */
  set(at: string): void;
  /** The clock is set to another time, while none passes. */
  jump(ms: number): void;
  readonly elapsed: Elapsed;
}

export function openClock(start = '2026-11-21T09:00:00.000Z'): Clock {
  let at = Date.parse(start);
  let jumped = 0;
  const elapsed = (): number => at - jumped;
  return {
    now: () => at,
    elapsed: { process: elapsed, machine: elapsed },
    jump: (ms) => {
      at += ms;
      jumped += ms;
    },
    advance: (ms) => {
      at += ms;
    },
    set: (when) => {
      at = Date.parse(when);
    },
  };
}

export interface Chance {
  /** 0 ≤ x < 1 */
  readonly next: () => number;
  readonly bytes: (count: number) => Uint8Array;
  /** 0 ≤ n < limit */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The same seed gives the same days (mulberry32). */
export function openChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
    below,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error('there is nothing to pick from');
      return found;
    },
  };
}
