/** The head of page one: organisation, title, version and status. */
import type { Block } from '../model/blocks.ts';
import { colours, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Flow } from './flow.ts';
import type { Line, Measure } from './measure.ts';
import { artifact, child, drawLine, fillBox, tagged } from './pen.ts';
import { piecesOf } from './pieces.ts';

const inset = 18;
const titleSize = 21;
const stripSize = 13.5;
/** A longer title is cut here and printed in full under "Checking this copy". */
const mostLines = 7;

export function layTitle(block: Extract<Block, { kind: 'title' }>, measure: Measure): Laid {
  return block.dense ? layStrip(block, measure) : layCover(block, measure);
}

/** The head of a form: one strip with the title and the status. */
function layStrip(block: Extract<Block, { kind: 'title' }>, measure: Measure): Laid {
  const inner = 10;
  const width = measure.width - 2 * inner;
  const [chip] = piecesOf(block.status, 150, { size: 9 }, measure);
  const above = [block.organisation, block.documentType].join('  ·  ');
  const kicker = measure.line(above, 8.8, width - (chip?.width ?? 0) - 10);
  const lines = titleLines(block.title, stripSize, width - (chip?.width ?? 0) - 10, 3, measure);
  const identity = measure.line(block.identity, 9.4, width, true);
  const rowHeight = stripSize * 1.22;
  const height = 8 + 13 + lines.length * rowHeight + 3 + 13 + 7;
  return {
    lead: height,
    draw(flow) {
      const { doc } = flow;
      const x = page.left + inner;
      let y = flow.y;
      artifact(doc, 'Layout', () => fillBox(doc, page.left, y, measure.width, height, colours.accent));
      y += 8;
      words(flow, 'P', () => drawLine(doc, kicker, { x, y, height: 13, size: 8.8, colour: '#D5E0EA' }));
      if (chip) words(flow, 'P', () => chip.draw(doc, page.left + measure.width - inner - chip.width, y));
      y += 13;
      words(flow, 'H1', () => {
        for (const line of lines) {
          drawLine(doc, line, { x, y, height: rowHeight, size: stripSize, colour: '#FFFFFF' });
          y += rowHeight;
        }
      });
      y += 3;
      words(flow, 'P', () => drawLine(doc, identity, { x, y, height: 13, size: 9.4, colour: '#FFFFFF' }));
      flow.y += height + 7;
    },
  };
}

function titleLines(title: string, size: number, width: number, most: number, measure: Measure): readonly Line[] {
  const all = measure.lines([{ text: title }], size, width, true);
  return all.length <= most ? all : [...all.slice(0, most - 1), measure.line('…', size, width, true)];
}

function words({ doc, root }: Flow, tag: string, draw: () => void): void {
  tagged(doc, child(doc, root, tag), tag, draw);
}

function layCover(block: Extract<Block, { kind: 'title' }>, measure: Measure): Laid {
  const width = measure.width - 2 * inset;
  const organisation = measure.line(block.organisation, 10.5, width, true);
  const type = measure.line(block.documentType, 11, width);
  const lines = titleLines(block.title, titleSize, width, mostLines, measure);
  const identity = measure.line(block.identity, 11.5, width - 190, true);
  const [chip] = piecesOf(block.status, 180, { size: 10 }, measure);
  const rowHeight = titleSize * 1.25;
  const height = inset + 20 + 22 + lines.length * rowHeight + 12 + 26 + inset - 6;
  return {
    lead: height,
    draw(flow) {
      const { doc } = flow;
      let y = flow.y;
      artifact(doc, 'Layout', () => fillBox(doc, page.left, y, measure.width, height, colours.accent));
      y += inset;
      const x = page.left + inset;
      words(flow, 'P', () => drawLine(doc, organisation, { x, y, height: 14, size: 10.5, colour: '#FFFFFF' }));
      y += 20;
      words(flow, 'P', () => drawLine(doc, type, { x, y, height: 14, size: 11, colour: '#D5E0EA' }));
      y += 22;
      words(flow, 'H1', () => {
        for (const line of lines) {
          drawLine(doc, line, { x, y, height: rowHeight, size: titleSize, colour: '#FFFFFF' });
          y += rowHeight;
        }
      });
      y += 12;
      words(flow, 'P', () => drawLine(doc, identity, { x, y, height: 18, size: 11.5, colour: '#FFFFFF' }));
      if (chip) words(flow, 'P', () => chip.draw(doc, page.left + measure.width - inset - chip.width, y));
      flow.y += height + 14;
    },
  };
}
