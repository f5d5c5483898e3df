/**
 * Whether the clock of this machine may be believed at a start (contract, Security, HR71). Ahead of the last write by more than 30 days,
 * the server was off for long, or the clock is wrong: nobody but the operator can tell, so nothing is deleted by age until then.
 */
import { mostAbsenceMs } from '../base/clock.ts';
import { doubtClock, readClocks } from '../store/records/feed.ts';
import type { Store } from '../store/store.ts';

/** Call before anything is written: writes of this run are dated by the clock in question, and prove nothing. @param nowMs ms since 1970 */
export async function compareClock(store: Store, nowMs: number): Promise<void> {
  const { wall_ms, clock_doubted_ms: doubted = null } = (await readClocks(store.db)) ?? {};
  const believedMs = doubted ?? (wall_ms || nowMs);
  const found = nowMs - believedMs > mostAbsenceMs ? believedMs : null;
  if (found !== doubted) await store.transaction((trx) => doubtClock(trx, found));
}
