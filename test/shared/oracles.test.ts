/** Our canonical JSON, line merge and position keys against well-known libraries of the same thing, on seeded input. */
import canonicalize from 'canonicalize';
import { generateKeyBetween } from 'fractional-indexing';
import { diff3Merge } from 'node-diff3';
import { expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { canonical } from '../../shared/crypto/canonical.ts';
import { keyBetween } from '../../shared/merge/order.ts';
import { mergeTexts } from '../../shared/merge/text-merge.ts';
import { openChance, type Chance } from '../kit/clock.ts';

function anyJson(chance: Chance, depth = 0): Json {
  const text = (): string => String.fromCodePoint(...Array.from(chance.bytes(chance.below(6)), (byte) => byte * 257));
  const list = <T>(of: () => T): T[] => Array.from({ length: chance.below(5) }, of);
  const leaves: readonly (() => Json)[] = [
    () => null,
    () => chance.below(2) === 0,
    () => (chance.next() - 0.5) * 10 ** (chance.below(60) - 30),
    () => chance.below(1000) - 500,
    () => text().toWellFormed(),
  ];
  const nested: readonly (() => Json)[] = [
    () => list(() => anyJson(chance, depth + 1)),
    () => Object.fromEntries(list(() => [text().toWellFormed(), anyJson(chance, depth + 1)])),
  ];
  return chance.pick(depth < 4 ? [...leaves, ...nested, ...nested] : leaves)();
}

test('[CA2] canonical JSON is that of canonicalize (RFC 8785, 2,000 seeded values)', () => {
  const chance = openChance(31);
  for (let i = 0; i < 2000; i++) {
    const value = anyJson(chance);
    expect(canonical(value)).toBe(canonicalize(value));
  }
});

/** Every line is unique, so there is one longest common subsequence and both must find it. */
function edited(chance: Chance, base: readonly string[], author: string): string[] {
  return base.flatMap((line, i) => {
    const edit = chance.below(12);
    if (edit === 0) return [];
    if (edit === 1) return [`${author} changed ${i}`];
    return edit === 2 ? [line, `${author} added ${i}`] : [line];
  });
}

test('[MG11] what node-diff3 merges by line, we merge to the same text (2,000 seeded texts)', () => {
  const chance = openChance(32);
  let merges = 0;
  for (let i = 0; i < 2000; i++) {
    const base = Array.from({ length: 2 + chance.below(12) }, (_, line) => `line ${line}`);
    const [theirs, mine] = [edited(chance, base, 'theirs'), edited(chance, base, 'mine')];
    const regions = diff3Merge(theirs, base, mine, { excludeFalseConflicts: true });
    const merged = mergeTexts(base.join('\n'), theirs.join('\n'), mine.join('\n'));
    if (regions.some(({ conflict }) => conflict)) continue;
    merges++;
    expect(merged?.isClean).toBe(true);
    expect(merged?.text).toBe(regions.flatMap(({ ok }) => ok ?? []).join('\n'));
  }
  expect(merges).toBeGreaterThan(500);
});

test('[OR2] a list keeps the order of fractional-indexing, with keys about as short', () => {
  const chance = openChance(33);
  const entries: { ours: string; theirs: string }[] = [];
  for (let i = 0; i < 3000; i++) {
    // Half of them at the end, as people write a list.
    const at = chance.below(2) === 0 ? entries.length : chance.below(entries.length + 1);
    const [before, after] = [entries[at - 1], entries[at]];
    const ours = keyBetween(before?.ours ?? null, after?.ours ?? null);
    entries.splice(at, 0, { ours, theirs: generateKeyBetween(before?.theirs ?? null, after?.theirs ?? null) });
  }
  const byKey = (key: 'ours' | 'theirs') => entries.toSorted((a, b) => (a[key] < b[key] ? -1 : 1));
  expect(byKey('ours')).toEqual(byKey('theirs'));
  const longest = (key: 'ours' | 'theirs'): number => Math.max(...entries.map((entry) => entry[key].length));
  expect(longest('ours')).toBeLessThanOrEqual(longest('theirs') + 2);
});
