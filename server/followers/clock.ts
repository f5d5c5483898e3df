/**
 * Follower: compares the wall clock with elapsed time, with the last write and with the order stamp, and raises an alarm when they are
 * more than a minute apart (contract, Store, DB53 to DB56). For the log at every change, for `/readyz` and `/metrics` whenever asked.
 */
import { mostDriftMs, mostJumpMs, type WatchedClock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { readClocks } from '../store/records/feed.ts';
import type { Store } from '../store/store.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

export interface ClockState {
  /** `writes_wait` = until the clock is right again, or the operator says that it is (`clock accept`). */
  readonly status: 'right' | 'apart' | 'writes_wait';
  /** By how much it has jumped, or is behind the last write, whichever is more; negative = behind. */
  readonly apart_seconds: number;
  /** How far `updated_at` runs ahead of the wall clock. */
  readonly order_ahead_seconds: number;
  /** Nothing is deleted by age, because the clock was more than 30 days ahead of the last write when the server started. */
  readonly sweeps_paused: boolean;
  /** What is wrong, for the operator. */
  readonly alarm: string | null;
}

export interface ClockFollower extends PollLoop {
  readonly state: () => Promise<ClockState>;
}

const everyMs = 10_000;

export function openClockFollower({
  store,
  clock,
  log,
}: {
  readonly store: Store;
  readonly clock: WatchedClock;
  readonly log: Log;
}): ClockFollower {
  let last = 'right';

  async function state(): Promise<ClockState> {
    const stored = await readClocks(store.db);
    clock.accept(stored?.clock_accepted ?? 0);
    const [jumpMs, nowMs] = [clock.jumpMs(), clock.now()];
    const behindMs = Math.min(0, nowMs - (stored?.wall_ms ?? 0));
    const aheadMs = Math.max(0, (stored?.order_ms ?? 0) - nowMs);
    return stateOf(Math.abs(jumpMs) > -behindMs ? jumpMs : behindMs, aheadMs, stored?.clock_doubted_ms ?? null);
  }

  async function round(): Promise<number> {
    const { status, alarm, ...seconds } = await state();
    const now = `${alarm === null ? 'right' : status}${seconds.sweeps_paused ? ', sweeps paused' : ''}`;
    if (now === last) return 0;
    last = now;
    if (status === 'writes_wait' || seconds.sweeps_paused) log.error({ clock: status, ...seconds }, alarm ?? '');
    else if (alarm === null) log.info({ clock: status, ...seconds }, 'the clock is right again');
    else log.warn({ clock: status, ...seconds }, alarm);
    return 1;
  }

  const failed = (error: unknown): void => log.error({ err: error }, 'the clock could not be checked');
  return { ...openPollLoop({ round, everyMs, failed }), state };
}

/** @param doubtedMs the last write before the start, if the clock was too far ahead of it */
function stateOf(apartMs: number, orderAheadMs: number, doubtedMs: number | null): ClockState {
  const isApart = Math.abs(apartMs) > mostDriftMs;
  const status = Math.abs(apartMs) > mostJumpMs ? 'writes_wait' : isApart ? 'apart' : 'right';
  const by = `by ${Math.round(Math.abs(apartMs) / 1000)} s`;
  const alarm = isApart
    ? `The clock of this machine is ${apartMs > 0 ? 'ahead of' : 'behind'} what is expected ${by}.${
        status === 'writes_wait' ? ' Writes wait: set the clock right, or run “clock accept” if it is right.' : ''
      }`
    : doubtedMs !== null
      ? `When the server started, the clock was more than 30 days ahead of the last write, ${new Date(doubtedMs).toISOString()}. Nothing is deleted by age: set the clock right and restart, or run “clock accept” if it is right.`
      : orderAheadMs > mostDriftMs
        ? `updated_at runs ahead of the clock by ${Math.round(orderAheadMs / 1000)} s, because the clock went back or many records changed at once.`
        : null;
  return {
    status: alarm !== null && status === 'right' ? 'apart' : status,
    apart_seconds: apartMs / 1000,
    order_ahead_seconds: orderAheadMs / 1000,
    sweeps_paused: doubtedMs !== null,
    alarm,
  };
}
