/**
 * Text on a page. pdfkit shapes, scales and writes each line anew, yet most words stand in a document many times, so what a word is in the
 * content of a page is remembered for each typeface of the document (`npm run bench -- exports`: 151 ms became 103 for 17 pages).
 */
import type { Face } from '../../fonts/face.ts';

type Doc = PDFKit.PDFDocument;

interface Place {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  /** `#rrggbb` */
  readonly colour: string;
}

/** A typeface in one document. */
interface Used {
  readonly font: PDFKit.EmbeddedFont;
  /** Codes and kerning of a word as they stand between `<` and `>`; null where marks are moved. */
  readonly words: Map<string, string | null>;
}

const used = new WeakMap<Doc, Map<Face, Used>>();

/** `words`: with a space between each two of them. */
export function showText(doc: Doc, face: Face, words: readonly string[], at: Place): void {
  const known = usedOf(doc, face);
  let codes = '';
  let gap = '';
  for (const word of words) {
    const next = codesOf(known, face, word);
    if (next === null) return showMoved(doc, face, words.join(' '), at);
    codes += gap + next;
    gap ||= codesOf(known, face, ' ') ?? '';
  }
  const { font } = known;
  doc.page.fonts[font.id] ??= font.ref();
  // The y axis of a page of pdfkit points down, so the text is turned over.
  const matrix = `1 0 0 -1 ${rounded(at.x)} ${rounded(at.baseline)} Tm`;
  doc.addContent(`BT ${rgbOf(at.colour)} rg /${font.id} ${rounded(at.size)} Tf ${matrix} [<${codes}>] TJ ET`);
}

/** Marks above and below letters, as in Arabic and Devanagari, are placed one by one. */
function showMoved(doc: Doc, face: Face, text: string, { x, baseline, size, colour }: Place): void {
  doc.font(face.name).fontSize(size).fillColor(colour);
  // Links and underlines ask for the width and the number of words; without them pdfkit measures the text once more.
  doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', textWidth: 0, wordCount: 1 });
}

function usedOf(doc: Doc, face: Face): Used {
  const faces = used.get(doc) ?? new Map<Face, Used>();
  used.set(doc, faces);
  const known = faces.get(face) ?? { font: doc.font(face.name)._font, words: new Map<string, string | null>() };
  faces.set(face, known);
  return known;
}

function codesOf({ font, words }: Used, face: Face, word: string): string | null {
  let codes = words.get(word);
  if (codes === undefined) {
    codes = word === '' ? '' : encoded(font, face, word);
    words.set(word, codes);
  }
  return codes;
}

function encoded(font: PDFKit.EmbeddedFont, face: Face, word: string): string | null {
  const { glyphs, kerning } = face.shape(word);
  if (!kerning) return null;
  let codes = '';
  glyphs.forEach(({ id, codePoints, advanceWidth }, i) => {
    const number = font.subset.includeGlyph(id);
    font.widths[number] ??= advanceWidth * font.scale;
    font.unicode[number] ??= codePoints;
    codes += hexOf(number);
    if (kerning[i] !== 0) codes += `> ${kerning[i]} <`;
  });
  return codes;
}

/** By number: a subset has less than 65,536 glyphs. */
const hex: string[] = [];
const hexOf = (number: number): string => (hex[number] ??= number.toString(16).padStart(4, '0'));

const channels = new Map<string, string>();
const mostColours = 500;

/** The three numbers of a colour. */
export function rgbOf(colour: string): string {
  let numbers = channels.get(colour);
  if (numbers === undefined) {
    numbers = [1, 3, 5].map((at) => rounded(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ');
    if (channels.size > mostColours) channels.clear(); // an organisation chooses those of its risk matrix
    channels.set(colour, numbers);
  }
  return numbers;
}

export const rounded = (value: number): number => Math.round(value * 1e3) / 1e3;
