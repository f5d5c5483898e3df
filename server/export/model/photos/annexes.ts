/** The sheets that a document names, as annexes: in the order in which they are named, each with a letter, its file and its pages. */
import type { Sheet } from '../../sheets.ts';
import type { Annex, Block } from '../blocks.ts';
import { heading, paragraph } from '../make.ts';

/** By the id of the sheet. `name`: what the names of the files begin with. */
export function annexesOf(
  blocks: readonly Block[],
  pictures: ReadonlyMap<string, object | string> | null,
  name: string,
): ReadonlyMap<string, Annex> {
  const annexes = new Map<string, Annex>();
  for (const part of blocks.flatMap(partsOf)) {
    if (part.kind !== 'named_photo' || annexes.has(part.id)) continue;
    const sheet = pictures?.get(part.id);
    if (!hasFile(sheet)) continue;
    const letter = letterOf(annexes.size);
    annexes.set(part.id, {
      letter,
      caption: captionOf(part.caption, sheet),
      sheet,
      fileName: `${name}-annex-${letter}.pdf`,
    });
  }
  return annexes;
}

export function captionOf(caption: string, { name }: Pick<Sheet, 'name'>): string {
  return caption.trim() || name.trim() || 'without a name';
}

export function pagesOf({ pages }: Pick<Sheet, 'pages'>): string {
  return pages === 1 ? '1 page' : `${pages} pages`;
}

/** Each from the top of a page; every page says which it is. */
export function annexBlocks(annexes: Iterable<Annex>): readonly Block[] {
  return [...annexes].flatMap((annex) => [
    { kind: 'page_break', isEnd: true } as const,
    ...head(annex),
    ...placed(annex),
  ]);
}

function head({ letter, caption, sheet, fileName }: Annex): readonly Block[] {
  return [
    heading(1, `Annex ${letter}: ${caption}`),
    paragraph(`Attached as ${fileName}, ${pagesOf(sheet)}, sha256:${sheet.sha256}`, 'fine'),
  ];
}

function placed({ letter, caption, sheet: { drawn, pages: count } }: Annex): readonly Block[] {
  if (typeof drawn === 'string')
    return [paragraph(`The pages of this annex could not be placed here: ${drawn}. The file is attached.`, 'strong')];
  return drawn.map((picture, i) => ({
    kind: 'annex_page',
    words: `Annex ${letter}, page ${i + 1} of ${count} · ${caption}`,
    picture,
    alt: `Page ${i + 1} of ${count} of ${caption}, as a picture. Its words are in the attached file.`,
  }));
}

function partsOf(block: Block) {
  return block.kind === 'table' ? block.rows.flatMap(({ cells }) => cells.flatMap(({ parts }) => parts)) : [];
}

/** A to Z, then AA, AB and so on. */
function letterOf(i: number): string {
  return (i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)) + String.fromCodePoint(65 + (i % 26));
}

function hasFile(picture: object | string | undefined): picture is Sheet {
  return typeof picture === 'object' && 'file' in picture;
}
