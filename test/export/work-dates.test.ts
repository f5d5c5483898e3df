/** The dates of the work, in print: as such, and beside cards that end before it (contract, Compliance check). */
import { expect, test } from 'vitest';
import { attachedFiles } from '../../server/export/attached-file.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { eachText } from '../../server/export/model/each-text.ts';
import { inputOf, peopleOnly } from './inputs.ts';

function wordsOf(content: object): string {
  const input = inputOf('rams', { content: { ...peopleOnly, ...content } });
  let all = '';
  eachText(buildModel(input, attachedFiles(input)), (words) => {
    all += `${words}\n`;
    return words;
  });
  return all;
}

test('[CF12] a card that ends before the last day of work is marked, one ending on it is not', () => {
  const people = (expires_on: string) => ({
    personnel: [{ name: 'Jo', competence_cards: [{ scheme: 'CSCS', card_number: '1', expires_on }] }],
    work_starts_on: '2026-10-05',
    work_ends_on: '2026-12-18',
  });
  expect(wordsOf(people('2026-12-17'))).toContain('expires 17 Dec 2026, BEFORE THE WORK ENDS');
  expect(wordsOf(people('2026-12-18'))).not.toContain('BEFORE THE WORK');
  expect(wordsOf(people('2026-12-18'))).toContain('5 Oct 2026 to 18 Dec 2026');
  expect(wordsOf(people('2026-11-01'))).toContain('EXPIRED 1 Nov 2026');
});
