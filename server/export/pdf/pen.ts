/** Drawing primitives of the PDF, and the structure tags for screen readers. */
import { colours } from './geometry.ts';
import type { Line } from './text/measure.ts';
import { rgbOf, rounded, showText } from './text/show-text.ts';

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** Content of `element`, read aloud in the order of these calls. An element may get content on several pages. */
export function tagged(doc: Doc, element: Element, type: string, draw: () => void): void {
  element.add(doc.markStructureContent(type));
  draw();
  doc.endMarkedContent();
}

/** Decoration: drawn, but skipped by screen readers. */
export function artifact(doc: Doc, type: 'Pagination' | 'Layout', draw: () => void): void {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
}

export function child(
  doc: Doc,
  parent: Element,
  type: string,
  options: PDFKit.Mixins.StructureElementOptions = {},
): Element {
  const element = doc.struct(type, options);
  parent.add(element);
  return element;
}

/** `y` is the top of a line `height` high; the baseline suits every face. */
export function drawLine(
  doc: Doc,
  line: Line,
  at: { x: number; y: number; height: number; size: number; colour: string },
): void {
  const baseline = at.y + at.height / 2 + at.size * 0.36;
  for (const { face, words, x } of line.segments) {
    const actual = face.reorders && words.some((word) => word !== '');
    if (actual) doc.markContent('Span', { actual: words.join(' ') });
    showText(doc, face, words, { x: at.x + x, baseline, size: at.size, colour: at.colour });
    if (actual) doc.endMarkedContent();
  }
}

export function fillBox(doc: Doc, x: number, y: number, width: number, height: number, fill: string): void {
  doc.addContent(`${rgbOf(fill)} rg ${boxOf(x, y, width, height)} f`);
}

export function strokeBox(doc: Doc, x: number, y: number, width: number, height: number): void {
  doc.addContent(`0.6 w ${rgbOf(colours.rule)} RG ${boxOf(x, y, width, height)} S`);
}

const boxOf = (x: number, y: number, width: number, height: number): string =>
  `${rounded(x)} ${rounded(y)} ${rounded(width)} ${rounded(height)} re`;
