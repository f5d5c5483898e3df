/** A QR code as vectors, dark on its own light ground. */
import type { Part } from '../../model/blocks.ts';
import { qrRows } from '../../qr-rows.ts';
import { fillBox } from '../pen.ts';
import type { Piece } from '../piece.ts';

type Qr = Extract<Part, { kind: 'qr' }>;

export function qrPiece({ code, most }: Qr, room: number): Piece {
  const size = Math.min(most, room);
  return { width: size, height: size + 4, draw: (doc, x, y) => drawQr(doc, code, { x, y: y + 1, size }) };
}

export function drawQr(
  doc: PDFKit.PDFDocument,
  code: string,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  const rows = qrRows(code);
  const module = size / rows.length;
  fillBox(doc, x, y, size, size, '#FFFFFF');
  // Neighbours overlap a little, so that no viewer shows a light line between them.
  for (const [row, dark] of rows.entries())
    for (const { from, length } of runsIn(dark))
      doc.rect(x + from * module, y + row * module, length * module, module * 1.03);
  doc.fill('#000000');
}

/** Dark modules side by side. */
function runsIn(dark: readonly boolean[]): readonly { readonly from: number; readonly length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [i, isDark] of dark.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.from + last.length === i) last.length += 1;
    else runs.push({ from: i, length: 1 });
  }
  return runs;
}
