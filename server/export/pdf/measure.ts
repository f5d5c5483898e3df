/** Words as they will be drawn: in a face that has their characters, with a known width, broken into lines by our own rules. */
import type { Run } from '../model/blocks.ts';
import { type Face, type Faces, openFaces } from './faces.ts';

interface Segment {
  readonly text: string;
  readonly face: Face;
  /** From the start of the line, in points. */
  readonly x: number;
  /** What a reader is told where shaping reorders the glyphs. */
  readonly shaped: boolean;
}

export interface Line {
  readonly segments: readonly Segment[];
  readonly width: number;
}

interface Word {
  readonly text: string;
  readonly face: Face;
  readonly shaped: boolean;
  readonly width: number;
  /** White space stands before it. */
  readonly spaced: boolean;
}

export interface Measure {
  /** Lines no wider than `width`; a word wider than that is broken between characters. Never fewer than one line. */
  lines(runs: readonly Run[], size: number, width: number, bold?: boolean): readonly Line[];
  /** One line, cut with an ellipsis where it is wider. */
  line(text: string, size: number, width: number, bold?: boolean): Line;
}

export function openMeasure(faces: Faces = openFaces()): Measure {
  const widths = new Map<string, number>();
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

  return { lines, line };

  function lines(runs: readonly Run[], size: number, width: number, bold = false): readonly Line[] {
    const found: Line[] = [];
    let words: Word[] = [];
    let used = 0;
    for (const run of runs) {
      run.text.split('\n').forEach((paragraph, i) => {
        if (i > 0) close();
        for (const word of wordsOf(paragraph, run.bold ?? bold, size))
          for (const part of fitted(word, size, width)) place(part);
      });
    }
    if (words.length > 0 || found.length === 0) close();
    return found;

    function place(word: Word): void {
      const gap = word.spaced && words.length > 0 ? spaceOf(word.face, size) : 0;
      if (words.length > 0 && used + gap + word.width > width) close();
      used += (words.length > 0 ? gap : 0) + word.width;
      words.push(word);
    }
    function close(): void {
      found.push(joined(words, size));
      words = [];
      used = 0;
    }
  }

  function line(text: string, size: number, width: number, bold = false): Line {
    const start = [{ text: text.slice(0, longest).replaceAll('\n', ' ') }];
    const [whole, ...more] = lines(start, size, width, bold);
    if (whole && more.length === 0 && text.length <= longest) return whole;
    const [cut] = lines(start, size, width - size, bold);
    const words = cut?.segments.map((segment) => segment.text).join('') ?? '';
    return joined([...wordsOf(`${words}…`, bold, size)], size);
  }

  function* wordsOf(paragraph: string, bold: boolean, size: number): Generator<Word> {
    let spaced = false;
    for (const token of paragraph.split(/([ \t]+)/)) {
      if (token === '') continue;
      if (/^[ \t]/.test(token)) spaced = true;
      else {
        yield wordOf(token, bold, size, spaced);
        spaced = false;
      }
    }
    if (spaced) yield { text: '', face: (bold ? faces.bold : faces.regular)[0], shaped: false, width: 0, spaced: true };
  }

  function wordOf(text: string, bold: boolean, size: number, spaced: boolean): Word {
    const candidates = bold ? faces.bold : faces.regular;
    const face = candidates.find(({ font }) => covers(font, text)) ?? candidates[0];
    const drawable = withReplacements(text, face);
    const width = drawable.length > longest ? Number.POSITIVE_INFINITY : widthOf(drawable, face) * size;
    return { text: drawable, face, shaped: face !== candidates[0], width, spaced };
  }

  /** The word, or its pieces where it is wider than a whole line. */
  function* fitted(word: Word, size: number, width: number): Generator<Word> {
    if (word.width <= width) return yield word;
    let { spaced } = word;
    let piece = '';
    let used = 0;
    for (const { segment } of graphemes.segment(word.text)) {
      const advance = widthOf(segment, word.face) * size;
      if (piece !== '' && used + advance > width) {
        yield { ...word, text: piece, width: used, spaced };
        [piece, used, spaced] = ['', 0, false];
      }
      piece += segment;
      used += advance;
    }
    if (piece !== '') yield { ...word, text: piece, width: used, spaced };
  }

  function joined(words: readonly Word[], size: number): Line {
    const segments: Segment[] = [];
    let x = 0;
    words.forEach((word, i) => {
      const last = segments.at(-1);
      const space = word.spaced && i > 0;
      if (last && last.face === word.face) {
        segments[segments.length - 1] = { ...last, text: `${last.text}${space ? ' ' : ''}${word.text}` };
        x += space ? spaceOf(word.face, size) : 0;
      } else {
        if (last && space) segments[segments.length - 1] = { ...last, text: `${last.text} ` };
        x += space ? spaceOf(word.face, size) : 0;
        segments.push({ text: word.text, face: word.face, x, shaped: word.shaped });
      }
      x += word.width;
    });
    return { segments, width: x };
  }

  function spaceOf(face: Face, size: number): number {
    return widthOf(' ', face) * size;
  }

  /** At size 1. Long words are rarely met twice, so they are not remembered. */
  function widthOf(text: string, face: Face): number {
    const key = `${face.name} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = face.font.layout(text).advanceWidth / face.font.unitsPerEm;
    if (text.length < 40) widths.set(key, width);
    return width;
  }
}

/** Characters: no line holds more, and the time to shape a word grows faster than its length. */
const longest = 400;

/** Joiners and soft hyphens shape their neighbours and draw nothing; a face need not have them. */
const invisible = /[\u00ad\u200b-\u200d\u2060]/gu;

function covers(font: Face['font'], text: string): boolean {
  for (const character of text.replace(invisible, ''))
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** PDF/A forbids the empty box of a missing glyph; a reader sees `?` where this copy cannot show a character. */
function withReplacements(text: string, { font }: Face): string {
  let drawable = '';
  for (const character of text) {
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) drawable += character;
    else if (!invisible.test(character)) drawable += '?';
    invisible.lastIndex = 0;
  }
  return drawable;
}
