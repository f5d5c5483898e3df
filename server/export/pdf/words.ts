/** Words as they are drawn: each in the first face that has all its characters, with its width in points. */
import { type Face, type Faces, openFaces } from './faces.ts';

export interface Word {
  readonly text: string;
  readonly face: Face;
  /** Drawn in a fallback face, whose shaping may reorder glyphs: text extraction needs the original. */
  readonly shaped: boolean;
  readonly width: number;
  /** White space precedes it. */
  readonly spaced: boolean;
}

/** Characters. No line holds more, and shaping time grows faster than the length of a word. */
export const longestWord = 400;

/** Joiners and soft hyphens shape their neighbours and draw nothing, so a face may lack them. */
const invisible = /[\u00ad\u200b-\u200d\u2060]/gu;

/** Longer texts rarely repeat, so their widths are not cached. */
const longestCached = 40;

export class WordShaper {
  readonly #faces: Faces;
  readonly #widths = new Map<string, number>();
  readonly #graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

  constructor(faces: Faces = openFaces()) {
    this.#faces = faces;
  }

  /** The words of one paragraph. A trailing space yields an empty word. */
  *split(paragraph: string, bold: boolean, size: number): Generator<Word> {
    let spaced = false;
    for (const token of paragraph.split(/([ \t]+)/)) {
      if (token === '') continue;
      if (/^[ \t]/.test(token)) spaced = true;
      else {
        yield this.#shape(token, bold, size, spaced);
        spaced = false;
      }
    }
    if (spaced) yield { text: '', face: this.#candidates(bold)[0], shaped: false, width: 0, spaced };
  }

  /** The word itself, or pieces of it where it is wider than a whole line. */
  *fit(word: Word, size: number, width: number): Generator<Word> {
    if (word.width <= width) return yield word;
    let { spaced } = word;
    let piece = '';
    let used = 0;
    for (const { segment } of this.#graphemes.segment(word.text)) {
      const advance = this.#unitWidth(segment, word.face) * size;
      if (piece !== '' && used + advance > width) {
        yield { ...word, text: piece, width: used, spaced };
        [piece, used, spaced] = ['', 0, false];
      }
      piece += segment;
      used += advance;
    }
    if (piece !== '') yield { ...word, text: piece, width: used, spaced };
  }

  spaceWidth(face: Face, size: number): number {
    return this.#unitWidth(' ', face) * size;
  }

  #candidates(bold: boolean): Faces['regular'] {
    return bold ? this.#faces.bold : this.#faces.regular;
  }

  #shape(text: string, bold: boolean, size: number, spaced: boolean): Word {
    const candidates = this.#candidates(bold);
    const face = candidates.find(({ font }) => covers(font, text)) ?? candidates[0];
    const drawable = withReplacements(text, face);
    const width = drawable.length > longestWord ? Number.POSITIVE_INFINITY : this.#unitWidth(drawable, face) * size;
    return { text: drawable, face, shaped: face !== candidates[0], width, spaced };
  }

  /** At font size 1. */
  #unitWidth(text: string, face: Face): number {
    const key = `${face.name} ${text}`;
    const cached = this.#widths.get(key);
    if (cached !== undefined) return cached;
    const width = face.font.layout(text).advanceWidth / face.font.unitsPerEm;
    if (text.length < longestCached) this.#widths.set(key, width);
    return width;
  }
}

function covers(font: Face['font'], text: string): boolean {
  for (const character of text.replace(invisible, ''))
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** PDF/A forbids the empty box of a missing glyph, so `?` replaces a character that no face has. */
function withReplacements(text: string, { font }: Face): string {
  let drawable = '';
  for (const character of text) {
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) drawable += character;
    else if (!invisible.test(character)) drawable += '?';
    invisible.lastIndex = 0;
  }
  return drawable;
}
