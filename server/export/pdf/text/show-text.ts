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

/** By the typeface as it is embedded in one document: codes and kerning as they stand between `<` and `>`; null where marks are moved. */
const written = new WeakMap<PDFKit.EmbeddedFont, Map<string, string | null>>();

export function showText(doc: Doc, face: Face, text: string, at: Place): void {
  doc.font(face.name);
  const font = doc._font;
  const words = text.split(' ').map((word) => codesOf(font, word));
  if (words.includes(null)) return showMoved(doc, text, at);
  const codes = words.join(codesOf(font, ' ') ?? '');
  doc.page.fonts[font.id] ??= font.ref();
  // The y axis of a page of pdfkit points down, so the text is turned over.
  const matrix = `1 0 0 -1 ${rounded(at.x)} ${rounded(at.baseline)} Tm`;
  doc.addContent(`BT ${fillOf(at.colour)} /${font.id} ${rounded(at.size)} Tf ${matrix} [<${codes}>] TJ ET`);
}

/** Marks above and below letters, as in Arabic and Devanagari, are placed one by one. */
function showMoved(doc: Doc, text: string, { x, baseline, size, colour }: Place): void {
  doc.fontSize(size).fillColor(colour);
  // Links and underlines ask for the width and the number of words; without them pdfkit measures the text once more.
  doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', textWidth: 0, wordCount: 1 });
}

function codesOf(font: PDFKit.EmbeddedFont, word: string): string | null {
  const known = written.get(font) ?? new Map<string, string | null>();
  written.set(font, known);
  let codes = known.get(word);
  if (codes === undefined) {
    codes = word === '' ? '' : encoded(font, word);
    known.set(word, codes);
  }
  return codes;
}

function encoded(font: PDFKit.EmbeddedFont, word: string): string | null {
  const [codes, positions] = font.encode(word, []);
  if (positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0)) return null;
  // Kerning is what the advance differs by from the width of the glyph, in thousandths of the size.
  const gaps = positions.map(({ xAdvance, advanceWidth }) => rounded(advanceWidth - xAdvance));
  return codes.map((code, i) => (gaps[i] === 0 ? code : `${code}> ${gaps[i]} <`)).join('');
}

function fillOf(colour: string): string {
  const channels = [1, 3, 5].map((at) => rounded(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return `${channels.join(' ')} rg`;
}

const rounded = (value: number): number => Math.round(value * 1e3) / 1e3;
