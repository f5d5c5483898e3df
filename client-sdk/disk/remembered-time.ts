/** What a replica remembers of the time, from its last sync and from the work that waits in it. */
import type { RememberedTime } from '../base/clock.ts';
import type { Journal } from './journal.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

/** If the clock shows less now than it did at the last sync or at a change made here, it was set back while the app was closed. */
export function rememberedTime({ state, commands }: Pick<Journal, 'state' | 'commands'>): RememberedTime {
  const shown = state.last_sync_at === null ? [] : [Date.parse(state.last_sync_at)];
  for (const { author, made_at } of commands.values())
    if (author.device === state.device_id) shown.push(Date.parse(made_at));
  const latest = shown.reduce((a, b) => Math.max(a, b), -Infinity);
  return { offsetMs: state.clock_offset_ms, shownMs: Number.isFinite(latest) ? latest : null };
}

/** The server's time in ms at the last sync, before which nothing new was made; null = not known. */
export function lastServerTime({ last_sync_at: at, clock_offset_ms: offset }: ReplicaMetadata): number | null {
  return at === null || offset === null ? null : Date.parse(at) - offset;
}
