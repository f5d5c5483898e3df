/** Drawing primitives of the PDF, and the structure tags for screen readers. */
import { colours } from './geometry.ts';
import type { Change } from '../model/blocks.ts';
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
  at: { x: number; y: number; height: number; size: number; colour: string; isOnFill?: true },
): void {
  const baseline = at.y + at.height / 2 + at.size * 0.36;
  for (const { face, words, x, width, change } of line.segments) {
    const isWord = words.some((word) => word !== '');
    const actual = face.reorders && isWord ? { actual: words.join(' ') } : {};
    const span = { ...actual, ...(change && isWord ? { alt: `${looks[change].said}: ${words.join(' ')}` } : {}) };
    const isSpan = Object.keys(span).length > 0;
    const box = { x: at.x + x, baseline, size: at.size, width };
    const ink = change && !at.isOnFill ? looks[change].ink : at.colour;
    if (change && !at.isOnFill) ground(doc, box, change);
    if (isSpan) doc.markContent('Span', span);
    showText(doc, face, words, { ...box, colour: ink });
    if (isSpan) doc.endMarkedContent();
    if (change) stroke(doc, box, looks[change].line, ink);
  }
}

/** Never by colour alone: the line is there in black and white too. `line`: above the baseline, in parts of the size. */
const looks = {
  removed: { said: 'Removed', ground: '#FBE3E1', ink: '#8A1C13', line: 0.27 },
  added: { said: 'Added', ground: '#DDF2E5', ink: '#0F5A36', line: -0.13 },
} as const;

interface Box {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  readonly width: number;
}

function ground(doc: Doc, { x, baseline, size, width }: Box, change: Change): void {
  if (width > 0) fillBox(doc, x - 0.5, baseline - size * 0.84, width + 1, size * 1.1, looks[change].ground);
}

function stroke(doc: Doc, { x, baseline, size, width }: Box, line: number, ink: string): void {
  if (width > 0) fillBox(doc, x, baseline - size * line - size * 0.04, width, Math.max(0.6, size * 0.075), ink);
}

export function fillBox(doc: Doc, x: number, y: number, width: number, height: number, fill: string): void {
  doc.addContent(`${rgbOf(fill)} rg ${boxOf(x, y, width, height)} f`);
}

export function strokeBox(doc: Doc, x: number, y: number, width: number, height: number): void {
  doc.addContent(`0.6 w ${rgbOf(colours.rule)} RG ${boxOf(x, y, width, height)} S`);
}

const boxOf = (x: number, y: number, width: number, height: number): string =>
  `${rounded(x)} ${rounded(y)} ${rounded(width)} ${rounded(height)} re`;
