/** Merging long texts: which lines count as changed, what that may cost, and what is taken when a conflict of texts is resolved. */
import { describe, expect, test } from 'vitest';
import { hunksBetween } from '../../shared/merge/token-diff.ts';
import { mergeTexts } from '../../shared/merge/text-merge.ts';
import { openChance } from '../kit/clock.ts';

const numbered = (count: number, wordOf: (line: number) => string): string =>
  Array.from({ length: count }, (_, line) => `${wordOf(line)} ${line}`).join('\n');

const merged = (was: string, theirs: string, mine: string): string | null => {
  const { text = '', isClean = false } = mergeTexts(was, theirs, mine) ?? {};
  return isClean ? text : null;
};

/** The length of a longest common subsequence, in the plainest way. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a) {
    const next = [0];
    for (const [j, other] of b.entries())
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('lines', () => {
  test('[MG16] removing a line and blanking it conflict, in either order', () => {
    expect(merged('one\ntwo\nthree', 'one\nthree', 'one\n\nthree')).toBeNull();
    expect(merged('one\ntwo\nthree', 'one\n\nthree', 'one\nthree')).toBeNull();
    expect(merged('one\ntwo\nthree', 'one\nthree', 'one\nthree')).toBe('one\nthree');
  });

  test('[MG11] the changed lines are as few as can be and give the other text (500 pairs)', () => {
    const chance = openChance(21);
    const text = (): string[] => Array.from({ length: chance.below(14) }, () => chance.pick(['a', 'b', 'c', '']));
    for (let i = 0; i < 500; i++) {
      const [base, changed] = [text(), text()];
      const hunks = hunksBetween(base, changed);
      const touched = hunks.reduce((sum, { start, end, tokens }) => sum + end - start + tokens.length, 0);
      expect(touched).toBe(base.length + changed.length - 2 * commonLength(base, changed));
      const rebuilt = hunks
        .toReversed()
        .reduce((all, { start, end, tokens }) => all.toSpliced(start, end - start, ...tokens), base);
      expect(rebuilt).toEqual(changed);
    }
  });

  test('[MG17] edits here and there in thousands of lines merge', () => {
    const was = numbered(5_000, () => 'line');
    const theirs = numbered(5_000, (line) => (line % 50 === 0 ? 'theirs' : 'line'));
    const mine = numbered(5_000, (line) => (line % 50 === 25 ? 'mine' : 'line'));
    expect(merged(was, theirs, mine)).toBe(
      numbered(5_000, (line) => (line % 50 === 0 ? 'theirs' : line % 50 === 25 ? 'mine' : 'line')),
    );
  });

  test('[MG17] a comparison stops at a bound; beyond it, all between common ends is one change', () => {
    const was = numbered(800, () => 'line');
    const theirs = numbered(800, (line) => (line < 790 && Math.abs(line - 401) > 2 ? 'theirs' : 'line'));
    expect(hunksBetween(was.split('\n'), theirs.split('\n'))).toHaveLength(1);
    expect(merged(was, theirs, was.replace('line 401', 'mine 401'))).toBeNull();
    expect(merged(was, theirs, `${was}\nmine`)).toBe(`${theirs}\nmine`);
  });

  test('[MG17] comparisons by word stop at a bound too, however many lines clash', () => {
    const chance = openChance(23);
    const words = (): string => Array.from({ length: 20_000 }, () => chance.pick(['a ', 'b ', 'a\n'])).join('');
    const begin = performance.now();
    for (let i = 0; i < 20; i++) expect(mergeTexts(words(), words(), words())?.isClean).toBe(false);
    // About 0.3 s; a comparison without a bound takes minutes.
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  test('[MG17] what a device says it saw is not compared where it is longer than any field', () => {
    const was = `theirs\n${'line\n'.repeat(300_000)}mine`;
    expect(merged(was, 'THEIRS', 'MINE')).toBeNull();
    const almost = `theirs\n${'line\n'.repeat(25_000)}mine`;
    expect(merged(almost, almost.replace('theirs', 'THEIRS'), almost.replace('mine', 'MINE'))).toBeNull();
  });
});

describe('resolving', () => {
  const take = (was: string, theirs: string, mine: string): string | undefined =>
    mergeTexts(was, theirs, mine, 'mine')?.text;

  test('[MG18] taking the other text takes its words where both differ, and keeps the rest', () => {
    const was = 'Lift 2 t by crane.\ntwo\nthree';
    const theirs = 'Lift 5 t by mobile crane.\ntwo\nthree\nfour';
    const mine = 'Lift 3 t by crane.\nTWO\nthree';
    expect(take(was, theirs, mine)).toBe('Lift 3 t by mobile crane.\nTWO\nthree\nfour');
  });

  test('[MG18] taking equals merging without clashes, and takes all of mine otherwise (300)', () => {
    const chance = openChance(22);
    const text = (): string => Array.from({ length: chance.below(7) }, () => chance.pick(['a', 'b', 'c'])).join('\n');
    for (let i = 0; i < 300; i++) {
      const [was, theirs, mine] = [text(), text(), text()];
      expect(take(was, was, mine)).toBe(mine);
      expect(take(was, mine, mine)).toBe(mine);
      const taken = take(was, theirs, mine);
      expect(merged(was, theirs, mine) ?? taken).toBe(taken);
    }
  });
});
