/** A heading: kept with what follows, a bookmark, and at level 1 a line of the table of contents. */
import type { Block } from '../model/blocks.ts';
import type { Flow } from './flow.ts';
import { colours, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './text/measure.ts';
import { artifact, child } from './pen.ts';
import { textPieces } from './pieces.ts';
import { drawPieces } from './prose.ts';
import { heightOf } from './row.ts';

const looks = {
  1: { size: 13.5, above: 15, below: 4, tone: 'caption' },
  2: { size: 11.5, above: 11, below: 3, tone: 'caption' },
} as const;

const denseLooks = {
  1: { size: 10, above: 4, below: 0, tone: 'caption' },
  2: { size: 9.2, above: 3, below: 0, tone: 'caption' },
} as const;

/** What the line under a heading of level 1 takes. */
const lineHeight = 3;

export function layHeading(block: Extract<Block, { kind: 'heading' }>, next: number, measure: Measure): Laid {
  const look = (block.dense ? denseLooks : looks)[block.level];
  const above = look.above * measure.air;
  const pieces = textPieces(
    block.runs ?? [{ text: block.text }],
    look.tone,
    measure.width,
    { size: look.size },
    measure,
  );
  const isUnderlined = block.level === 1 && !block.dense;
  const line = isUnderlined ? lineHeight : 0;
  const lead = above + heightOf(pieces) + line + look.below + next;
  return {
    lead,
    draw(flow) {
      flow.gap(above);
      flow.reserve(lead - above);
      mark(flow, block);
      const element = child(flow.doc, flow.root, `H${block.level}`);
      drawPieces(flow, pieces, element, `H${block.level}`);
      element.end();
      if (isUnderlined) underline(flow);
      flow.y += look.below;
    },
  };
}

function mark(flow: Flow, { level, text }: Extract<Block, { kind: 'heading' }>): void {
  if (level === 1)
    flow.doc.addNamedDestination(
      destinationOf(flow.headings.filter((heading) => heading.level === 1).length),
      'XYZ',
      page.left,
      flow.y,
      null,
    );
  flow.headings.push({ level, text, page: flow.page, y: flow.y });
}

/** The link destination of the nth level 1 heading, from 0. */
export function destinationOf(index: number): string {
  return `heading-${index}`;
}

function underline(flow: Flow): void {
  artifact(flow.doc, 'Layout', () => {
    flow.doc
      .lineWidth(1.2)
      .moveTo(page.left, flow.y)
      .lineTo(page.left + flow.measure.width, flow.y)
      .stroke(colours.accent);
  });
  flow.y += lineHeight;
}
