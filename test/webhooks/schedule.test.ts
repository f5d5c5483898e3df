/** The times of the retries, to the millisecond. */
import { expect, test } from 'vitest';
import { nextAttemptMs, retryAfterMs } from '../../server/followers/webhooks/schedule.ts';

const endedMs = Date.UTC(2026, 10, 21, 9);
const slots = [60, 300, 1_800, 7_200, 43_200];

function waits(random: () => number, askedMs?: number): (number | undefined)[] {
  return [1, 2, 3, 4, 5, 6].map((attempts) => {
    const next = nextAttemptMs({ attempts, endedMs, askedMs }, random);
    return next === undefined ? undefined : (next - endedMs) / 1000;
  });
}

test('[WH13] retries follow 1 m, 5 m, 30 m, 2 h and 12 h after an attempt ended, then none', () => {
  expect(waits(() => 0)).toEqual([...slots, undefined]);
});

test('[WH13] jitter adds up to a tenth and never makes a retry earlier', () => {
  expect(waits(() => 0.5)).toEqual([63, 315, 1_890, 7_560, 45_360, undefined]);
  for (let i = 0; i < 1_000; i++) {
    const ratios = waits(Math.random).map((wait, index) => (wait ?? NaN) / (slots[index] ?? NaN));
    expect(ratios.slice(0, 5).every((ratio) => ratio >= 1 && ratio <= 1.1)).toBe(true);
  }
});

test('[WH14] Retry-After puts a retry off, up to twice its slot, and never brings it forward', () => {
  expect(waits(() => 0, 90_000)).toEqual([90, 300, 1_800, 7_200, 43_200, undefined]);
  expect(waits(() => 0, 10_000_000_000)).toEqual([...slots.map((slot) => slot * 2), undefined]);
});

test.for<[number, string | undefined, number | undefined]>([
  [429, '120', 120_000],
  [503, '120', 120_000],
  [503, new Date(endedMs + 45_000).toUTCString(), 45_000],
  [503, new Date(endedMs - 45_000).toUTCString(), undefined],
  [500, '120', undefined],
  [429, undefined, undefined],
  [429, '0', undefined],
  [429, '-5', undefined],
  [429, 'soon', undefined],
  [429, '9'.repeat(400), undefined],
])('[WH14] of status %i with Retry-After %s it reads %s ms', ([status, header, expected]) => {
  expect(retryAfterMs(status, header, endedMs)).toBe(expected);
});
