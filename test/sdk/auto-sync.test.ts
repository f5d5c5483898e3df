/** When a device syncs automatically, over an hour of fake time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { AutoSync } from '../../client-sdk/sync/auto-sync.ts';

test('[DV134] consecutive edits do not postpone the next scheduled sync', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let [syncs, pushes] = [0, 0];
  const auto = new AutoSync({
    sync: async () => void syncs++,
    push: async () => void pushes++,
    oldestUnconfirmed: () => undefined,
    follow: () => () => undefined,
    random: () => 0.5,
  });
  for (let i = 0; i < 180; i++) {
    await vi.advanceTimersByTimeAsync(20_000);
    auto.tell('edit');
  }
  auto.tell('stop');
  // At the start and every 45 s.
  expect(syncs).toBe(81);
  expect(pushes).toBe(180);
});
