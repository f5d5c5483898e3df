/** The device's clock and its offset from the server's, measured at every answer and kept between runs (contract, Clock). */

export interface Clock {
  /** Device time in ms. */
  readonly now: () => number;
  /** Device minus server in milliseconds; positive = the device is ahead; null if unknown: before the first answer, or since the clock was set back. */
  readonly offsetMs: () => number | null;
  /** How far the corrected time can be trusted. */
  readonly confidence: () => ClockConfidence;
  readonly measure: (serverTime: string, askedAt: number, answeredAt: number) => void;
}

/** `server_synced` = measured in this run, and the clock went evenly since; `offset_known` = measured before, or the device may have slept. */
type ClockConfidence = 'unverified' | 'offset_known' | 'server_synced';

/** A network time service moves the clock by less without harm. */
const unevenMs = 2000;

/** @param elapsed ms from any start, which setting the clock does not change; it may stand still while the device sleeps */
export function startClock(now: () => number, remembered: number | null, elapsed: () => number): Clock {
  let offset = remembered;
  let isFresh = false;
  let seen = { now: now(), elapsed: elapsed() };
  /** How much the clock has gained since it was last seen right: behind 0 it was set back, above 0 it was set ahead, or the device slept. */
  const gainedMs = (): number => now() - seen.now - (elapsed() - seen.elapsed);
  const offsetMs = (): number | null => (gainedMs() < -unevenMs ? null : offset);
  return {
    now,
    offsetMs,
    confidence: () => {
      if (offsetMs() === null) return 'unverified';
      return isFresh && gainedMs() <= unevenMs ? 'server_synced' : 'offset_known';
    },
    measure: (serverTime, askedAt, answeredAt) => {
      const server = Date.parse(serverTime);
      if (Number.isNaN(server)) return;
      offset = Math.round((askedAt + answeredAt) / 2 - server);
      isFresh = true;
      seen = { now: now(), elapsed: elapsed() };
    },
  };
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
