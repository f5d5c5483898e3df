/** Two texts as one: the later, with what was added marked, and what was removed in its place. */
import { changesBetween, tokensOf } from '../../../../shared/merge/word-changes.ts';
import { withoutIsolates } from '../../fonts/isolation.ts';
import type { Change, Run } from '../blocks.ts';

/** Below this share of letters that stay, a text is replaced as a whole: single words of it would be read as nothing. */
const leastKept = 0.3;

export function changedRuns(before: readonly Run[], after: readonly Run[]): readonly Run[] {
  if (wordsOf(before) === wordsOf(after)) return after;
  const isWhole = isOneIsolate(before) && isOneIsolate(after);
  const [old, fresh] = isWhole ? [bare(before), bare(after)] : [before, after];
  const runs = markedRuns(old, fresh);
  return isWhole ? enclosed(runs) : runs;
}

function markedRuns(before: readonly Run[], after: readonly Run[]): readonly Run[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const changes = changesBetween(unitsOf(was), unitsOf(is));
  const kept = changes.reduce((sum, change) => sum + (change.isSame ? lettersOf(change.is) : 0), 0);
  if (2 * kept < leastKept * (lettersOf(was) + lettersOf(is))) return replaced(before, after);
  const runs: Run[] = [];
  let [from, to] = [0, 0];
  for (const change of changes) {
    const old = slice(before, from, from + change.was.length);
    const fresh = slice(after, to, to + change.is.length);
    runs.push(...(change.isSame ? fresh : replaced(old, fresh)));
    [from, to] = [from + change.was.length, to + change.is.length];
  }
  return runs;
}

function replaced(before: readonly Run[], after: readonly Run[]): readonly Run[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const isApart = was.trim() === '' || is.trim() === '' || /\s$/.test(was) || /^\s/.test(is);
  const gap = isApart ? [] : [{ text: was.includes('\n') || is.includes('\n') ? '\n' : ' ' }];
  return [...allRuns(before, 'removed'), ...gap, ...allRuns(after, 'added')];
}

/** Blanks around the words are not marked. */
export function allRuns(runs: readonly Run[], change: Change): readonly Run[] {
  return runs.flatMap((run) => {
    const [lead = '', trail = ''] = [/^\s*/.exec(run.text)?.[0], /\s*$/.exec(run.text)?.[0]];
    const words = run.text.slice(lead.length, run.text.length - trail.length);
    if (words === '') return [run];
    return [
      ...(lead ? [{ ...run, text: lead }] : []),
      { ...run, text: words, change },
      ...(trail ? [{ ...run, text: trail }] : []),
    ];
  });
}

export function wordsOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}

/** What is enclosed in isolates, as a name in another script, is one word: half of one would turn round what follows it. */
function unitsOf(text: string): readonly string[] {
  return text.split(/(\u2068[^\u2069]*\u2069)/).flatMap((piece) => (isIsolate.test(piece) ? [piece] : tokensOf(piece)));
}

const isIsolate = /^\u2068.*\u2069$/s;

function isOneIsolate(runs: readonly Run[]): boolean {
  return /^\u2068[^\u2068\u2069\n]*\u2069$/.test(wordsOf(runs));
}

function bare(runs: readonly Run[]): readonly Run[] {
  return runs.map((run) => ({ ...run, text: withoutIsolates(run.text) }));
}

function enclosed(runs: readonly Run[]): readonly Run[] {
  return [{ text: '\u2068' }, ...runs, { text: '\u2069' }];
}

function lettersOf(text: string): number {
  return text.replaceAll(/\s/g, '').length;
}

function slice(runs: readonly Run[], from: number, to: number): readonly Run[] {
  const parts: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text !== '') parts.push({ ...run, text });
    at += run.text.length;
  }
  return parts;
}
