/** A highlighted box: emergency, decision or notice. */
import type { Block, CalloutTone } from '../model/blocks.ts';
import { page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './text/measure.ts';
import { artifact, child } from './pen.ts';
import type { Piece, PieceGroup } from './piece.ts';
import { piecesOf, textPieces } from './pieces.ts';
import { drawRow, heightOf, type LaidCell, laidRow, paddingX } from './row.ts';
import { sizes } from './type-sizes.ts';

const looks: Readonly<Record<CalloutTone, { readonly fill: string; readonly bar: string }>> = {
  emergency: { fill: '#FDEDEF', bar: '#B00020' },
  hold: { fill: '#FFF3D6', bar: '#B26A00' },
  notice: { fill: '#E8F0F8', bar: '#14324F' },
};

const bar = 5;

export function layCallout(block: Extract<Block, { kind: 'callout' }>, measure: Measure): Laid {
  const look = looks[block.tone];
  const width = measure.width - bar;
  const inner = width - 2 * paddingX;
  const inset = block.dense ? 3 : 5;
  const titleSize = block.dense ? 10 : 12.5;
  const group: PieceGroup = { tag: 'P' };
  const title = textPieces([{ text: block.title }], 'caption', inner, { size: titleSize, ink: look.bar }, measure).map(
    (piece) => ({ ...piece, group }),
  );
  const style = { size: block.dense ? sizes.form : 10 };
  const columns = block.dense && block.parts.length >= leastInColumns ? 2 : 1;
  const columnWidth = width / columns;
  const parts = block.parts.map((part) => piecesOf(part, columnWidth - 2 * paddingX, style, measure));
  const cells = inColumns(parts, columns).map((pieces, i): LaidCell => ({
    pieces: i === 0 ? [...title, ...pieces] : [gapOf(heightOf(title)), ...pieces],
    x: page.left + bar + i * columnWidth,
    width: columnWidth,
    fill: look.fill,
    centred: false,
  }));
  const row = { ...laidRow(cells, inset), isOpen: true as const };
  return {
    lead: row.height,
    draw(flow) {
      flow.gap((block.dense ? 4 : 8) * measure.air);
      if (row.height > flow.remaining()) flow.newPage();
      const top = flow.y;
      const started = flow.page;
      const element = child(flow.doc, flow.root, 'Div');
      drawRow(
        flow,
        row,
        cells.map(() => element),
        () => flow.newPage(),
      );
      element.end();
      const from = flow.page === started ? top : page.top;
      artifact(flow.doc, 'Layout', () => flow.doc.rect(page.left, from, bar, flow.y - from).fill(look.bar));
      flow.gap((block.dense ? 6 : 10) * measure.air);
    },
  };
}

/** A few lines read better one below the other. */
const leastInColumns = 4;

/** The parts, in columns of about the same height. */
function inColumns(parts: readonly (readonly Piece[])[], columns: 1 | 2): readonly (readonly Piece[])[] {
  if (columns === 1) return [parts.flat()];
  const half = heightOf(parts.flat()) / 2;
  let height = 0;
  const left = parts.findIndex((pieces) => (height += heightOf(pieces)) >= half) + 1;
  return [parts.slice(0, left).flat(), parts.slice(left).flat()];
}

function gapOf(height: number): Piece {
  return { width: 0, height, draw: () => undefined };
}
