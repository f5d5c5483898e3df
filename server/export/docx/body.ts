/** The blocks in order. A page break moves the next paragraph to a new page; a table gets space after it. */
import { HeadingLevel, type IParagraphOptions, Paragraph, type Table as WordTable, TableOfContents } from 'docx';
import type { Block, DocumentModel, Tone } from '../model/blocks.ts';
import { sizeWithin } from '../logo.ts';
import { chipRuns, directionOf, paragraphsOf, runsOf } from './runs.ts';
import type { SaidOfTable } from './seal.ts';
import { contentWidthOf } from './styles.ts';
import { wordCallout, wordTable } from './table.ts';

type Child = Paragraph | WordTable | TableOfContents;

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const;
/** Half-points. */
const bodySize = ({ dense }: { readonly dense?: true }): { size: number } => ({ size: dense ? 19 : 20 });

/** More lines of contents than a page has room for below something else. */
const longContents = 40;

export function bodyOf(model: DocumentModel): readonly Child[] {
  const { blocks } = model;
  const mainHeadings = blocks.filter((block) => block.kind === 'heading' && block.level === 1);
  let pageBreakBefore = false;
  return blocks.flatMap((block, i) => {
    const follower = blocks[i + 1];
    if (follower?.kind === 'contents' && mainHeadings.length > longContents) pageBreakBefore = true;
    if (block.kind === 'page_break') {
      pageBreakBefore = true;
      return [];
    }
    const children = childrenOf(block, model, pageBreakBefore, follower);
    pageBreakBefore = false;
    return children;
  });
}

function childrenOf(
  block: Exclude<Block, { kind: 'page_break' }>,
  model: DocumentModel,
  pageBreakBefore: boolean,
  follower: Block | undefined,
): readonly Child[] {
  switch (block.kind) {
    case 'title':
      return block.dense ? strip(block, model) : title(block, model);
    case 'heading':
      return [
        new Paragraph({
          heading: headings[block.level],
          keepNext: true,
          pageBreakBefore,
          ...directionOf([block]),
          children: block.text.split('\n').flatMap((text) => runsOfHeading(text)),
        }),
      ];
    case 'paragraph':
      return [
        new Paragraph({
          pageBreakBefore,
          ...directionOf(block.runs),
          ...(follower?.kind === 'table' ? { keepNext: true } : {}),
          ...(block.tone === 'fine' ? { spacing: { after: 0 } } : {}),
          children: runsOf(block.runs, block.tone, bodySize(block)),
        }),
      ];
    case 'list':
      return paragraphsOf(block.points, bodySize(block));
    case 'contents':
      return [new TableOfContents('Contents', { hyperlink: true, headingStyleRange: '1-1' })];
    case 'callout':
      return [wordCallout(block, contentWidthOf(model)), room(block)];
    case 'table':
      return [wordTable(block, contentWidthOf(model)), room(block)];
  }
}

function title(block: Extract<Block, { kind: 'title' }>, model: DocumentModel): readonly Child[] {
  const notice: Block = {
    kind: 'callout',
    tone: 'notice',
    title: 'Editable copy',
    parts: [{ kind: 'text', runs: [{ text: model.editableNotice }], tone: 'normal' }],
  };
  return [
    ...logoOf(block, 42),
    lineOf(block.organisation, 'strong', 22),
    lineOf(block.documentType, 'normal', 22),
    lineOf(block.title, 'caption', 46, { heading: HeadingLevel.TITLE }),
    new Paragraph({ children: runsOf([{ text: block.identity }], 'strong', { size: 24 }) }),
    ...paragraphsOf([block.status], { size: 20 }),
    ...check(block),
    wordCallout(notice, contentWidthOf(model)),
    room(block),
  ];
}

function check({ check: given }: Extract<Block, { kind: 'title' }>): readonly Child[] {
  if (!given) return [];
  return paragraphsOf([given.mark, { kind: 'text', runs: [{ text: given.words }], tone: 'muted' }], { size: 18 });
}

/** The head of a form, in a few lines. */
function strip(block: Extract<Block, { kind: 'title' }>, model: DocumentModel): readonly Child[] {
  const above = [block.organisation, block.documentType].join('  ·  ');
  return [
    ...logoOf(block, 26),
    lineOf(above, 'normal', 19, { spacing: { after: 0 } }),
    lineOf(block.title, 'caption', 30, { heading: HeadingLevel.TITLE }),
    new Paragraph({
      children: [
        ...runsOf([{ text: `${block.identity}  ·  ` }], 'strong', { size: 20 }),
        ...chipRuns(block.status, { size: 18 }),
      ],
    }),
    ...check(block),
    lineOf(model.editableNotice, 'muted', 18, { spacing: { after: 80 } }),
  ];
}

/** `most`: points of its height. */
function logoOf({ logo, organisation }: Extract<Block, { kind: 'title' }>, most: number): readonly Paragraph[] {
  if (!logo) return [];
  const { width } = sizeWithin(logo, 170, most);
  return paragraphsOf([{ kind: 'picture', ...logo, most: width, alt: organisation }], { size: 20 });
}

/** `size` in half-points. */
function lineOf(words: string, tone: Tone, size: number, look: IParagraphOptions = {}): Paragraph {
  return new Paragraph({
    ...look,
    ...directionOf([{ text: words }]),
    children: runsOf([{ text: words }], tone, { size }),
  });
}

/** Headings are formatted by their style alone, so that editing the style restyles them. */
function runsOfHeading(text: string): ReturnType<typeof runsOf> {
  return runsOf([{ text }], 'normal', { size: 0 });
}

function room({ dense }: { readonly dense?: true }): Paragraph {
  return new Paragraph({ spacing: { after: dense ? 0 : 120, line: dense ? 80 : 120, lineRule: 'exact' } });
}

/** Of each table of the body, in its order; a callout is a table too. */
export function saidOfTables(blocks: readonly Block[]): readonly SaidOfTable[] {
  return blocks.flatMap((block): readonly SaidOfTable[] => {
    if (block.kind === 'callout') return [{ title: block.title, description: '' }];
    if (block.kind === 'title') return block.dense ? [] : [{ title: 'Editable copy', description: '' }];
    if (block.kind !== 'table') return [];
    const titles = block.header ? block.columns.map((column) => column.title).filter(Boolean) : [];
    return [{ title: block.summary, description: titles.length > 0 ? `Columns: ${titles.join(', ')}` : '' }];
  });
}
