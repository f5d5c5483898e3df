/**
 * One typeface in one weight, as the layout measures it and as pdfkit embeds it. Shaping is what a render spends most time on, and
 * documents repeat their words, so shaped texts are remembered for the life of the thread.
 */
import { create, type Font } from 'fontkit';
import { asShaped, mirrored } from './bidi.ts';
import { type GlyphMeaning, mend, subsetByMeaning } from './mended.ts';

/** A glyph in one meaning: a glyph that two characters share has an entry for each, so that extraction gives the right one. */
interface ShapedGlyph {
  /** What the subset takes. */
  readonly id: GlyphMeaning;
  readonly codePoints: readonly number[];
  readonly advanceWidth: number;
}

interface Position {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

interface Shaped {
  readonly glyphs: readonly ShapedGlyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
  /** Kerning: what each advance is less than the width of its glyph, in thousandths of the size; null where marks are moved. */
  readonly kerning: readonly number[] | null;
}

/** Glyphs remembered by a face, of about 200 bytes each. */
const mostRemembered = 40_000;

/** Longer texts rarely repeat. */
const longestRemembered = 80;

const still: Position = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 };

/** Joiners, soft hyphens and the like shape their neighbours and draw nothing, so a face may lack them. */
export const invisible = /\p{Default_Ignorable_Code_Point}/u;

interface FaceOptions {
  readonly reorders?: boolean;
  /** Of OpenType: switched on or off by their tags. */
  readonly features?: Readonly<Record<string, boolean>>;
}

export class Face {
  readonly name: string;
  /** Whether glyphs may be out of reading order, so that text extraction needs the original text. */
  readonly reorders: boolean;
  /** What pdfkit takes for a parsed font. */
  readonly embedded: Font;
  readonly #font: Font;
  readonly #features: Readonly<Record<string, boolean>>;
  readonly #space: number;
  readonly #unitsPerEm: number;
  readonly #shaped = new Map<string, Shaped>();
  readonly #meanings = new Map<string, ShapedGlyph>();
  #remembered = 0;

  constructor(name: string, bytes: Buffer, { reorders = false, features = {} }: FaceOptions = {}) {
    this.name = name;
    this.reorders = reorders;
    this.#features = features;
    const font = create(bytes);
    if (!('layout' in font)) throw new Error(`${name} is a collection of fonts, not one font`);
    this.#font = font;
    mend(font);
    this.#unitsPerEm = font.unitsPerEm;
    this.#space = font.glyphForCodePoint(0x20).id;
    this.embedded = Object.create(font, {
      postscriptName: { value: name },
      layout: { value: (text: string) => this.#forPdf(text) },
      createSubset: { value: () => subsetByMeaning(font) },
    }) as Font; // a font with three members of its own
  }

  /** Whether every visible character of the text has a glyph. */
  covers(text: string): boolean {
    for (const character of text)
      if (!this.#font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) && !invisible.test(character)) return false;
    return true;
  }

  /** Width at font size 1. */
  widthOf(text: string): number {
    return this.shape(text).advanceWidth / this.#unitsPerEm;
  }

  /** pdfkit asks for each word with the space after it, and scales the positions in place. */
  #forPdf(text: string): Omit<Shaped, 'kerning'> {
    const parts = text.length > 1 && text.endsWith(' ') ? [text.slice(0, -1), ' '] : [text];
    const shaped = parts.map((part) => this.shape(part));
    return {
      glyphs: shaped.flatMap(({ glyphs }) => glyphs),
      positions: shaped.flatMap(({ positions }) => positions.map((position) => ({ ...position }))),
      advanceWidth: shaped.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    };
  }

  shape(text: string): Shaped {
    const known = this.#shaped.get(text);
    if (known) return known;
    const { drawn, isFromRight } = asShaped(text);
    const { glyphs, positions } = this.#font.layout(drawn, this.#features);
    const hidden = glyphs.map(
      ({ codePoints: [first] }) => first !== undefined && invisible.test(String.fromCodePoint(first)),
    );
    const moves = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, i) =>
      hidden[i] ? still : { xAdvance, yAdvance, xOffset, yOffset },
    );
    const meanings = glyphs.map(({ id, codePoints, advanceWidth }, i) =>
      hidden[i]
        ? this.#meaning(this.#space, codePoints, 0)
        : this.#meaning(id, isFromRight ? asWritten(codePoints) : codePoints, advanceWidth),
    );
    const isMoved = moves.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0);
    const shaped: Shaped = {
      glyphs: meanings,
      positions: moves,
      advanceWidth: moves.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      kerning: isMoved
        ? null
        : moves.map(({ xAdvance }, i) => this.#thousandths((meanings[i]?.advanceWidth ?? 0) - xAdvance)),
    };
    if (text.length <= longestRemembered) this.#remember(text, shaped);
    return shaped;
  }

  #thousandths(units: number): number {
    return Math.round((units * 1e6) / this.#unitsPerEm) / 1e3;
  }

  #meaning(glyph: number, codePoints: readonly number[], advanceWidth: number): ShapedGlyph {
    const key = `${glyph} ${codePoints.join(' ')}`;
    const known = this.#meanings.get(key);
    if (known) return known;
    const meaning = { id: { glyph, key }, codePoints, advanceWidth };
    this.#meanings.set(key, meaning);
    return meaning;
  }

  #remember(text: string, shaped: Shaped): void {
    this.#remembered += shaped.glyphs.length;
    if (this.#remembered > mostRemembered) {
      this.#shaped.clear();
      this.#meanings.clear();
      this.#remembered = shaped.glyphs.length;
    }
    this.#shaped.set(text, shaped);
  }
}

/** A mirrored bracket is drawn for its counterpart, which is what extraction is to give. */
function asWritten(codePoints: readonly number[]): readonly number[] {
  return codePoints.map((point) => mirrored(String.fromCodePoint(point)).codePointAt(0) ?? point);
}
