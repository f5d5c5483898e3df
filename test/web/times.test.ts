/** Days and times in words. */
import { afterAll, expect, test } from 'vitest';
import { daysUntil, onDay } from '../../web/office/base/times.ts';

const { TZ: before } = process.env;
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

test.each(['America/Los_Angeles', 'Europe/London', 'Pacific/Auckland'])(
  '[WB335] a day is the same day in %s',
  (zone) => {
    process.env['TZ'] = zone;
    const noon = new Date(2026, 10, 24, 12).getTime();
    expect([onDay('2026-11-24', noon), daysUntil('2026-11-24', noon), daysUntil('2026-11-26', noon)]).toEqual([
      '24 Nov',
      0,
      2,
    ]);
  },
);
