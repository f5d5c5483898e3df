/** The excerpt of a record that shows why it matched: plain text, never markup, with the offsets of the matched words. */
import { wordsOf, type SearchText, type Word } from './search.ts';

/** UTF-16 offsets in the named field; `end` is exclusive. */
export interface Highlight {
  readonly field: 'title' | 'reference' | 'snippet';
  readonly start: number;
  readonly end: number;
}

const maxLength = 160;
/** Length of the text before the first matched word. */
const lead = 40;

/** From the text that contains most of the words; if several do, from the body. `asked` comes from `askedWords`. */
export function excerpt(
  { title, reference, body }: SearchText,
  asked: readonly string[],
): { readonly snippet: string; readonly highlight: readonly Highlight[] } {
  const found = [...body, title, reference ?? ''].map((text) => ({ text, hits: hitsIn(text, asked) }));
  const best = found.reduce((most, each) => (kinds(each.hits, asked) > kinds(most.hits, asked) ? each : most));
  const { from, to } = windowOf(best.text, best.hits[0]);
  const before = from > 0 ? '…' : '';
  const snippet = `${before}${best.text.slice(from, to).replaceAll(/\s/g, ' ')}${to < best.text.length ? '…' : ''}`;
  const shift = from - before.length;
  const shown = best.hits
    .filter(({ start }) => start >= from && start < to)
    .map(({ start, end }) => ({ start: start - shift, end: Math.min(end, to) - shift }));
  return {
    snippet,
    highlight: [
      ...marks('title', hitsIn(title, asked)),
      ...marks('reference', hitsIn(reference ?? '', asked)),
      ...marks('snippet', shown),
    ],
  };
}

function hitsIn(text: string, asked: readonly string[]): Word[] {
  return wordsOf(text).filter(({ word }) => asked.includes(word) || beginsWithLast(word, asked));
}

/** Number of query words among these. */
function kinds(hits: readonly Word[], asked: readonly string[]): number {
  return new Set(hits.map(({ word }) => asked.indexOf(word))).size;
}

function beginsWithLast(word: string, asked: readonly string[]): boolean {
  const last = asked.at(-1);
  return last !== undefined && word.startsWith(last);
}

/** About `maxLength` characters of the text around the word, cut between words if possible. */
function windowOf(text: string, hit: Word | undefined): { readonly from: number; readonly to: number } {
  if (text.length <= maxLength) return { from: 0, to: text.length };
  const start = hit?.start ?? 0;
  const space = start > lead ? text.indexOf(' ', start - lead) : -1;
  const from = start <= lead ? 0 : space !== -1 && space < start ? space + 1 : start;
  const end = from + maxLength;
  if (end >= text.length) return { from, to: text.length };
  const lastSpace = text.lastIndexOf(' ', end);
  if (lastSpace >= Math.max(hit?.end ?? 0, from + 1)) return { from, to: lastSpace };
  // Never between the halves of a surrogate pair.
  return { from, to: /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end };
}

function marks(
  field: Highlight['field'],
  places: readonly { readonly start: number; readonly end: number }[],
): Highlight[] {
  return places.map(({ start, end }) => ({ field, start, end }));
}
