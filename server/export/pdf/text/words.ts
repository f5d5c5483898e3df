/** Words as they are drawn: each in a face that has its characters, with its direction and its width in points. */
import { fromRight, inVisualOrder, levelsOf } from '../../fonts/bidi.ts';
import type { Face } from '../../fonts/face.ts';
import { clustersOf, type Faces, isPlain } from '../../fonts/faces.ts';
import { withoutIsolates } from '../../fonts/isolation.ts';
import { breaksAnywhere } from '../../fonts/scripts.ts';
import type { Change } from '../../model/blocks.ts';

/** A word, or a part of one that has a face or direction of its own. */
export interface Word {
  readonly text: string;
  readonly face: Face;
  readonly width: number;
  /** White space precedes it. */
  readonly spaced: boolean;
  /** Of the bidirectional algorithm: odd from right to left. */
  readonly level: number;
  readonly change?: Change | undefined;
}

/** What runs in one direction. */
type Part = Pick<Word, 'text' | 'level'>;

interface Setting {
  readonly bold: boolean;
  /** In points. */
  readonly size: number;
  /** White space precedes it. */
  readonly spaced: boolean;
  readonly change: Change | undefined;
}

/** Characters. No line holds more, and shaping time grows faster than the length of a word. */
export const longestWord = 400;

export class WordShaper {
  readonly #faces: Faces;

  constructor(faces: Faces) {
    this.#faces = faces;
  }

  /** The words of one paragraph, given as the runs it consists of. */
  split(
    runs: readonly { readonly text: string; readonly bold: boolean; readonly change?: Change | undefined }[],
    size: number,
  ): readonly Word[] {
    const levels = levelsOf(runs.map(({ text }) => text).join(''));
    const words: Word[] = [];
    let start = 0;
    let spaced = false;
    for (const { text, bold, change } of runs) {
      for (let at = 0; at < text.length;) {
        const end = endOfWord(text, at);
        if (end > at) {
          const token = text.slice(at, end);
          const parts = levels ? partsByLevel(token, levels.subarray(start + at)) : [{ text: token, level: 0 }];
          for (const part of parts) {
            this.#addInFaces(words, part, { bold, size, spaced, change });
            spaced = false;
          }
        }
        at = end;
        for (; at < text.length && isSpace(text.charCodeAt(at)); at += 1) spaced = true;
      }
      start += text.length;
    }
    return words;
  }

  /** Of a word that is wider than a whole line. */
  *pieces(word: Word, size: number, width: number): Generator<Word> {
    let { spaced } = word;
    let piece = '';
    let used = 0;
    for (const segment of clustersOf(word.text)) {
      const advance = word.face.widthOf(segment) * size;
      if (piece !== '' && used + advance > width) {
        yield { ...word, text: piece, width: used, spaced };
        [piece, used, spaced] = ['', 0, false];
      }
      piece += segment;
      used += advance;
    }
    if (piece !== '') yield { ...word, text: piece, width: used, spaced };
  }

  #base(bold: boolean): Face {
    return bold ? this.#faces.base.bold : this.#faces.base.regular;
  }

  /** Neighbouring clusters in one face are one word, but a line may break between Chinese or Japanese ones. */
  #addInFaces(words: Word[], { text, level }: Part, { bold, size, spaced, change }: Setting): void {
    const base = this.#base(bold);
    let isSpaced = spaced;
    const add = (run: string, face: Face): void => {
      // Marked where its characters do not tell by themselves: a bracket has a typeface, and so a word, of its own.
      const shown = level % 2 === 1 ? fromRight(run) : run;
      const width = shown.length > longestWord ? Number.POSITIVE_INFINITY : face.widthOf(shown) * size;
      words.push({ text: shown, face, width, spaced: isSpaced, level, change });
      isSpaced = false;
    };
    if (isPlain(text) || base.covers(text)) return add(text, base);
    let run = '';
    let face = base;
    for (const cluster of clustersOf(text)) {
      const next = run !== '' && face.covers(cluster) ? face : (this.#faces.faceOf(cluster, text, bold) ?? base);
      if (run !== '' && (next !== face || breaksAnywhere(cluster))) {
        add(run, face);
        run = '';
      }
      face = next;
      run += cluster;
    }
    if (run !== '') add(run, face);
  }
}

const [space, tab] = [32, 9];
const isSpace = (code: number): boolean => code === space || code === tab;

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Parts of a token that run in one direction; isolates have done their work and go. */
function partsByLevel(token: string, levels: Uint8Array): readonly Part[] {
  const parts: { text: string; level: number }[] = [];
  let at = 0;
  for (const cluster of clustersOf(token)) {
    const level = levels[at] ?? 0;
    at += cluster.length;
    const text = withoutIsolates(cluster);
    const last = parts.at(-1);
    if (last?.level === level) last.text += text;
    else if (text !== '') parts.push({ text, level });
  }
  return parts;
}

/** The words of a line from left to right; `spaced` then means a space to the left. `at` is the place of a word in the text. */
export function visually(words: readonly Word[]): readonly (Word & { readonly at?: number })[] {
  if (words.every(({ level }) => level === 0)) return words;
  // A space has the level of its neighbours where they agree, else the lower one.
  const items = words.flatMap((word, i) => {
    const before = words[i - 1];
    const gap = word.spaced && before ? [{ word: null, level: Math.min(word.level, before.level) }] : [];
    return [...gap, { word: { ...word, at: i }, level: word.level }];
  });
  const ordered = inVisualOrder(items);
  return ordered.flatMap(({ word }, i) => (word ? [{ ...word, spaced: i > 0 && ordered[i - 1]?.word === null }] : []));
}
