/** When a device syncs automatically, over an hour of fake time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { startAutoSync, type Poke } from '../../client-sdk/sync/auto-sync.ts';

test('[DV134] consecutive edits do not postpone the next scheduled sync', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ran: Poke[] = [];
  const edits: (() => void)[] = [];
  const auto = startAutoSync({
    sync: async (what) => void ran.push(what),
    follow: (onPoke) => {
      edits.push(() => onPoke('own'));
      return () => undefined;
    },
    random: () => 0.5,
  });
  for (let i = 0; i < 180; i++) {
    await vi.advanceTimersByTimeAsync(20_000);
    for (const edit of edits) edit();
  }
  auto.stop();
  // At the start and every 45 s.
  expect(ran.filter((what) => what === 'any')).toHaveLength(81);
  expect(ran.filter((what) => what === 'own')).toHaveLength(180);
});
