/** When a device syncs automatically, over an hour of fake time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { SyncError } from '../../client-sdk/base/sync-error.ts';
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
    giveUp: () => undefined,
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

test('[DV196] automatic sync waits as long as the server asks, up to 5 minutes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let calls: number[] = [];
  const start = Date.now();
  const answers: (SyncError | null)[] = [40, 3600, null].map(
    (seconds) => seconds && new SyncError('busy', 'Too many requests.', { retryAfterMs: seconds * 1000 }),
  ) as (SyncError | null)[];
  const work = async () => {
    calls.push((Date.now() - start) / 1000);
    const error = answers.shift();
    if (error) throw error;
  };
  const auto = new AutoSync({
    sync: work,
    push: work,
    oldestUnconfirmed: () => undefined,
    follow: () => () => undefined,
    giveUp: () => undefined,
    random: () => 0.5,
  });
  for (let i = 0; i < 45; i++) {
    auto.tell(i % 2 === 0 ? 'edit' : 'news');
    await vi.advanceTimersByTimeAsync(10_000);
  }
  // A quarter is added to 40 s and to 300 s.
  expect(calls.slice(0, 3)).toEqual([0, 50, 425]);
  calls = [];
  auto.tell('edit');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(1);
  auto.tell('stop');
});

test('[DV196] a new token ends the wait', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let syncs = 0;
  const auto = new AutoSync({
    sync: async () => {
      if (++syncs === 1) throw new SyncError('busy', 'Too many requests.', { retryAfterMs: 60_000 });
    },
    push: async () => undefined,
    oldestUnconfirmed: () => undefined,
    follow: () => () => undefined,
    giveUp: () => undefined,
    random: () => 0.5,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(syncs).toBe(1);
  auto.tell('token');
  await vi.advanceTimersByTimeAsync(0);
  expect(syncs).toBe(2);
  auto.tell('stop');
});
