/** What the server has of this tablet's work since today began. */
import type { Arrived } from '../../../client-sdk/disk/arrived.ts';
import { useServerTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';

const none: Arrived = { items: [], latest: null };

export function useArrived(): Arrived {
  const since = startOfDay(useServerTime());
  return useLive(`arrived ${since}`, () => replica().outbox.watchArrived(since)) ?? none;
}

/** In the time zone of the tablet. */
export function startOfDay(now: number): string {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return midnight.toISOString();
}
