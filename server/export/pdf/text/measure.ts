/** Breaks styled text into lines of a given width. */
import type { Faces } from '../../fonts/faces.ts';
import type { Face } from '../../fonts/face.ts';
import { breaksAnywhere } from '../../fonts/scripts.ts';
import type { Change, Run } from '../../model/blocks.ts';
import { leading } from '../type-sizes.ts';
import { longestWord, visually, WordShaper, type Word } from './words.ts';

interface Segment {
  /** With a space between each two of them. */
  readonly words: readonly string[];
  readonly face: Face;
  /** From the start of the line, in points. */
  readonly x: number;
  readonly width: number;
  readonly change?: Change | undefined;
}

export interface Line {
  /** In the order of the text. */
  readonly segments: readonly Segment[];
  readonly width: number;
  /** All of it runs from right to left. */
  readonly rightToLeft: boolean;
}

/** Parts of the usual space, 1 = all of it. */
export interface Spacing {
  readonly air: number;
  readonly lines: number;
  /** Rows of the sheet of a substance may be broken between two facts. */
  readonly breaksRows?: true;
}

const usual: Spacing = { air: 1, lines: 1 };

export class Measure {
  /** Of the content of a page, in points. */
  readonly width: number;
  /** What is left of the space between blocks: less than 1 where a few lines would have a last page to themselves. */
  readonly air: number;
  readonly breaksRows: boolean;
  /** Likewise of the height of a line. */
  readonly #lines: number;
  readonly #words: WordShaper;

  constructor(faces: Faces, width = 0, spacing: Spacing = usual) {
    this.width = width;
    this.air = spacing.air;
    this.breaksRows = spacing.breaksRows === true;
    this.#lines = spacing.lines;
    this.#words = new WordShaper(faces);
  }

  lineHeight(size: number): number {
    return size * leading(size) * this.#lines;
  }

  /** Lines no wider than `width`; a word wider than that breaks between characters. Never fewer than one line. */
  lines(runs: readonly Run[], size: number, width: number, bold = false): readonly Line[] {
    const broken = this.#broken(runs, size, width, bold);
    return broken.map(({ words }, i) => {
      const line = drawn(words, size);
      return broken[i + 1]?.isSpaced ? withSpace(line) : line;
    });
  }

  /** One line, cut with an ellipsis where the text is wider. */
  line(text: string, size: number, width: number, bold = false): Line {
    const start = [
      {
        text: text
          .slice(0, longestWord)
          .replace(/[\ud800-\udbff]$/, '')
          .replaceAll('\n', ' '),
      },
    ];
    const [whole, ...more] = this.#broken(start, size, width, bold);
    if (more.length === 0 && text.length <= longestWord) return drawn(whole?.words ?? [], size);
    const [cut] = this.#broken(start, size, width - size, bold);
    return drawn([...(cut?.words ?? []), ...this.#words.split([{ text: '…', bold }], size)], size);
  }

  #broken(runs: readonly Run[], size: number, width: number, bold: boolean): readonly BrokenLine[] {
    const lines: BrokenLine[] = [];
    let isParagraph = false;
    let words: Word[] = [];
    let used = 0;
    const close = (): void => {
      lines.push({ words, isSpaced: isParagraph || words[0]?.spaced === true });
      isParagraph = false;
      words = [];
      used = 0;
    };
    // What follows a word without a space, such as a comma in other type, goes to the next line with that word.
    const breakBefore = (word: Word): void => {
      const mayBegin = ({ spaced, text }: Word): boolean => spaced || breaksAnywhere(text);
      const start = mayBegin(word) ? -1 : words.findLastIndex(mayBegin);
      const carried = start > 0 ? words.slice(start) : [];
      const carriedWidth = carried.reduce((sum, each) => sum + each.width, 0);
      const isCarried = carried.length > 0 && carriedWidth + word.width <= width;
      if (isCarried) words = words.slice(0, start);
      close();
      if (isCarried) [words, used] = [carried, carriedWidth];
    };
    const place = (word: Word): void => {
      const gap = word.spaced && words.length > 0 ? word.face.widthOf(' ') * size : 0;
      if (words.length > 0 && used + gap + word.width > width) breakBefore(word);
      used += (words.length > 0 ? gap : 0) + word.width;
      words.push(word);
    };
    for (const [i, paragraph] of paragraphsOf(runs, bold).entries()) {
      if (i > 0) {
        close();
        isParagraph = true;
      }
      for (const word of this.#words.split(paragraph, size))
        if (word.width <= width) place(word);
        else for (const piece of this.#words.pieces(word, size, width)) place(piece);
    }
    if (words.length > 0 || lines.length === 0) close();
    return lines;
  }
}

interface BrokenLine {
  readonly words: readonly Word[];
  /** White space or a line feed precedes it. */
  readonly isSpaced: boolean;
}

/** Ends with a space, so that its last word and the first of the next line stay two words to a screen reader. */
function withSpace(line: Line): Line {
  const last = line.segments.at(-1);
  if (!last) return line;
  return { ...line, segments: [...line.segments, { ...last, words: space, x: line.width, width: 0 }] };
}

/** A space alone: between two words that are none. */
const space: readonly string[] = ['', ''];

interface Styled {
  readonly text: string;
  readonly bold: boolean;
  readonly change: Change | undefined;
}

/** A line feed within a run begins another paragraph. */
function paragraphsOf(runs: readonly Run[], bold: boolean): readonly (readonly Styled[])[] {
  const paragraphs: Styled[][] = [[]];
  for (const run of runs)
    for (const [i, text] of run.text.split('\n').entries()) {
      if (i > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push({ text, bold: run.bold ?? bold, change: run.change });
    }
  return paragraphs;
}

interface Drawn extends Segment {
  readonly words: string[];
  width: number;
  readonly level: number;
  readonly at: number;
}

function continues(last: Drawn, { face, level, change }: Word): boolean {
  return last.face === face && last.level % 2 === 0 && level % 2 === 0 && last.change === change;
}

/**
 * Neighbouring words in one face become one segment, unless they are set from right to left. The segments are in the order of the text: that
 * is how they are read aloud and copied, wherever they are on the line.
 */
function drawn(words: readonly Word[], size: number): Line {
  const segments: Drawn[] = [];
  let last: (typeof segments)[number] | undefined;
  let x = 0;
  visually(words).forEach((word, i) => {
    const isSpaced = word.spaced && i > 0;
    const gap = isSpaced ? word.face.widthOf(' ') * size : 0;
    const at = word.at ?? i;
    x += gap;
    if (last && continues(last, word)) {
      if (isSpaced) last.words.push(word.text);
      else last.words.push(`${last.words.pop()}${word.text}`);
      last.width = x + word.width - last.x;
    } else {
      if (last && isSpaced)
        segments.push({
          words: [...space],
          face: word.face,
          x: x - gap,
          width: gap,
          level: 0,
          at: Math.max(last.at, at) - 0.5,
          change: last.change === word.change ? word.change : undefined,
        });
      last = { words: [word.text], face: word.face, x, width: word.width, level: word.level, at, change: word.change };
      segments.push(last);
    }
    x += word.width;
  });
  if (segments.length > 1) segments.sort((a, b) => a.at - b.at);
  return { segments, width: x, rightToLeft: words.length > 0 && words.every(({ level }) => level > 0) };
}
