/** Whether a print may ask for signatures: never a draft, one with its changes marked, nor one that is superseded, withdrawn or archived. */
import type { ExportInput } from '../input.ts';
import type { Block, Cell } from './blocks.ts';

export function canBeSigned({ version, watermark, document, compared }: ExportInput): boolean {
  if (compared) return false;
  return version !== null && watermark !== 'superseded' && watermark !== 'archived' && document.status !== 'archived';
}

/** The blocks without any line to sign on, such as the one for the release of a hold point. */
export function withoutLines(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) =>
    block.kind === 'table'
      ? { ...block, rows: block.rows.map((row) => ({ ...row, cells: row.cells.map(withoutLine) })) }
      : block,
  );
}

function withoutLine(cell: Cell): Cell {
  return { ...cell, parts: cell.parts.filter(({ kind }) => kind !== 'signature_line') };
}
