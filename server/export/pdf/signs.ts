/** Hazard pictograms, drawn from our own vectors (shared/reference/ghs-signs.json): a black sign in a red diamond, its name below. */
import ghsSigns from '../../../shared/reference/ghs-signs.json' with { type: 'json' };
import type { Part } from '../model/blocks.ts';
import { colours } from './geometry.ts';
import type { Measure } from './measure.ts';
import { drawLine } from './pen.ts';
import type { Piece } from './piece.ts';

interface Stroke {
  readonly d: string;
  /** Width of a line; without it the shape is filled. */
  readonly stroke?: number;
  readonly white?: boolean;
}

const drawings = new Map<string, readonly Stroke[]>(Object.entries(ghsSigns));

/** 22 mm, in points. */
const largest = 62;
const gap = 6;
const textSize = 7.5;
const red = '#D0021B';

/** The signs side by side, as large as the cell allows. */
export function signsPiece({ signs }: Extract<Part, { kind: 'signs' }>, width: number, measure: Measure): Piece {
  const size = Math.min(largest, (width + gap) / Math.max(1, signs.length) - gap);
  const names = signs.map(({ name }) => measure.lines([{ text: name }], textSize, size));
  const lines = Math.max(0, ...names.map(({ length }) => length));
  return {
    width: signs.length * (size + gap) - gap,
    height: size + lines * textSize * 1.2 + 4,
    draw(doc, x, y) {
      for (const [i, { code }] of signs.entries()) {
        const left = x + i * (size + gap);
        drawSign(doc, drawings.get(code) ?? [], left, y, size);
        for (const [row, line] of (names[i] ?? []).entries())
          drawLine(doc, line, {
            x: left + (size - line.width) / 2,
            y: y + size + 1 + row * textSize * 1.2,
            height: textSize * 1.2,
            size: textSize,
            colour: colours.text,
          });
      }
    },
  };
}

function drawSign(doc: PDFKit.PDFDocument, strokes: readonly Stroke[], x: number, y: number, size: number): void {
  doc.save();
  doc.translate(x, y).scale(size / 100);
  doc.lineWidth(5).lineJoin('miter').path('M50 4L96 50L50 96L4 50Z').fillAndStroke('#FFFFFF', red);
  for (const { d, stroke, white } of strokes) {
    const colour = white ? '#FFFFFF' : '#000000';
    if (stroke === undefined) doc.path(d).fill(colour);
    else doc.lineWidth(stroke).lineCap('round').path(d).stroke(colour);
  }
  doc.restore();
}
