/** How long to wait before trying again: full jitter, so that tablets that lost one network do not come back all at once. */

const firstMs = 1000;
const mostMs = 60_000;

/** Between nothing and 1 s after the first failure, doubling up to 60 s. `random` yields 0 to 1. */
export function backOffMs(failures: number, random: () => number): number {
  return random() * Math.min(mostMs, firstMs * 2 ** failures);
}

/** The pause between exchanges while all is well: half a minute to a minute. */
export function pauseMs(random: () => number): number {
  return mostMs * (0.5 + random() / 2);
}
