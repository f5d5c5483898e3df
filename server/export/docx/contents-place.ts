/** Where the contents stand: below what precedes them if the page has room, else on a page that what follows them goes on. */
import { Document } from 'docx';
import { layoutDocument } from 'docx/layout';
import type { Block, DocumentModel } from '../model/blocks.ts';
import { charactersOf } from '../model/contents.ts';
import { bodyOf } from './body.ts';
import { linesOfContents } from './contents.ts';
import { headerAndFooter } from './header-footer.ts';
import { contentsLines, contentsSize, margins, numbering, pageProperties, stylesFor } from './styles.ts';

export interface PlacedContents {
  readonly model: DocumentModel;
  /** Their spacing, in 240ths of a line. */
  readonly line: number;
}

export function placeContents(model: DocumentModel): PlacedContents {
  const { blocks } = model;
  const [roomy] = contentsLines;
  const at = blocks.findIndex(({ kind }) => kind === 'contents');
  if (at < 0) return { model, line: roomy };
  const lines = linesOfContents(blocks.filter((block) => block.kind === 'heading' && block.level === 1).length);
  const room = roomBelow({ ...model, blocks: blocks.slice(0, at) }) - spare;
  const line = contentsLines.find((each) => lines * heightOf(each) <= room);
  return line === undefined ? { model: { ...model, blocks: onNextPage(blocks, at) }, line: roomy } : { model, line };
}

/** Points. Calibri takes 1.22 of its size. */
function heightOf(line: number): number {
  return (contentsSize / 2) * 1.22 * (line / 240);
}

/** Points that are left on the page on which `front` ends. */
function roomBelow(front: DocumentModel): number {
  if (charactersOf(front.blocks) > longFront) return 0;
  const document = new Document({
    numbering,
    styles: stylesFor({ isForm: false, contentsLine: contentsLines[0] }),
    sections: [{ properties: pageProperties(front), ...headerAndFooter(front), children: [...bodyOf(front)] }],
  });
  const last = layoutDocument(document, { guess: true }).pages.at(-1);
  if (!last) return 0;
  const placed = last.body.flatMap((block): readonly Placed[] => (block.type === 'table' ? block.rows : block.lines));
  const end = Math.max(0, ...placed.map(({ y, height }) => y + height));
  return (last.height - end) * pointsOfPixel - margins.bottom / 20;
}

/** Characters of about three pages; to lay out many more takes seconds. */
const longFront = 12_000;

const pointsOfPixel = 72 / 96;

/** Points by which Word and LibreOffice may differ. */
const spare = 16;

function onNextPage(blocks: readonly Block[], at: number): readonly Block[] {
  const isBreak = blocks[at + 1]?.kind === 'page_break';
  return [
    ...blocks.slice(0, at - 1),
    { kind: 'page_break' },
    ...blocks.slice(at - 1, at + 1),
    ...blocks.slice(isBreak ? at + 2 : at + 1),
  ];
}

/** A line or a row on its page, in pixels. */
interface Placed {
  readonly y: number;
  readonly height: number;
}
