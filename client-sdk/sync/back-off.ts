/** Exponential back-off with full jitter, so that tablets that lost the same network do not all return at once. */

const firstMs = 1000;
const maxMs = 60_000;
/** However long the server asks for. */
const maxWaitMs = 5 * 60_000;

/** 0 to 1 s after the first failure, doubling up to 60 s. `random` yields 0 to 1. */
export function backOffMs(failures: number, random: () => number): number {
  return random() * Math.min(maxMs, firstMs * 2 ** failures);
}

/** The pause between successful syncs: 30 to 60 s. */
export function pauseMs(random: () => number): number {
  return maxMs * (0.5 + random() / 2);
}

/** As long as the server asked for, up to 5 minutes, and up to half as much again, so that not all return at once. */
export function waitMs(retryAfterMs: number, random: () => number): number {
  return Math.min(retryAfterMs, maxWaitMs) * (1 + random() / 2);
}
