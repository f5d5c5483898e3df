/** The comparison by word that the office shows and a PDF with its changes marked prints. */
import { expect, test } from 'vitest';
import { changesByWord, type WordChange } from '../../shared/merge/word-changes.ts';

const shown = (changes: readonly WordChange[]): string =>
  changes.map(({ was, is, isSame }) => (isSame ? is : `[-${was}-][+${is}+]`)).join('');

test('[WB614] words that changed with only blanks between them are one change', () => {
  expect(shown(changesByWord('four-cup single circuit, 800 kg', 'four-cup dual circuit, 1,000 kg'))).toBe(
    'four-cup [-single-][+dual+] circuit, [-800-][+1,000+] kg',
  );
  expect(shown(changesByWord('at 9 m/s gust.', 'at 7 m/s gust, measured at the floor.'))).toBe(
    'at [-9-][+7+] m/s gust[--][+, measured at the floor+].',
  );
  expect(shown(changesByWord('Use the old blue hoist', 'Use a new hoist'))).toBe('Use [-the old blue-][+a new+] hoist');
  expect(shown(changesByWord('one line\nnext line', 'a row\na line'))).toBe(
    '[-one line-][+a row+]\n[-next-][+a+] line',
  );
});

test('[WB614] both texts can be put together again from what differs', () => {
  const texts = ['', ' ', 'a', 'a b', 'b  a', 'a\nb c', 'x b\n\nc ', 'ਇੱਕ ਦੋ a', 'שלום a'];
  for (const before of texts)
    for (const after of texts) {
      const changes = changesByWord(before, after);
      expect(changes.map(({ was }) => was).join('')).toBe(before);
      expect(changes.map(({ is }) => is).join('')).toBe(after);
      expect(changes.every(({ isSame }) => isSame)).toBe(before === after);
    }
});

test('[WB614] texts that differ everywhere cost a bounded effort', () => {
  const text = (word: string): string => Array.from({ length: 50_000 }, (_, i) => `${word}${i}`).join(' ');
  expect(changesByWord(`same ${text('a')} end`, `same ${text('b')} end`).filter(({ isSame }) => !isSame)).toHaveLength(
    1,
  );
});
