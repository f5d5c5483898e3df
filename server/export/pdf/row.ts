/** A table row, kept whole where it fits and otherwise broken between pieces of its cells. */
import { contentHeight } from './geometry.ts';
import type { Flow } from './flow.ts';
import { artifact, fillBox, strokeBox } from './pen.ts';
import type { Piece } from './piece.ts';
import { type Box, inGroups, Tags } from './tags.ts';

export interface LaidCell {
  readonly pieces: readonly Piece[];
  readonly x: number;
  readonly width: number;
  readonly fill?: string | undefined;
  /** Without lines around it: nothing is in it. */
  readonly isBlank?: boolean;
  readonly centred: boolean;
}

export interface LaidRow {
  readonly cells: readonly LaidCell[];
  /** Space above and below the pieces. */
  readonly inset: number;
  readonly height: number;
  /** Up to this height it is moved to the next page rather than broken. */
  readonly kept: number;
  /** Without lines around its cells. */
  readonly isOpen?: true;
}

export const paddingX = 4;

export function laidRow(cells: readonly LaidCell[], inset = 5, kept = keptHeight): LaidRow {
  return { cells, inset, kept, height: Math.max(0, ...cells.map(({ pieces }) => heightOf(pieces))) + 2 * inset };
}

export function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.height, 0);
}

/** What is left of a page must hold at least this much of a row that is broken. */
export const leastFragment = 64;

/** A row up to this height is moved to the next page rather than broken. */
export const keptHeight = contentHeight * 0.25;

/**
 * Draws the row at the layout cursor. `elements` are the structure elements of the cells; without them the row is decoration
 * (a repeated header). `turn` starts a new page and repeats the header.
 */
export function drawRow(
  flow: Flow,
  row: LaidRow,
  elements: readonly PDFKit.PDFStructureElement[] | null,
  turn: () => void,
): void {
  if (row.height > flow.remaining() && (row.height <= row.kept || flow.remaining() < leastFragment)) turn();
  const tags = elements?.map((element) => new Tags(flow.doc, element)) ?? null;
  let left = row.cells.map(({ pieces }) => pieces);
  for (let first = true; first || left.some((pieces) => pieces.length > 0); first = false) {
    if (!first) turn();
    const room = flow.remaining() - 2 * row.inset;
    const taken = left.map((pieces) => pieces.slice(0, fitting(pieces, room)));
    left = left.map((pieces, i) => pieces.slice(taken[i]?.length ?? 0));
    drawFragment(flow, row, taken, tags);
  }
}

/** How many pieces fit, those that stay together included; at least one, so that a piece taller than a page cannot loop. */
function fitting(pieces: readonly Piece[], room: number): number {
  let height = 0;
  const over = pieces.findIndex((piece) => (height += piece.height) > room);
  if (over === -1) return pieces.length;
  const whole = pieces.slice(0, over).findLastIndex(({ keepsNext }) => !keepsNext) + 1;
  return Math.max(1, whole > 0 ? whole : over);
}

function drawFragment(
  flow: Flow,
  row: LaidRow,
  pieces: readonly (readonly Piece[])[],
  tags: readonly Tags[] | null,
): void {
  const height = Math.max(0, ...pieces.map(heightOf)) + 2 * row.inset;
  const top = flow.y;
  artifact(flow.doc, 'Layout', () => {
    for (const { x, width, fill, isBlank } of row.cells) {
      if (fill) fillBox(flow.doc, x, top, width, height, fill);
      if (!row.isOpen && !isBlank) strokeBox(flow.doc, x, top, width, height);
    }
  });
  const draw = (): void =>
    row.cells.forEach((cell, i) => drawPieces(flow, cell, pieces[i] ?? [], top + row.inset, tags?.[i] ?? null));
  if (tags) draw();
  else artifact(flow.doc, 'Pagination', draw);
  flow.y = top + height;
}

function drawPieces(flow: Flow, cell: LaidCell, pieces: readonly Piece[], top: number, tags: Tags | null): void {
  let y = top;
  const place = (piece: Piece): void => {
    const shift = cell.centred ? (cell.width - 2 * paddingX - piece.width) / 2 : 0;
    piece.draw(flow.doc, cell.x + paddingX + shift, y);
    y += piece.height;
  };
  for (const together of inGroups(pieces)) {
    const group = together[0]?.group;
    const box: Box = [cell.x, y, cell.x + cell.width, y + heightOf(together)];
    if (tags && group) tags.draw(group, box, () => together.forEach(place));
    else together.forEach(place);
  }
}
