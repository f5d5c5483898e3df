/** A page of a sheet, as a figure on a page of its own below a line that says which it is. */
import { withoutIsolates } from '../../fonts/isolation.ts';
import type { Block } from '../../model/blocks.ts';
import { colours, page } from '../geometry.ts';
import type { Laid } from '../laid.ts';
import type { Measure } from '../text/measure.ts';
import { child, drawLine, strokeBox, tagged } from '../pen.ts';

const size = 8.5;
const lineHeight = 16;
/** Of a page that another annex page needs: what is left below a flat one is not enough. */
const least = 500;

export function layAnnexPage({ words, picture, alt }: Extract<Block, { kind: 'annex_page' }>, measure: Measure): Laid {
  return {
    lead: least,
    draw(flow) {
      const { doc, root } = flow;
      flow.reserve(least);
      const line = measure.line(words, size, measure.width);
      const said = child(doc, root, 'P');
      const at = { x: page.left, y: flow.y, height: lineHeight, size, colour: colours.muted };
      tagged(doc, said, 'P', () => drawLine(doc, line, at));
      said.end();
      const top = flow.y + lineHeight;
      const room = flow.remaining() - lineHeight - 4;
      const scale = Math.min(measure.width / picture.width, room / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      const left = page.left + (measure.width - width) / 2;
      const figure = child(doc, root, 'Figure', {
        alt: withoutIsolates(alt),
        bbox: [left, top, left + width, top + height],
        placement: 'Block',
      });
      tagged(doc, figure, 'Figure', () => {
        doc.image(Buffer.from(picture.jpeg), left, top, { width });
        strokeBox(doc, left, top, width, height);
      });
      figure.end();
      flow.y += flow.remaining();
    },
  };
}
