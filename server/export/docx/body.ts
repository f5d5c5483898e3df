/** The blocks in order. A page break moves the next paragraph to a new page; a table gets space after it. */
import { HeadingLevel, type ImageRun, type IParagraphOptions, Paragraph, Table as WordTable } from 'docx';
import type { Block, DocumentModel, Tone } from '../model/blocks.ts';
import { isIntroduction } from '../model/introduction.ts';
import { sizeWithin } from '../logo.ts';
import { bookmarked, contentsTable } from './contents.ts';
import { chipRuns, directionOf, floatingPicture, paragraphsOf, runsOf } from './runs.ts';
import type { SaidOfTable } from './seal.ts';
import { contentWidthOf } from './styles.ts';
import { wordCallout, wordTable } from './table.ts';

type TitleBlock = Extract<Block, { kind: 'title' }>;
type Child = Paragraph | WordTable;

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const;
/** Half-points. */
const bodySize = ({ dense }: { readonly dense?: true }): { size: number } => ({ size: dense ? 19 : 20 });

export function bodyOf(model: DocumentModel): readonly Child[] {
  const { blocks } = model;
  const titles = blocks.flatMap((block) => (isMain(block) ? [block.text] : []));
  const listed = blocks.some(({ kind }) => kind === 'contents') ? titles : [];
  const lastSection = blocks.findLastIndex(({ kind }) => kind === 'heading');
  let pageBreakBefore = false;
  let main = 0;
  return blocks.flatMap((block, i) => {
    const follower = blocks[i + 1];
    const keepNext = follower?.kind === 'table' || isIntroduction(blocks[i - 1], follower) || isBefore(lastSection, i);
    if (block.kind === 'page_break') {
      pageBreakBefore = true;
      return [];
    }
    const isBeforeBreak = follower === undefined || follower.kind === 'page_break';
    const mark = listed.length > 0 && isMain(block) ? main++ : null;
    const children = childrenOf(block, model, { pageBreakBefore, keepNext, listed, mark });
    pageBreakBefore = false;
    return isBeforeBreak ? withoutRoom(children) : children;
  });

  /** In the lines right before the last section, which is short: they go to the next page with it, so that it is not alone there. */
  function isBefore(section: number, i: number): boolean {
    const lines = blocks.slice(i, section);
    return lines.length > 0 && lines.length <= keptLines && lines.every(({ kind }) => kind === 'paragraph');
  }
}

/** Space below the last table of a page may not fit, and would have a page to itself; Word needs a paragraph there all the same. */
function withoutRoom(children: readonly Child[]): readonly Child[] {
  const before = children.slice(0, -1);
  return before.at(-1) instanceof WordTable ? [...before, lowest()] : children;
}

function lowest(): Paragraph {
  return new Paragraph({ spacing: { after: 0, line: 20, lineRule: 'exact' } });
}

const keptLines = 12;

function isMain(block: Block): block is Extract<Block, { kind: 'heading' }> {
  return block.kind === 'heading' && block.level === 1;
}

interface Place {
  readonly pageBreakBefore: boolean;
  readonly keepNext: boolean;
  /** What the contents list. */
  readonly listed: readonly string[];
  /** Of a heading that they list, from 0. */
  readonly mark: number | null;
}

function childrenOf(
  block: Exclude<Block, { kind: 'page_break' }>,
  model: DocumentModel,
  { pageBreakBefore, keepNext, listed, mark }: Place,
): readonly Child[] {
  switch (block.kind) {
    case 'title':
      return block.dense ? strip(block, model) : title(block, model);
    case 'heading': {
      const runs = block.runs ? runsOf(block.runs, 'normal', { size: 0 }) : linesOf(block.text);
      const children = mark === null ? runs : [bookmarked(runs, mark)];
      const heading = headings[block.level];
      const top = pageBreakBefore ? { spacing: { before: 0 } } : {};
      return [new Paragraph({ heading, keepNext: true, pageBreakBefore, ...top, ...directionOf([block]), children })];
    }
    case 'paragraph':
      return [
        new Paragraph({
          pageBreakBefore,
          ...directionOf(block.runs),
          ...(keepNext ? { keepNext } : {}),
          ...(block.tone === 'fine' ? { spacing: { after: 0 } } : {}),
          children: runsOf(block.runs, block.tone, bodySize(block)),
        }),
      ];
    case 'list':
      return block.points.flatMap((point, i) =>
        paragraphsOf([point], { ...bodySize(block), dense: block.dense, keepNext: keepsNext(i, block.points.length) }),
      );
    case 'contents':
      return [contentsTable(listed, contentWidthOf(model)), room({})];
    case 'annex_page':
      return []; // an editable copy has none
    case 'callout':
      return [wordCallout(block, contentWidthOf(model)), room(block)];
    case 'table':
      return [wordTable(block, contentWidthOf(model)), room(block)];
  }
}

