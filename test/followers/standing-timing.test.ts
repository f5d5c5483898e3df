/** When a standing export is made again: each wait at its end and just before (contract, Exports, EX55 and EX57). */
import { expect, test } from 'vitest';
import { dueAt, type Tried } from '../../server/followers/standing/timing.ts';

const [now, second, minute] = [1_795_000_000_000, 1_000, 60_000];
const nothing: Tried = { changed: [], wanted: null, failed: [] };
const failure = { at: now, isSame: true, isHopeless: false };
const failures = (count: number): Tried => ({ ...nothing, failed: Array.from({ length: count }, () => failure) });

test.each<readonly [what: string, tried: Tried, due: number | null]>([
  ['nothing was made yet', nothing, now],
  ['one change', { ...nothing, changed: [now] }, now + 10 * second],
  ['the last of several changes', { ...nothing, changed: [now - 5 * second, now] }, now + 10 * second],
  ['a minute after the first change', { ...nothing, changed: [now - 55 * second, now] }, now + 5 * second],
  [
    'a minute after the last rendering',
    { ...nothing, changed: [now - minute], wanted: now - second },
    now + 59 * second,
  ],
  ['a clock that was set back', { ...nothing, changed: [now + 3 * minute], wanted: now + 2 * minute }, now],
  ['the first failure', failures(1), now + minute],
  ['the fifth failure', failures(5), now + 600 * minute],
  ['the sixth failure', failures(6), null],
  ['a failure for ever', { ...nothing, failed: [{ ...failure, isHopeless: true }] }, null],
  [
    'six failures before a change',
    { ...nothing, failed: failures(6).failed.map((each) => ({ ...each, isSame: false })) },
    now + 600 * minute,
  ],
])('[EX55] a standing export is due after %s', (_what, tried, due) => {
  expect(dueAt(tried, now)).toBe(due);
});
