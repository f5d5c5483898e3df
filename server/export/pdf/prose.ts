/** Paragraphs and lists, broken between lines. */
import type { Block } from '../model/blocks.ts';
import type { Flow } from './flow.ts';
import { page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './text/measure.ts';
import { child, tagged } from './pen.ts';
import type { Piece } from './piece.ts';
import { languageOf, piecesOf, textPieces } from './pieces.ts';
import { heightOf } from './row.ts';
import { sizes } from './type-sizes.ts';

const sizeOf = ({ dense }: { readonly dense?: true }): number => (dense ? sizes.form : sizes.prose);

/** Lines of a paragraph that stays with the first `next` points of the table it introduces, and of any other that stays on a page. */
const introduction = 8;
const shortParagraph = 3;

export function layParagraph(block: Extract<Block, { kind: 'paragraph' }>, next: number, measure: Measure): Laid {
  const pieces = textPieces(block.runs, block.tone, measure.width, { size: sizeOf(block) }, measure);
  const below = block.tone === 'fine' ? 0 : (block.dense ? 3 : 5) * measure.air;
  const isKept = pieces.length <= (next > 0 ? introduction : shortParagraph);
  const lead = isKept ? heightOf(pieces) + below + next : heightOf(pieces.slice(0, shortParagraph));
  return {
    lead,
    draw(flow) {
      flow.reserve(lead);
      const element = child(flow.doc, flow.root, 'P', languageOf(block.runs));
      drawPieces(flow, pieces, element, 'P');
      element.end();
      flow.gap(below);
    },
  };
}

export function layList(block: Extract<Block, { kind: 'list' }>, measure: Measure): Laid {
  const points = block.points.map((part) => piecesOf(part, measure.width, { size: sizeOf(block) }, measure));
  return {
    lead: heightOf(points[0]?.slice(0, 3) ?? []),
    draw(flow) {
      const list = child(flow.doc, flow.root, 'L');
      for (const pieces of points) {
        const body = child(flow.doc, child(flow.doc, list, 'LI'), 'LBody');
        drawPieces(flow, pieces, body, 'LBody');
        flow.gap(block.dense ? 0 : 1.5 * measure.air);
      }
      list.end();
      flow.gap((block.dense ? 3 : 5) * measure.air);
    },
  };
}

/** Fills each page; leaves at least two lines of a longer paragraph at the foot of a page, and no single one for the next. */
export function drawPieces(
  flow: Flow,
  pieces: readonly Piece[],
  element: PDFKit.PDFStructureElement,
  type: string,
): void {
  let left = pieces;
  flow.reserve(heightOf(left.slice(0, 2)));
  while (left.length > 0) {
    let height = 0;
    const over = left.findIndex((piece) => (height += piece.height) > flow.remaining());
    const isLastAlone = over === left.length - 1 && over > 2;
    const taken = over === -1 ? left : left.slice(0, Math.max(1, isLastAlone ? over - 1 : over));
    tagged(flow.doc, element, type, () => {
      for (const piece of taken) {
        piece.draw(flow.doc, page.left, flow.y);
        flow.y += piece.height;
      }
    });
    left = left.slice(taken.length);
    if (left.length > 0) flow.newPage();
  }
}
