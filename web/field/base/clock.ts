/**
 * The time as the server has it, as far as the tablet knows how wrong its own clock is. It learns that each time it hears the server, and
 * keeps it. What counts down and what is "today" goes by this time; how long the server was silent goes by the tablet's own.
 */
import { uuidv7 } from '../../../shared/model/uuid.ts';
import { tablet } from './device.ts';
import { useNow } from './signal.ts';

/** More than that is said on the screen. */
export const clockLimitMs = 2 * 60_000;

/** Where there is no replica, as on an own phone: by the last answer. */
let heardAheadMs = 0;

/** @param date of an answer, in whole seconds */
export function hearServer(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) heardAheadMs = Date.now() - at - 500;
}

/** ms by which the clock of the tablet is ahead; 0 while that is not known. */
export function clockAheadMs(): number {
  const state = tablet.value;
  return (state.is === 'open' && state.device.status.clockOffsetMs) || heardAheadMs;
}

/** ms since 1970 */
export function serverTime(): number {
  return Date.now() - clockAheadMs();
}

/** And a new rendering each `everyMs`, for what counts down. */
export function useServerTime(everyMs?: number): number {
  return useNow(everyMs) - clockAheadMs();
}

/** An id for what is begun now and recorded later: by its time the server knows under which limits it was begun. `at` = ms since 1970. */
export function begunId(at = serverTime()): string {
  return uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
}
