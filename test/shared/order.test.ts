/** Position keys: any place can be filled, and a reorder moves as little as it can. */
import { expect, test } from 'vitest';
import { freshKeys, keyBetween, reorderKeys } from '../../shared/merge/order.ts';
import { sortKey } from '../../shared/model/fields.ts';
import { openChance } from '../kit/clock.ts';

test('[OR1] appended keys rise, and stay short', () => {
  const keys = freshKeys(5000);
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(5000);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(5);
});

test('[OR2] between any two keys another fits (3,000 seeded insertions)', () => {
  const chance = openChance(2);
  const keys: string[] = [];
  for (let i = 0; i < 3000; i++) {
    const at = chance.below(keys.length + 1);
    keys.splice(at, 0, keyBetween(keys[at - 1] ?? null, keys[at] ?? null));
  }
  expect(keys.toSorted()).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('[OR3] keys in the wrong order are refused', () => {
  expect(() => keyBetween('b', 'a')).toThrow(RangeError);
});

test('[OR4] moving one of ten entries changes one key', () => {
  const entries = freshKeys(10).map((key, i) => ({ id: `entry ${i}`, key }));
  const moved = entries.toSpliced(2, 1).toSpliced(7, 0, entries[2] ?? { id: '', key: '' });
  expect([...reorderKeys(moved).keys()]).toEqual(['entry 2']);
});

test('[OR5] after a reorder the keys give the order asked for (100 seeded shuffles)', () => {
  const chance = openChance(3);
  for (let i = 0; i < 100; i++) {
    const entries = freshKeys(8).map((key, n) => ({ id: `entry ${n}`, key }));
    const wanted = entries.toSorted(() => chance.next() - 0.5);
    const changed = reorderKeys(wanted);
    const keys = wanted.map(({ id, key }) => changed.get(id) ?? key);
    expect(keys.toSorted()).toEqual(keys);
    expect(new Set(keys).size).toBe(8);
  }
});

test('[OR6] a key never ends in 0, because nothing fits just before it', () => {
  expect(sortKey.safeParse('a0').success).toBe(false);
  expect(
    [...freshKeys(500), keyBetween('a', 'a01'), keyBetween('Zz', 'a')].every((key) => sortKey.safeParse(key).success),
  ).toBe(true);
});
