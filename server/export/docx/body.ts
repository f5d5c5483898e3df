/** The blocks in order. A page break moves the next paragraph to a new page; a table gets space after it. */
import { HeadingLevel, Paragraph, type Table as WordTable, TableOfContents } from 'docx';
import type { Block, DocumentModel } from '../model/blocks.ts';
import { chipRun, directionOf, paragraphsOf, runsOf } from './runs.ts';
import { contentWidthOf } from './styles.ts';
import { wordCallout, wordTable } from './table.ts';

type Child = Paragraph | WordTable | TableOfContents;

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const;
/** Half-points. */
const bodySize = ({ dense }: { readonly dense?: true }): { size: number } => ({ size: dense ? 19 : 20 });

/** More lines of contents than a page has room for below something else. */
const longContents = 24;

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
    new Paragraph({ children: runsOf([{ text: block.organisation }], 'strong', { size: 22 }) }),
    new Paragraph({ children: runsOf([{ text: block.documentType }], 'normal', { size: 22 }) }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: runsOf([{ text: block.title }], 'caption', { size: 46 }) }),
    new Paragraph({ children: runsOf([{ text: block.identity }], 'strong', { size: 24 }) }),
    ...paragraphsOf([block.status], { size: 20 }),
    wordCallout(notice, contentWidthOf(model)),
    room(block),
  ];
}

/** The head of a form, in a few lines. */
function strip(block: Extract<Block, { kind: 'title' }>, model: DocumentModel): readonly Child[] {
  const above = [block.organisation, block.documentType].join('  ·  ');
  return [
    new Paragraph({ spacing: { after: 0 }, children: runsOf([{ text: above }], 'normal', { size: 19 }) }),
    new Paragraph({ heading: HeadingLevel.TITLE, children: runsOf([{ text: block.title }], 'caption', { size: 30 }) }),
    new Paragraph({
      children: [
        ...runsOf([{ text: `${block.identity}  ·  ` }], 'strong', { size: 20 }),
        chipRun(block.status, { size: 18 }),
      ],
    }),
    new Paragraph({
      spacing: { after: 80 },
      children: runsOf([{ text: model.editableNotice }], 'muted', { size: 18 }),
    }),
  ];
}

/** Headings are formatted by their style alone, so that editing the style restyles them. */
function runsOfHeading(text: string): ReturnType<typeof runsOf> {
  return runsOf([{ text }], 'normal', { size: 0 });
}

function room({ dense }: { readonly dense?: true }): Paragraph {
  return new Paragraph({ spacing: { after: dense ? 0 : 120, line: dense ? 80 : 120, lineRule: 'exact' } });
}
