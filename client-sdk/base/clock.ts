/** The device's clock and its offset from the server's, measured at every answer and kept between runs (contract, Clock). */

export interface Clock {
  /** Device time in ms. */
  readonly now: () => number;
  /** Device minus server in milliseconds; positive = the device is ahead; null before the first answer. */
  readonly offsetMs: () => number | null;
  /** The offset was measured in this run. */
  readonly isFresh: () => boolean;
  readonly measure: (serverTime: string, askedAt: number, answeredAt: number) => void;
}

export function startClock(now: () => number, remembered: number | null): Clock {
  let offset = remembered;
  let fresh = false;
  return {
    now,
    offsetMs: () => offset,
    isFresh: () => fresh,
    measure: (serverTime, askedAt, answeredAt) => {
      const server = Date.parse(serverTime);
      if (Number.isNaN(server)) return;
      offset = Math.round((askedAt + answeredAt) / 2 - server);
      fresh = true;
    },
  };
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
