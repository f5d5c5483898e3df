/** Ids of the server: UUIDs of version 7 in the order of their making. */
import { expect, test } from 'vitest';
import { openIds } from '../../server/base/ids.ts';
import { recordId } from '../../shared/model/fields.ts';
import { openChance, openClock } from '../kit/clock.ts';

test('[DB57] ids sort as they were made, also within a millisecond and if the clock stutters', () => {
  const clock = openClock();
  const newId = openIds(clock.now, openChance(3).bytes);
  const made = Array.from({ length: 10_000 }, (_, i) => {
    if (i % 100 === 0) clock.jump(i % 300 === 0 ? -500 : 300);
    return newId();
  });
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
  expect(made.filter((id) => !recordId.safeParse(id).success)).toEqual([]);
});

test('[DB57] after a clock went back by more than a second, ids say the new time', () => {
  const clock = openClock();
  const newId = openIds(clock.now, openChance(3).bytes);
  const before = newId();
  clock.jump(-1001);
  expect(newId() < before).toBe(true);
});
