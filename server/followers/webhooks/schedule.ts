/** The retry schedule of a failed delivery. Pure. */

/** Seconds from the end of an attempt to the next. After the last slot the delivery has failed. */
const retrySlotsSeconds = [60, 300, 1_800, 7_200, 43_200] as const;

/** Jitter only adds: a retry is never earlier than the interface document says. */
const jitter = 0.1;

export interface FailedAttempt {
  /** Attempts so far, including this one. */
  readonly attempts: number;
  readonly endedMs: number;
  /** The wait that the receiver asked for; capped at twice the slot. */
  readonly askedMs: number | undefined;
}

/** ms since 1970; undefined when no retry is left. @param random 0 (inclusive) to 1 */
export function nextAttemptMs(
  { attempts, endedMs, askedMs = 0 }: FailedAttempt,
  random: () => number,
): number | undefined {
  const slotSeconds = retrySlotsSeconds[attempts - 1];
  if (slotSeconds === undefined) return undefined;
  const slotMs = slotSeconds * 1000;
  const waitMs = Math.max(slotMs * (1 + jitter * random()), Math.min(askedMs, 2 * slotMs));
  return Math.ceil(endedMs + waitMs);
}

/** The wait that a `Retry-After` of a 429 or 503 asks for, in seconds or as a date (RFC 9110, 10.2.3); an unreadable value counts as none. */
export function retryAfterMs(
  status: number | undefined,
  header: string | undefined,
  nowMs: number,
): number | undefined {
  if (header === undefined || (status !== 429 && status !== 503)) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return wait > 0 ? wait : undefined;
}
