/** Merges two edits of the same lines by word, so that people who changed different words of a line do not conflict. */
import { mergeHunks, overlaps } from './diff3.ts';
import { hunksBetween, type Hunk, type StepBudget } from './token-diff.ts';

/** The result where both changed the same words: mine, or the words of both, theirs first. */
export type AtClash = 'mine' | 'both';

export interface MergedText {
  readonly text: string;
  /** False if both changed the same words differently. */
  readonly isClean: boolean;
}

export function mergeWords(
  was: string,
  theirs: string,
  mine: string,
  atClash: AtClash,
  budget: StepBudget,
): MergedText {
  const base = wordsOf(was);
  const left = hunksBetween(base, wordsOf(theirs), budget);
  const right = hunksBetween(base, wordsOf(mine), budget);
  let isClean = true;
  const words = mergeHunks(base, left, right, {
    meets: (earlier, later) => overlaps(earlier, later) || areOnePhrase(base, earlier, later),
    resolve: (replaced, theirWords, myWords) => {
      const [first, second] = [theirWords.join(''), myWords.join('')];
      const inserted = replaced.length === 0 ? insertedBoth(first, second) : null;
      if (inserted !== null) return [inserted];
      isClean = false;
      return [atClash === 'mine' ? second : sideBySide(first, second)];
    },
  });
  return { text: words.join(''), isClean };
}

/** Line feeds, blanks, words, and other characters one by one. Numbers and words keep their inner marks: `2.5`, `12:30`, `fall-arrest`. */
const token = /\n|[^\S\n]+|[\p{L}\p{M}\p{N}]+(?:[.,:'’/-][\p{L}\p{M}\p{N}]+)*|[^]/gu;

function wordsOf(text: string): readonly string[] {
  return text.match(token) ?? [];
}

/** Words of one line with only blanks between them: a number and its unit must not come from two people. */
function areOnePhrase(base: readonly string[], earlier: Hunk, later: Hunk): boolean {
  return (
    isPhrase(base, earlier) &&
    isPhrase(base, later) &&
    base.slice(earlier.end, later.start).every((each) => /^[^\S\n]+$/.test(each))
  );
}

/** Changes words within one line, not only blanks or whole lines. */
function isPhrase(base: readonly string[], { start, end, tokens }: Hunk): boolean {
  const changed = [...base.slice(start, end), ...tokens];
  return changed.some((each) => /\S/.test(each)) && !changed.includes('\n');
}

/** Both insertions, or null if a person has to choose: of two numbers at one place, only one can be meant. */
function insertedBoth(first: string, second: string): string | null {
  if (first.includes(second)) return first;
  if (second.includes(first)) return second;
  if (/\p{N}/u.test(first) && /\p{N}/u.test(second)) return null;
  return endsInWord.test(first) && startsWithWord.test(second) ? `${first} ${second}` : first + second;
}

const endsInWord = /[\p{L}\p{M}\p{N}]$/u;
const startsWithWord = /^[\p{L}\p{M}\p{N}]/u;

/** A proposal where the words clash; a person decides. */
function sideBySide(first: string, second: string): string {
  if (first.trim() === '' || second.trim() === '') return first.trim() === '' ? second : first;
  if (!`${first}${second}`.includes('\n')) return `${first.trimEnd()} / ${second.trimStart()}`;
  return first.endsWith('\n') ? first + second : `${first}\n${second}`;
}
