/** What a replica remembers of the time, from its last sync and from the work that waits in it. */
import { isoTime, type Clock, type RememberedTime } from '../base/clock.ts';
import type { Journal } from './journal.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

/** If the clock shows less now than it did at the last sync or at a change made here, it was set back while the app was closed. */
export function rememberedTime({ state, commands }: Pick<Journal, 'state' | 'commands'>): RememberedTime {
  let shownMs = state.last_sync_at === null ? -Infinity : Date.parse(state.last_sync_at);
  for (const { author, made_at: madeAt } of commands.values())
    if (author.device === state.device_id) shownMs = Math.max(shownMs, Date.parse(madeAt));
  return { offsetMs: state.clock_offset_ms, shownMs: Number.isFinite(shownMs) ? shownMs : null };
}

/** To be stored once a clock that was set back is noticed: it is not to be believed again when it has caught up. */
export function doubted(clock: Clock, state: ReplicaMetadata): Partial<ReplicaMetadata> {
  return clock.offsetMs() === null && state.clock_offset_ms !== null ? { clock_offset_ms: null } : {};
}

/** What a sync tells of the time. */
export function syncedNow(clock: Clock): Partial<ReplicaMetadata> {
  const [now, offset] = [clock.now(), clock.offsetMs()];
  const known = offset === null ? {} : { last_server_time: isoTime(now - offset) };
  return { last_sync_at: isoTime(now), clock_offset_ms: offset, ...known };
}
