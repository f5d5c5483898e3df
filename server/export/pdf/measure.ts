/** Breaks styled text into lines of a given width. */
import type { Run } from '../model/blocks.ts';
import type { Face } from './faces.ts';
import { longestWord, WordShaper, type Word } from './words.ts';

interface Segment {
  readonly text: string;
  readonly face: Face;
  /** From the start of the line, in points. */
  readonly x: number;
  readonly shaped: boolean;
}

export interface Line {
  readonly segments: readonly Segment[];
  readonly width: number;
}

export class Measure {
  readonly #words = new WordShaper();

  /** Lines no wider than `width`; a word wider than that breaks between characters. Never fewer than one line. */
  lines(runs: readonly Run[], size: number, width: number, bold = false): readonly Line[] {
    const lines: Line[] = [];
    let words: Word[] = [];
    let used = 0;
    const close = (): void => {
      lines.push(this.#join(words, size));
      words = [];
      used = 0;
    };
    const place = (word: Word): void => {
      const gap = word.spaced && words.length > 0 ? this.#words.spaceWidth(word.face, size) : 0;
      if (words.length > 0 && used + gap + word.width > width) close();
      used += (words.length > 0 ? gap : 0) + word.width;
      words.push(word);
    };
    for (const run of runs)
      for (const [i, paragraph] of run.text.split('\n').entries()) {
        if (i > 0) close();
        for (const word of this.#words.split(paragraph, run.bold ?? bold, size))
          for (const piece of this.#words.fit(word, size, width)) place(piece);
      }
    if (words.length > 0 || lines.length === 0) close();
    return lines;
  }

  /** One line, cut with an ellipsis where the text is wider. */
  line(text: string, size: number, width: number, bold = false): Line {
    const start = [{ text: text.slice(0, longestWord).replaceAll('\n', ' ') }];
    const [whole, ...more] = this.lines(start, size, width, bold);
    if (whole && more.length === 0 && text.length <= longestWord) return whole;
    const [cut] = this.lines(start, size, width - size, bold);
    const words = cut?.segments.map((segment) => segment.text).join('') ?? '';
    return this.#join(Array.from(this.#words.split(`${words}…`, bold, size)), size);
  }

  /** Neighbouring words in one face become one segment. */
  #join(words: readonly Word[], size: number): Line {
    const segments: Segment[] = [];
    let x = 0;
    for (const [i, word] of words.entries()) {
      const last = segments.at(-1);
      const space = word.spaced && i > 0;
      if (space) x += this.#words.spaceWidth(word.face, size);
      if (last && last.face === word.face) {
        segments[segments.length - 1] = { ...last, text: `${last.text}${space ? ' ' : ''}${word.text}` };
      } else {
        if (last && space) segments[segments.length - 1] = { ...last, text: `${last.text} ` };
        segments.push({ text: word.text, face: word.face, x, shaped: word.shaped });
      }
      x += word.width;
    }
    return { segments, width: x };
  }
}
