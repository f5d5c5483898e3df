/** Hazard pictograms and safety signs, drawn from our own vectors, side by side, and their names below where nothing else says them. */
import type { Part } from '../model/blocks.ts';
import { layersOf } from '../model/signs/sign-drawings.ts';
import { colours } from './geometry.ts';
import type { Measure } from './text/measure.ts';
import { drawLine } from './pen.ts';
import type { Piece } from './piece.ts';

/** 22 mm, in points. */
const largest = 62;
const gap = 6;
const textSize = 7.5;
const lineHeight = textSize * 1.2;

/** As large as the cell allows. */
export function signsPiece(part: Extract<Part, { kind: 'signs' }>, width: number, measure: Measure): Piece {
  const { signs, bare } = part;
  const perRow = Math.min(part.perRow ?? signs.length, signs.length);
  const size = Math.min(part.size ?? largest, (width + gap) / Math.max(1, perRow) - gap);
  const names = signs.map(({ name }) => (bare ? [] : measure.lines([{ text: name }], textSize, size)));
  const lines = Math.max(0, ...names.map(({ length }) => length));
  const rowHeight = size + lines * lineHeight + (bare ? 2 : 4);
  return {
    width: perRow * (size + gap) - gap,
    height: Math.ceil(signs.length / perRow) * rowHeight,
    draw(doc, x, y) {
      for (const [i, { code }] of signs.entries()) {
        const left = x + (i % perRow) * (size + gap);
        const top = y + Math.floor(i / perRow) * rowHeight;
        drawSign(doc, code, left, top, size);
        for (const [row, line] of (names[i] ?? []).entries())
          drawLine(doc, line, {
            x: left + (size - line.width) / 2,
            y: top + size + 1 + row * lineHeight,
            height: lineHeight,
            size: textSize,
            colour: colours.text,
          });
      }
    },
  };
}

function drawSign(doc: PDFKit.PDFDocument, code: string, x: number, y: number, size: number): void {
  doc.save();
  doc.translate(x, y).scale(size / 100);
  for (const { d, fill, line, width = 1 } of layersOf(code)) {
    const path = doc.lineWidth(width).lineCap('round').lineJoin('miter').path(d);
    if (fill && line) path.fillAndStroke(fill, line);
    else if (line) path.stroke(line);
    else path.fill(fill ?? colours.text);
  }
  doc.restore();
}
