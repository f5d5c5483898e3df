/** Position keys: any place can be filled, and a reorder moves as little as it can. */
import { expect, test } from 'vitest';
import { freshKeys, keyBetween, longestKey, reorderKeys } from '../../shared/merge/order.ts';
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

/** Where the last entry goes; each of them moves to one spot. */
const spots: Readonly<Record<string, (move: number) => number>> = {
  'the second place': () => 1,
  'the first place': () => 0,
  'the place before the last': () => 8,
  'two places in turn': (move) => 4 + (move % 2),
};

test.each(Object.entries(spots))('[OR7] 2,000 moves to %s keep keys short and change few of them', (_, placeOf) => {
  let entries = freshKeys(10).map((key, i) => ({ id: `entry ${i}`, key }));
  let changes = 0;
  for (let move = 0; move < 2_000; move++) {
    const [from, place] = [move % 2 === 0 ? 9 : 5, placeOf(move)];
    const wanted = entries.toSpliced(from, 1).toSpliced(place, 0, ...entries.slice(from, from + 1));
    const changed = reorderKeys(wanted);
    changes += changed.size;
    entries = wanted.map(({ id, key }) => ({ id, key: changed.get(id) ?? key }));
    const keys = entries.map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(10);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThanOrEqual(longestKey);
  }
  expect(changes).toBeLessThan(2_200);
});

test('[OR7] a key beyond the bound renews its neighbours’ keys, and one at it does not', () => {
  const last = (length: number) => [
    { id: 'before', key: 'a1' },
    { id: 'long', key: `a1${'V'.repeat(length - 2)}` },
    { id: 'after', key: 'a2' },
  ];
  expect(reorderKeys(last(longestKey)).size).toBe(0);
  expect([...reorderKeys(last(longestKey + 1)).keys()]).toContain('long');
});

test('[OR7] random moves keep the requested order and short keys (300 seeded lists)', () => {
  const chance = openChance(34);
  for (let i = 0; i < 300; i++) {
    const keys = new Set(
      Array.from({ length: 1 + chance.below(9) }, () => `a1${'V'.repeat(chance.below(40))}${1 + chance.below(3)}`),
    );
    const entries = [...keys].map((key, n) => ({ id: `entry ${n}`, key: chance.below(6) === 0 ? null : key }));
    const wanted = entries.toSorted(() => chance.next() - 0.5);
    const changed = reorderKeys(wanted);
    const after = wanted.map(({ id, key }) => changed.get(id) ?? key ?? '');
    expect(after).toEqual([...new Set(after)].toSorted());
    expect(Math.max(...after.map((key) => key.length))).toBeLessThanOrEqual(longestKey);
  }
});
