/** The device's clock beside the server's: how far it is off, measured at every answer, and kept between runs (contract: Clock). */

export interface Clock {
  /** The device's own time. */
  readonly now: () => number;
  /** Device minus server in milliseconds; positive = the device is ahead; null before the first answer. */
  readonly offsetMs: () => number | null;
  /** Measured in this run, not remembered from an earlier one. */
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
