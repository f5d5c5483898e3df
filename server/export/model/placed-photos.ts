/** Puts each photo where its record names it: the picture with its caption, or in words why it is missing. */
import type { Block, Part, Row } from './blocks.ts';
import { text } from './make.ts';
import type { Picture } from '../scaled-photos.ts';

/** By the id of the photo: the picture, or why there is none. Null where the copy is to have no photos. */
export type Pictures = ReadonlyMap<string, Picture | string> | null;

export function withPictures(blocks: readonly Block[], pictures: Pictures): readonly Block[] {
  return withParts(blocks, partsOf);

  function partsOf(part: Part): readonly Part[] {
    if (part.kind !== 'named_photo') return [part];
    if (pictures === null) return part.caption ? [text(`Photo left out of this copy: ${part.caption}`, 'muted')] : [];
    const picture = pictures.get(part.id) ?? 'it has not arrived, or it is of another site';
    const caption = part.caption ? [text(part.caption, 'legend')] : [];
    if (typeof picture === 'string') return [text(`A photo cannot be shown: ${picture}.`, 'strong'), ...caption];
    return [{ kind: 'picture', ...picture, most: part.most, alt: part.alt || part.caption || 'Photo' }, ...caption];
  }
}

/** The blocks with every part of their tables replaced. */
export function withParts(blocks: readonly Block[], change: (part: Part) => readonly Part[]): readonly Block[] {
  const changed = (row: Row): Row => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, parts: cell.parts.flatMap(change) })),
  });
  return blocks.map((block) => (block.kind === 'table' ? { ...block, rows: block.rows.map(changed) } : block));
}
