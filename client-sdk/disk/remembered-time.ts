/** What a replica remembers of the time, from its last sync and from the work that waits in it. */
import { madeAtMs } from '../../shared/sync/command-identity.ts';
import type { RememberedTime } from '../base/clock.ts';
import type { Journal } from './journal.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

/**
 * If the clock shows less now than it did at the last sync or at a change made here, it was set back while the app was closed. An earlier
 * run that noticed it dated its changes without an offset: none is known since.
 */
export function rememberedTime({ state, commands }: Pick<Journal, 'state' | 'commands'>): RememberedTime {
  const own = [...commands.values()].filter(({ author }) => author.device === state.device_id);
  const since = lastServerTime(state) ?? Infinity;
  const isDoubted = own.some(({ id, clock_offset_ms: offset }) => offset === null && madeAtMs(id) >= since);
  const shown = [state.last_sync_at, ...own.map(({ made_at }) => made_at)].filter((at) => at !== null);
  const shownMs = shown.map((at) => Date.parse(at)).reduce((a, b) => Math.max(a, b), -Infinity);
  return { offsetMs: isDoubted ? null : state.clock_offset_ms, shownMs: Number.isFinite(shownMs) ? shownMs : null };
}

/** The server's time in ms at the last sync, before which nothing new was made; null = not known. */
export function lastServerTime({ last_sync_at: at, clock_offset_ms: offset }: ReplicaMetadata): number | null {
  return at === null || offset === null ? null : Date.parse(at) - offset;
}
