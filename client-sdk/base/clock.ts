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

/** What an earlier run knew of the time. */
export interface RememberedTime {
  /** Device minus server in ms; null = never measured. */
  readonly offsetMs: number | null;
  /** The latest device time in ms that this clock has shown; null = none is known. Behind it, the clock was set back since. */
  readonly shownMs: number | null;
}

export const nothingRemembered: RememberedTime = { offsetMs: null, shownMs: null };

/** @param elapsed ms from any start, which setting the clock does not change; it may stand still while the device sleeps */
export function startClock(now: () => number, remembered: RememberedTime, elapsed: () => number): Clock {
  let offset = remembered.offsetMs;
  let isFresh = false;
  let seen = { now: Math.max(now(), remembered.shownMs ?? -Infinity), elapsed: elapsed() };
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
      const [least, most] = [askedAt - server, answeredAt - server];
      const known = offsetMs();
      // Only as far as it has to be: a slow answer would make a good offset worse by half of what it took, and two tabs disagree.
      offset = known === null ? Math.round((least + most) / 2) : Math.min(Math.max(known, least), most);
      isFresh = true;
      seen = { now: now(), elapsed: elapsed() };
    },
  };
}

const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

/** The server's time in ms, as far as the device knows by how much its clock is wrong. */
export function correctedNow({ now, offsetMs }: Pick<Clock, 'now' | 'offsetMs'>): number {
  return now() - (offsetMs() ?? 0);
}

/** Of a clock outside the years 1970 to 9999, the nearest instant within, which everybody can read. */
export function isoTime(milliseconds: number): string {
  return new Date(Math.min(Math.max(milliseconds, 0), latestMs)).toISOString();
}
