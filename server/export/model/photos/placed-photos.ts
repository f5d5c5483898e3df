/** Puts each photo where its record names it: the picture with its caption, or in words why it is missing. */
import type { Annex, Block, Part, Row } from '../blocks.ts';
import { text } from '../make.ts';
import type { Scaled } from '../../scaled-photos.ts';
import { captionOf, pagesOf } from './annexes.ts';

/** By the id of the photo. Null where the copy is to have no photos. */
export type Pictures = ReadonlyMap<string, Scaled> | null;

/**
 * `annexes`: the sheets that are in the file; the others are only named. Null where no document holds them. `lateWords`: what is to be said of
 * a photo that was not there yet when the version was approved.
 */
export function withPictures(
  blocks: readonly Block[],
  pictures: Pictures,
  annexes: ReadonlyMap<string, Annex> | null = null,
  lateWords: ReadonlyMap<string, string> = new Map(),
): readonly Block[] {
  return withParts(blocks, partsOf);

  function partsOf(part: Part): readonly Part[] {
    if (part.kind !== 'named_photo') return [part];
    if (pictures === null)
      return part.caption ? [text(`Photo or sheet left out of this copy: ${part.caption}`, 'muted')] : [];
    const picture = pictures.get(part.id) ?? 'it has not arrived, or it is of another site';
    const late = lateWords.get(part.id);
    const caption = [
      ...(part.caption ? [text(part.caption, 'legend')] : []),
      ...(late === undefined ? [] : [text(late, 'strong')]),
    ];
    if (typeof picture === 'string') return [text(`A photo cannot be shown: ${picture}.`, 'strong'), ...caption];
    const sheet = 'pages' in picture && `Sheet: ${captionOf(part.caption, picture)}, ${pagesOf(picture)}`;
    if ('missing' in picture) return [text(`${sheet}, is not in this file: ${picture.missing}.`, 'strong')];
    if ('file' in picture)
      return [text(`${sheet}, ${placeOf(part.id)}.`), ...(late === undefined ? [] : [text(late, 'strong')])];
    return [{ kind: 'picture', ...picture, most: part.most, alt: part.alt || part.caption || 'Photo' }, ...caption];
  }

  function placeOf(id: string): string {
    if (annexes === null) return 'kept with the record';
    const annex = annexes.get(id);
    return annex ? `attached as annex ${annex.letter}` : 'attached to the PDF of the document';
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
