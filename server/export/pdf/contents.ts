/** The table of contents: space is reserved, then filled when every heading has a page. */
import { withoutIsolates } from '../fonts/isolation.ts';
import type { ContentsSlot, Flow } from './flow.ts';
import { colours, contentHeight, contentWidth, page } from './geometry.ts';
import { destinationOf } from './heading.ts';
import type { Laid } from './laid.ts';
import { child, drawLine, tagged } from './pen.ts';

const size = 9;
const height = 14.5;
const gutter = 20;
const columnWidth = (contentWidth - gutter) / 2;

/** Two columns, read down the left one first. */
export function layContents(titles: readonly string[]): Laid {
  const lead = Math.min(Math.ceil(titles.length / 2) * height, contentHeight * 0.9);
  return {
    lead,
    draw(flow) {
      flow.reserve(lead);
      flow.contentsElement = child(flow.doc, flow.root, 'TOC');
      for (let left = titles.length; left > 0;) {
        flow.reserve(height);
        const rows = Math.min(Math.ceil(left / 2), Math.floor(flow.remaining() / height));
        for (const x of [page.left, page.left + columnWidth + gutter])
          for (let row = 0; row < rows && left > 0; row++, left--)
            flow.contents.push({ page: flow.page, x, y: flow.y + row * height });
        flow.y += rows * height;
      }
      flow.gap(8);
    },
  };
}

/** Each line is a link to its heading; pages are counted from 1. */
export function fillContents(flow: Flow): void {
  const list = flow.contentsElement;
  if (!list) return;
  const headings = flow.headings.filter((heading) => heading.level === 1);
  flow.contents.forEach((slot, i) => {
    const heading = headings[i];
    if (heading)
      fillSlot(flow, list, slot, {
        text: heading.text,
        number: String(heading.page + 1),
        destination: destinationOf(i),
      });
  });
  list.end();
}

function fillSlot(
  flow: Flow,
  list: PDFKit.PDFStructureElement,
  slot: ContentsSlot,
  entry: { text: string; number: string; destination: string },
): void {
  const { doc, measure } = flow;
  doc.switchToPage(slot.page);
  const words = measure.line(entry.text, size, columnWidth - 30);
  const number = measure.line(entry.number, size, 40);
  const link = child(doc, child(doc, list, 'TOCI'), 'Link');
  tagged(doc, link, 'Link', () => {
    drawLine(doc, words, { x: slot.x, y: slot.y, height, size, colour: colours.text });
    const from = slot.x + words.width + 6;
    const right = slot.x + columnWidth;
    const to = right - number.width - 6;
    if (to > from)
      doc
        .lineWidth(0.6)
        .dash(0.8, { space: 2.6 })
        .moveTo(from, slot.y + height * 0.72)
        .lineTo(to, slot.y + height * 0.72)
        .stroke(colours.muted)
        .undash();
    drawLine(doc, number, { x: right - number.width, y: slot.y, height, size, colour: colours.text });
  });
  // pdfkit reads structParent and Contents (which PDF/UA asks of a link); its types know neither.
  const options = {
    structParent: link,
    Contents: new String(`${withoutIsolates(entry.text)}, page ${entry.number}`),
  } as unknown as PDFKit.Mixins.AnnotationOption;
  doc.goTo(slot.x, slot.y, columnWidth, height, entry.destination, options);
}
