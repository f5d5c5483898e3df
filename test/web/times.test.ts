/** Days and times in words. */
import { afterAll, expect, test } from 'vitest';
import { daysUntil, onDay, weekBegan } from '../../web/office/base/times.ts';

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

test.each(['America/Los_Angeles', 'Europe/London', 'Pacific/Auckland'])(
  '[WB616] the week begins on Monday at midnight in %s',
  (zone) => {
    process.env['TZ'] = zone;
    const at = (day: number, ...time: readonly [hour: number, minute: number]): number =>
      new Date(2026, 10, day, ...time).getTime();
    const [monday, lastWeek] = [at(23, 0, 0), at(16, 0, 0)].map((ms) => new Date(ms).toISOString());
    expect([at(23, 0, 0), at(25, 12, 0), at(29, 23, 59)].map((ms) => weekBegan(ms))).toEqual([monday, monday, monday]);
    expect([at(22, 23, 59), at(30, 0, 0)].map((ms) => weekBegan(ms))).toEqual([
      lastWeek,
      new Date(at(30, 0, 0)).toISOString(),
    ]);
  },
);
