/** Merging long texts, pattern by pattern: what merges, what a person is asked, and that no word is lost either way. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { mergeFields, type Merged } from '../../shared/merge/merge.ts';
import { mergeTexts } from '../../shared/merge/text-merge.ts';
import { openChance, type Chance } from '../kit/clock.ts';
import { textPatterns } from './text-patterns.ts';

const merge = (was: Json, theirs: Json, mine: Json): Merged =>
  mergeFields({ text: 'text' }, { text: theirs }, { text: mine }, { text: was });

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of the edit that the text before it did not have. */
function added(was: string, edit: string): string[] {
  const known = new Set(wordsOf(was));
  return wordsOf(edit).filter((word) => !known.has(word));
}

const isMerged = ({ merged }: (typeof textPatterns)[number]): boolean => merged !== null;

test.each(textPatterns.filter(isMerged))('[MG11] $name merges', ({ was, theirs, mine, merged }) => {
  expect(merge(was, theirs, mine)).toMatchObject({ set: { text: merged }, conflicts: [], rebased: true });
});

test.each(textPatterns.filter((pattern) => !isMerged(pattern)))(
  '[MG12] $name is a conflict with a proposal, and the first text stays',
  ({ was, theirs, mine, proposal }) => {
    const conflict = { field: 'text', was, theirs, mine, kept: 'theirs', proposal };
    expect(merge(was, theirs, mine)).toEqual({ set: {}, conflicts: [conflict], merges: [], rebased: true });
  },
);

describe.each(textPatterns)('$name', ({ was, theirs, mine, merged }) => {
  test('[MG26] no added word is lost, in either order of arrival', () => {
    for (const [first, second] of [
      [theirs, mine],
      [mine, theirs],
    ] as const) {
      const { set, conflicts } = merge(was, first, second);
      expect(conflicts.length > 0).toBe(merged === null);
      const result = String(set['text'] ?? conflicts[0]?.proposal);
      expect(wordsOf(result)).toEqual(expect.arrayContaining([...added(was, first), ...added(was, second)]));
    }
  });
});

test('[MG11] at least 14 of the 16 common patterns merge', () => {
  expect(textPatterns.slice(0, 16).filter(({ merged }) => merged !== null)).toHaveLength(14);
});

/** Every word is unlike every other, so that none can be lost unnoticed; its separator goes with it. */
function edited(chance: Chance, pieces: readonly string[], author: string): string[] {
  return pieces.flatMap((piece, i) => {
    const edit = chance.below(14);
    if (edit === 0) return [];
    if (edit === 1) return [piece.replace(/\w+/, `${author}changed${i}`)];
    return edit === 2 ? [piece, ` ${author}added${i}`] : [piece];
  });
}

test('[MG26] merges keep each added word once and no removed word (2,000 seeded texts)', () => {
  const chance = openChance(38);
  let merges = 0;
  for (let i = 0; i < 2_000; i++) {
    const base = Array.from({ length: chance.below(40) }, (_, n) => `${chance.pick([' ', ' ', '\n', '. '])}word${n}`);
    const [left, right] = [edited(chance, base, 'theirs'), edited(chance, base, 'mine')];
    const [was, theirs, mine] = [base.join(''), left.join(''), right.join('')];
    const result = mergeTexts(was, theirs, mine);
    const words = wordsOf(result?.text ?? '');
    expect(words).toEqual(expect.arrayContaining([...added(was, theirs), ...added(was, mine)]));
    if (!result?.isClean) continue;
    merges++;
    const kept = wordsOf(was).filter((word) => [theirs, mine].every((text) => wordsOf(text).includes(word)));
    expect(words.toSorted()).toEqual([...kept, ...added(was, theirs), ...added(was, mine)].toSorted());
  }
  expect(merges).toBeGreaterThan(300);
});

test('[MG24] every text that merges by line is stored with line feeds only', async () => {
  const { resources } = await import('../../shared/resources/index.ts');
  const fields = Object.values(resources).flatMap(({ fields: declared }) =>
    Object.entries(declared).filter(([, { merge: policy }]) => policy === 'text'),
  );
  expect(fields.length).toBeGreaterThan(8);
  for (const [name, { type }] of fields) expect([name, type.parse('a\r\nb\rc')]).toEqual([name, 'a\nb\nc']);
});
