/** What differs between two texts, word by word, for people to read: on the screens of the office and in a PDF with its changes marked. */
import { hunksBetween, type StepBudget } from './token-diff.ts';

export interface WordChange {
  readonly was: string;
  readonly is: string;
  readonly isSame: boolean;
}

/** In the order of the texts. Bounded as every comparison of texts is: beyond that, the middle is one change. */
export function changesByWord(before: string, after: string, budget?: StepBudget): readonly WordChange[] {
  return changesBetween(tokensOf(before), tokensOf(after), budget);
}

/** Words, blanks, and the marks at the end of a word: a comma after it does not make it another word. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\s+|\S*[^\s,.;:!?]|[,.;:!?]+/gu) ?? [];
}

export function changesBetween(
  before: readonly string[],
  after: readonly string[],
  budget?: StepBudget,
): readonly WordChange[] {
  const changes: WordChange[] = [];
  let at = 0;
  for (const { start, end, tokens } of hunksBetween(before, after, budget)) {
    addSame(changes, before.slice(at, start).join(''));
    addChange(changes, before.slice(start, end).join(''), tokens.join(''));
    at = end;
  }
  addSame(changes, before.slice(at).join(''));
  return changes;
}

function addSame(changes: WordChange[], text: string): void {
  if (text !== '') changes.push({ was: text, is: text, isSame: true });
}

/** Neighbours with only blanks between them are one change: a phrase that was replaced is read as a phrase. */
function addChange(changes: WordChange[], was: string, is: string): void {
  const [earlier, between] = [changes.at(-2), changes.at(-1)];
  const isPhrase = earlier?.isSame === false && between?.isSame === true && /^[^\S\n]+$/.test(between.is);
  const first = isPhrase ? changes.splice(-2)[0] : undefined;
  const blank = isPhrase ? (between?.is ?? '') : '';
  changes.push(
    first
      ? { was: `${first.was}${blank}${was}`, is: `${first.is}${blank}${is}`, isSame: false }
      : { was, is, isSame: false },
  );
}
