/** What a device knows of the time: at the bound of an even clock, and beside it. */
import { expect, test } from 'vitest';
import { startClock } from '../../client-sdk/base/clock.ts';

const server = '2026-11-23T12:00:00.000Z';
const hour = 3_600_000;

/** Measured once, half an hour ahead of the server; then the clock gained so much. */
function after(gained: number, remembered: number | null = null, isMeasured = true) {
  let [now, elapsed] = [Date.parse(server) + hour / 2, 0];
  const clock = startClock(
    () => now,
    remembered,
    () => elapsed,
  );
  if (isMeasured) clock.measure(server, now, now);
  elapsed += hour;
  now += hour + gained;
  return [clock.confidence(), clock.offsetMs()];
}

test.each([
  [0, 'server_synced', hour / 2],
  [2000, 'server_synced', hour / 2],
  [-2000, 'server_synced', hour / 2],
  [2001, 'offset_known', hour / 2],
  [-2001, 'unverified', null],
  [8 * hour, 'offset_known', hour / 2],
  [-26 * hour, 'unverified', null],
])('[DV216] a clock that gained %i ms since it was measured is %s', (gained, confidence, offset) => {
  expect(after(gained)).toEqual([confidence, offset]);
});

test('[DV216] an offset of an earlier run is known, until the clock is set back', () => {
  expect(after(0, 500, false)).toEqual(['offset_known', 500]);
  expect(after(-hour, 500, false)).toEqual(['unverified', null]);
  expect(after(0, null, false)).toEqual(['unverified', null]);
});

test('[DV216] the next answer of the server measures a clock that was set', () => {
  let now = Date.parse(server);
  const clock = startClock(
    () => now,
    null,
    () => 0,
  );
  clock.measure(server, now, now);
  now -= hour;
  expect(clock.confidence()).toBe('unverified');
  clock.measure(server, now, now);
  expect([clock.confidence(), clock.offsetMs()]).toEqual(['server_synced', -hour]);
});
