/** The blocks in order. A page break moves the next paragraph to a new page; a table gets space after it. */
import { HeadingLevel, Paragraph, type Table as WordTable } from 'docx';
import type { Block, DocumentModel } from '../model/blocks.ts';
import { directionOf, paragraphsOf, runsOf } from './runs.ts';
import { wordCallout, wordTable } from './table.ts';

type Child = Paragraph | WordTable;

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const;
const body = { size: 20 };

export function bodyOf(model: DocumentModel): readonly Child[] {
  const mainHeadings = model.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 1 ? [block.text] : [],
  );
  let pageBreakBefore = false;
  return model.blocks.flatMap((block) => {
    if (block.kind === 'page_break') {
      pageBreakBefore = true;
      return [];
    }
    const children = childrenOf(block, model, mainHeadings, pageBreakBefore);
    pageBreakBefore = false;
    return children;
  });
}

function childrenOf(
  block: Exclude<Block, { kind: 'page_break' }>,
  model: DocumentModel,
  mainHeadings: readonly string[],
  pageBreakBefore: boolean,
): readonly Child[] {
  switch (block.kind) {
    case 'title':
      return title(block, model);
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
        new Paragraph({ pageBreakBefore, ...directionOf(block.runs), children: runsOf(block.runs, block.tone, body) }),
      ];
    case 'list':
      return paragraphsOf(block.points, body);
    case 'contents':
      return mainHeadings.map(
        (text) => new Paragraph({ spacing: { after: 30 }, children: runsOf([{ text }], 'normal', body) }),
      );
    case 'callout':
      return [wordCallout(block), room()];
    case 'table':
      return [wordTable(block), room()];
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
    wordCallout(notice),
    room(),
  ];
}

/** Headings are formatted by their style alone, so that editing the style restyles them. */
function runsOfHeading(text: string): ReturnType<typeof runsOf> {
  return runsOf([{ text }], 'normal', { size: 0 });
}

function room(): Paragraph {
  return new Paragraph({ spacing: { after: 120, line: 120, lineRule: 'exact' } });
}
