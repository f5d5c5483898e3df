/** A highlighted box: emergency, decision or notice. */
import type { Block, CalloutTone } from '../model/blocks.ts';
import { contentWidth, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './measure.ts';
import { artifact, child } from './pen.ts';
import { piecesOf, textPieces } from './pieces.ts';
import { drawRow, laidRow, paddingX } from './row.ts';

const looks: Readonly<Record<CalloutTone, { readonly fill: string; readonly bar: string }>> = {
  emergency: { fill: '#FDEDEF', bar: '#B00020' },
  hold: { fill: '#FFF3D6', bar: '#B26A00' },
  notice: { fill: '#E8F0F8', bar: '#14324F' },
};

const bar = 5;

export function layCallout(block: Extract<Block, { kind: 'callout' }>, measure: Measure): Laid {
  const look = looks[block.tone];
  const width = contentWidth - bar;
  const inner = width - 2 * paddingX;
  const pieces = [
    ...textPieces([{ text: block.title }], 'caption', inner, { size: block.dense ? 10 : 12.5, ink: look.bar }, measure),
    ...block.parts.flatMap((part) => piecesOf(part, inner, { size: block.dense ? 8.2 : 10 }, measure)),
  ];
  const row = laidRow([{ pieces, x: page.left + bar, width, fill: look.fill, centred: false }], block.dense ? 3 : 5);
  return {
    lead: row.height,
    draw(flow) {
      flow.gap(block.dense ? 4 : 8);
      if (row.height > flow.remaining()) flow.newPage();
      const top = flow.y;
      const started = flow.page;
      const element = child(flow.doc, flow.root, 'Div');
      drawRow(flow, row, [element], () => flow.newPage());
      element.end();
      const from = flow.page === started ? top : page.top;
      artifact(flow.doc, 'Layout', () => flow.doc.rect(page.left, from, bar, flow.y - from).fill(look.bar));
      flow.gap(block.dense ? 6 : 10);
    },
  };
}
