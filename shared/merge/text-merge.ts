/**
 * Three-way merge of long texts (diff3): by line, and where both changed the same lines, by word within them. Only the same words changed
 * differently are a conflict. The work is bounded in steps.
 */
import { withLineFeeds } from '../base/line-endings.ts';
import { mergeHunks, overlaps } from './diff3.ts';
import { followMoves } from './moved-lines.ts';
import { hunksBetween, stepBudget } from './token-diff.ts';
import { mergeWords, type AtClash, type MergedText } from './word-merge.ts';

/** UTF-16 units; more than any field holds. What a device claims to have seen may be of any length, and is not compared beyond this. */
const longest = 100_000;

/** `atClash` fills the places where both changed the same words. Null if the texts are too long to compare. */
export function mergeTexts(was: string, theirs: string, mine: string, atClash: AtClash = 'both'): MergedText | null {
  if (Math.max(was.length, theirs.length, mine.length) > longest) return null;
  const base = linesOf(was);
  const theirEdits = hunksBetween(base, linesOf(theirs));
  const myEdits = hunksBetween(base, linesOf(mine));
  const first = followMoves(base, theirEdits, myEdits);
  const { movers: right, editors: left } = followMoves(base, first.editors, first.movers);
  const wordBudget = stepBudget();
  let isClean = theirEdits.length === 0 || myEdits.length === 0 || !isClearedByOne(was, theirs, mine);
  const lines = mergeHunks(base, left, right, {
    meets: overlaps,
    resolve: (replaced, theirLines, myLines) => {
      if (replaced.length === 0) return insertedBoth(theirLines, myLines);
      const words = mergeWords(ended(replaced), ended(theirLines), ended(myLines), atClash, wordBudget);
      isClean &&= words.isClean;
      return words.text === '' ? [] : words.text.replace(/\n$/, '').split('\n');
    },
  });
  return { text: lines.join('\n'), isClean };
}

/** An empty text has no line, so that two people who both begin one insert at one place. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : withLineFeeds(text).split('\n');
}

/** Every line ends with a line feed, so that no line differs from an empty one. */
function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Who clears a text does not mean the lines that another adds to it. */
function isClearedByOne(was: string, theirs: string, mine: string): boolean {
  return was.trim() !== '' && (theirs.trim() === '') !== (mine.trim() === '');
}

/** Lines that both inserted at one place, theirs first; once if one insertion includes the other. */
function insertedBoth(theirs: readonly string[], mine: readonly string[]): readonly string[] {
  const [first, second] = [theirs, mine].map((lines) => `\n${ended(lines)}`);
  if (first?.includes(second ?? '')) return theirs;
  return second?.includes(first ?? '') ? mine : [...theirs, ...mine];
}
