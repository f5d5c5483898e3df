/** What a device knows of the time: at the bound of an even clock, and beside it. */
import { expect, test } from 'vitest';
import { isoTime, nothingRemembered, startClock, type RememberedTime } from '../../client-sdk/base/clock.ts';

const server = '2026-11-23T12:00:00.000Z';
const hour = 3_600_000;

/** Measured once, half an hour ahead of the server; then the clock gained so much. */
function after(gained: number, remembered: RememberedTime = nothingRemembered, isMeasured = true) {
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

function run(offsetMs: number | null, shownMs: number | null = null): RememberedTime {
  return { offsetMs, shownMs };
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
  expect(after(0, run(500), false)).toEqual(['offset_known', 500]);
  expect(after(-hour, run(500), false)).toEqual(['unverified', null]);
  expect(after(0, run(null), false)).toEqual(['unverified', null]);
});

test('[DV216] the next answer of the server measures a clock that was set', () => {
  let now = Date.parse(server);
  const clock = startClock(
    () => now,
    nothingRemembered,
    () => 0,
  );
  clock.measure(server, now, now);
  now -= hour;
  expect(clock.confidence()).toBe('unverified');
  clock.measure(server, now, now);
  expect([clock.confidence(), clock.offsetMs()]).toEqual(['server_synced', -hour]);
});

test.each([
  [0, 4000, 0],
  [-4000, 0, 0],
  [1, 4000, 1],
  [-4000, -1, -1],
])('[DV216] an answer between %i and %i ms after its time leaves an offset of %i ms', (asked, answered, offset) => {
  const now = Date.parse(server);
  const clock = startClock(
    () => now,
    nothingRemembered,
    () => 0,
  );
  clock.measure(server, now, now);
  clock.measure(server, now + asked, now + answered);
  expect(Math.abs((clock.offsetMs() ?? NaN) - offset)).toBe(0);
});

test.each([
  [0, 'offset_known', 500],
  [2000, 'offset_known', 500],
  [2001, 'unverified', null],
  [400 * 24 * hour, 'unverified', null],
])('[DV216] a clock set back by %i ms while the app was closed is %s', (back, confidence, offset) => {
  const now = Date.parse(server);
  const clock = startClock(
    () => now,
    run(500, now + back),
    () => 0,
  );
  expect([clock.confidence(), clock.offsetMs()]).toEqual([confidence, offset]);
});

test('[DV216] a clock outside the years 1970 to 9999 tells the nearest instant within', () => {
  const outside = [-1, 0, Date.parse('9999-12-31T23:59:59.999Z'), 8.64e15, 8.64e15 + 1, -Infinity];
  const [first, last] = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  expect(outside.map(isoTime)).toEqual([first, first, last, last, last, first]);
});