/** A short list stays on a page, and neither the first nor the last point of a longer one is alone there. */
function keepsNext(i: number, count: number): boolean {
  return i < count - 1 && (count <= shortList || i === 0 || i === count - 2);
}

const shortList = 6;

function title(block: TitleBlock, model: DocumentModel): readonly Child[] {
  const [what = '', ...more] = model.editableNotice.split('. ');
  const runs = [{ text: `${what}. `, bold: true }, { text: more.join('. ') }];
  const notice: Block = { kind: 'callout', tone: 'notice', title: '', parts: [{ kind: 'text', runs, tone: 'normal' }] };
  return [
    lineOf(block.organisation, 'strong', 22, {}, besideTitle(block, model, 46)),
    lineOf(block.documentType, 'normal', 22),
    identityOf(block, 22),
    lineOf(block.title, 'caption', 46, { heading: HeadingLevel.TITLE }),
    ...check(block),
    room(block),
    wordCallout(notice, contentWidthOf(model)),
    room(block),
  ];
}

function check({ check: given }: TitleBlock): readonly Child[] {
  return given ? paragraphsOf([{ kind: 'text', runs: [{ text: given.words }], tone: 'muted' }], { size: 18 }) : [];
}

/** Points: as high as the lines above a long title. */
const largestCode = 55;

/** The logo and the code to check the print float at the right, so that page one has room for what it must say. `most`: points of height. */
function besideTitle({ logo, organisation, check: given }: TitleBlock, model: DocumentModel, most: number): ImageRun[] {
  const contentWidth = contentWidthOf(model) / 20;
  const mark = given?.mark.kind === 'picture' ? { ...given.mark, most: Math.min(given.mark.most, largestCode) } : null;
  const pictures = mark ? [floatingPicture(mark, contentWidth, 0)] : [];
  if (!logo) return pictures;
  const { width } = sizeWithin(logo, 150, most);
  const plate = { kind: 'picture', ...logo, most: width, alt: organisation } as const;
  return [...pictures, floatingPicture(plate, contentWidth, mark ? mark.most + 10 : 0)];
}

/** What this is a version of, and whether it is approved. */
function identityOf({ identity, status }: TitleBlock, size: number): Paragraph {
  return new Paragraph({
    children: [...runsOf([{ text: `${identity}  ·  ` }], 'strong', { size }), ...chipRuns(status, { size: size - 2 })],
  });
}

/** The head of a form, in a few lines. */
function strip(block: TitleBlock, model: DocumentModel): readonly Child[] {
  const above = [block.organisation, block.documentType].join('  ·  ');
  return [
    lineOf(above, 'normal', 19, { spacing: { after: 0 } }, besideTitle(block, model, 36)),
    lineOf(block.title, 'caption', 30, { heading: HeadingLevel.TITLE }),
    identityOf(block, 20),
    ...check(block),
    lineOf(model.editableNotice, 'muted', 18, { spacing: { after: 80 } }),
  ];
}

/** `size` in half-points; `first` comes before the words. */
function lineOf(
  words: string,
  tone: Tone,
  size: number,
  look: IParagraphOptions = {},
  first: readonly ImageRun[] = [],
): Paragraph {
  return new Paragraph({
    ...look,
    ...directionOf([{ text: words }]),
    children: [...first, ...runsOf([{ text: words }], tone, { size })],
  });
}

/** Headings are formatted by their style alone, so that editing the style restyles them. */
function linesOf(text: string): ReturnType<typeof runsOf> {
  return text.split('\n').flatMap((line) => runsOf([{ text: line }], 'normal', { size: 0 }));
}

function room({ dense }: { readonly dense?: true }): Paragraph {
  return new Paragraph({ spacing: { after: dense ? 0 : 120, line: dense ? 50 : 120, lineRule: 'exact' } });
}

/** Of each table of the body, in its order; a callout is a table too. */
export function saidOfTables(blocks: readonly Block[]): readonly SaidOfTable[] {
  return blocks.flatMap((block): readonly SaidOfTable[] => {
    if (block.kind === 'callout') return [{ title: block.title, description: '' }];
    if (block.kind === 'title') return block.dense ? [] : [{ title: 'Editable copy', description: '' }];
    if (block.kind === 'contents') return [{ title: 'Contents', description: '' }];
    if (block.kind !== 'table') return [];
    const titles = block.header ? block.columns.map((column) => column.title).filter(Boolean) : [];
    return [{ title: block.summary, description: titles.length > 0 ? `Columns: ${titles.join(', ')}` : '' }];
  });
}
