/** Merging long texts: which lines count as changed, what that may cost, and what is taken when a clash of texts is settled. */
import { describe, expect, test } from 'vitest';
import { hunksBetween } from '../../shared/merge/line-diff.ts';
import { takeLines, mergeLines } from '../../shared/merge/text-merge.ts';
import { openChance } from '../kit/clock.ts';

const numbered = (count: number, wordOf: (line: number) => string): string =>
  Array.from({ length: count }, (_, line) => `${wordOf(line)} ${line}`).join('\n');

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
    expect(mergeLines('one\ntwo\nthree', 'one\nthree', 'one\n\nthree')).toBeNull();
    expect(mergeLines('one\ntwo\nthree', 'one\n\nthree', 'one\nthree')).toBeNull();
    expect(mergeLines('one\ntwo\nthree', 'one\nthree', 'one\nthree')).toBe('one\nthree');
  });

  test('[MG11] the changed lines are as few as can be, and give the other text (500 seeded pairs)', () => {
    const chance = openChance(21);
    const text = (): string[] => Array.from({ length: chance.below(14) }, () => chance.pick(['a', 'b', 'c', '']));
    for (let i = 0; i < 500; i++) {
      const [base, changed] = [text(), text()];
      const hunks = hunksBetween(base, changed);
      const touched = hunks.reduce((sum, { start, end, lines }) => sum + end - start + lines.length, 0);
      expect(touched).toBe(base.length + changed.length - 2 * commonLength(base, changed));
      const rebuilt = hunks
        .toReversed()
        .reduce((all, { start, end, lines }) => all.toSpliced(start, end - start, ...lines), base);
      expect(rebuilt).toEqual(changed);
    }
  });

  test('[MG17] edits here and there in thousands of lines merge', () => {
    const was = numbered(5_000, () => 'line');
    const theirs = numbered(5_000, (line) => (line % 50 === 0 ? 'theirs' : 'line'));
    const mine = numbered(5_000, (line) => (line % 50 === 25 ? 'mine' : 'line'));
    expect(mergeLines(was, theirs, mine)).toBe(
      numbered(5_000, (line) => (line % 50 === 0 ? 'theirs' : line % 50 === 25 ? 'mine' : 'line')),
    );
  });

  test('[MG17] a comparison stops at a bound, from where all that lies between the common ends is one change', () => {
    const was = numbered(800, () => 'line');
    const theirs = numbered(800, (line) => (line < 790 && Math.abs(line - 401) > 2 ? 'theirs' : 'line'));
    expect(hunksBetween(was.split('\n'), theirs.split('\n'))).toHaveLength(1);
    expect(mergeLines(was, theirs, was.replace('line 401', 'mine 401'))).toBeNull();
    expect(mergeLines(was, theirs, `${was}\nmine`)).toBe(`${theirs}\nmine`);
  });

  test('[MG17] what a device says it saw is not compared where it is longer than any field', () => {
    const was = `theirs\n${'line\n'.repeat(300_000)}mine`;
    expect(mergeLines(was, 'THEIRS', 'MINE')).toBeNull();
    const almost = `theirs\n${'line\n'.repeat(25_000)}mine`;
    expect(mergeLines(almost, almost.replace('theirs', 'THEIRS'), almost.replace('mine', 'MINE'))).toBeNull();
  });
});

describe('settling', () => {
  test('[MG18] of a text, one’s own edits are taken, and what others changed elsewhere stays', () => {
    const was = 'one\ntwo\nthree\nfour\nfive\nsix\nseven';
    const standing = 'ONE\ntwo\nTHREE\nfour\nfive\nsix\nseven\neight';
    const mine = 'one\ntwo\nthird\nfour\nfifth\nsix\nseven';
    expect(takeLines(was, standing, mine)).toBe('ONE\ntwo\nthird\nfour\nfifth\nsix\nseven\neight');
  });

  test('[MG18] whatever the texts, where nobody else changed anything one’s own is taken whole (300 seeded texts)', () => {
    const chance = openChance(22);
    const text = (): string => Array.from({ length: chance.below(7) }, () => chance.pick(['a', 'b', 'c'])).join('\n');
    for (let i = 0; i < 300; i++) {
      const [was, standing, mine] = [text(), text(), text()];
      expect(takeLines(was, was, mine)).toBe(mine);
      expect(takeLines(was, mine, mine)).toBe(mine);
      const taken = takeLines(was, standing, mine);
      expect(mergeLines(was, standing, mine) ?? taken).toBe(taken);
    }
  });
});
