/**
 * The time as the server has it, as far as the page knows how wrong the computer's own clock is: each answer tells it. What counts down, is
 * over, or is recorded with a time goes by it.
 */
import { nothingRemembered, startClock } from '../../../client-sdk/base/clock.ts';

export const clock = startClock(Date.now, nothingRemembered, () => performance.now());

/** ms by which the clock of the computer is ahead; 0 while that is not known. */
export function clockAheadMs(): number {
  return clock.offsetMs() ?? 0;
}

/** ms since 1970 */
export function serverTime(): number {
  return clock.now() - clockAheadMs();
}

/** For a field that holds a time. */
export function serverTimeIso(): string {
  return new Date(serverTime()).toISOString();
}

/** More than that is said. */
export const clockLimitMs = 2 * 60_000;

/** "17 minutes fast", "3 hours slow", "12 days fast" */
export function offWords(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  const hours = Math.round(minutes / 60);
  const much = minutes < 120 ? `${minutes} minutes` : hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
  return `${much} ${aheadMs > 0 ? 'fast' : 'slow'}`;
}
