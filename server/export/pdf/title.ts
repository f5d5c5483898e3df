/** The head of page one: organisation, title, version and status. */
import type { Block } from '../model/blocks.ts';
import { colours, contentWidth, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './measure.ts';
import { artifact, child, drawLine, fillBox, tagged } from './pen.ts';
import { piecesOf } from './pieces.ts';

const inset = 18;
const titleSize = 21;
/** A longer title is cut here and printed in full under "Checking this copy". */
const mostLines = 7;

export function layTitle(block: Extract<Block, { kind: 'title' }>, measure: Measure): Laid {
  const width = contentWidth - 2 * inset;
  const organisation = measure.line(block.organisation, 10.5, width, true);
  const type = measure.line(block.documentType, 11, width);
  const all = measure.lines([{ text: block.title }], titleSize, width, true);
  const lines =
    all.length <= mostLines ? all : [...all.slice(0, mostLines - 1), measure.line('…', titleSize, width, true)];
  const identity = measure.line(block.identity, 11.5, width - 190, true);
  const [chip] = piecesOf(block.status, 180, { size: 10 }, measure);
  const rowHeight = titleSize * 1.25;
  const height = inset + 20 + 22 + lines.length * rowHeight + 12 + 26 + inset - 6;
  return {
    lead: height,
    draw(flow) {
      const { doc } = flow;
      let y = flow.y;
      artifact(doc, 'Layout', () => fillBox(doc, page.left, y, contentWidth, height, colours.accent));
      y += inset;
      const x = page.left + inset;
      const words = (tag: string, draw: () => void): void => tagged(doc, child(doc, flow.root, tag), tag, draw);
      words('P', () => drawLine(doc, organisation, { x, y, height: 14, size: 10.5, colour: '#FFFFFF' }));
      y += 20;
      words('P', () => drawLine(doc, type, { x, y, height: 14, size: 11, colour: '#D5E0EA' }));
      y += 22;
      words('H1', () => {
        for (const line of lines) {
          drawLine(doc, line, { x, y, height: rowHeight, size: titleSize, colour: '#FFFFFF' });
          y += rowHeight;
        }
      });
      y += 12;
      words('P', () => drawLine(doc, identity, { x, y, height: 18, size: 11.5, colour: '#FFFFFF' }));
      if (chip) words('P', () => chip.draw(doc, page.right - inset - chip.width, y));
      flow.y += height + 14;
    },
  };
}
