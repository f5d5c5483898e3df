/** The head of page one: organisation, title, version and status. */
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Block } from '../model/blocks.ts';
import { sizeWithin } from '../logo.ts';
import { colours, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Flow } from './flow.ts';
import type { Line, Measure } from './text/measure.ts';
import { artifact, child, drawLine, fillBox, tagged } from './pen.ts';
import { piecesOf } from './pieces.ts';
import { drawQr } from './marks/qr.ts';

type TitleBlock = Extract<Block, { kind: 'title' }>;

const inset = 18;
const titleSize = 21;
const stripSize = 13.5;
/** Points of the height of a plate, in a strip and on a cover. */
const stripPlate = 44;
const coverPlate = 46;
/** A longer title is cut here and printed in full under "Checking this copy". */
const mostLines = 7;
const checkSize = 9;
const checkHeight = 12;
/** Between the QR code and what is at its left. */
const qrGap = 12;

export function layTitle(block: TitleBlock, measure: Measure): Laid {
  return block.dense ? layStrip(block, measure) : layCover(block, measure);
}

/** The head of a form: one strip with the title and the status. */
function layStrip(block: TitleBlock, measure: Measure): Laid {
  const inner = 10;
  const plate = plateOf(block, stripPlate, 84);
  const left = plate ? plate.width + inner : 0;
  const qr = block.check?.mark.most ?? 0;
  const width = measure.width - 2 * inner - left - (qr > 0 ? qr + qrGap - inner / 2 : 0);
  const [chip] = piecesOf(block.status, 150, { size: block.check ? 8.7 : 9 }, measure);
  const above = [block.organisation, block.documentType].join('  ·  ');
  const besideChip = width - (chip?.width ?? 0) - 10;
  const kicker = measure.line(above, 8.8, besideChip);
  // With a code the title has less room, and begins below the status.
  const lines = titleLines(block.title, stripSize, block.check ? width : besideChip, 3, measure);
  const identity = measure.line(block.identity, 9.4, width, true);
  const rowHeight = stripSize * 1.22;
  const check = checkLine(block, width, measure);
  // With one line more there is less air, so that the form still fits its pages.
  const air = check ? 4 : 8;
  const height = Math.max(
    air + 13 + lines.length * rowHeight + 16 + (check ? checkHeight : 0) + (check ? 3 : 7),
    qr + 4,
  );
  return {
    lead: height,
    draw(flow) {
      const { doc } = flow;
      const x = page.left + inner + left;
      let y = flow.y;
      artifact(doc, 'Layout', () => fillBox(doc, page.left, y, measure.width, height, colours.accent));
      plate?.draw(flow, page.left + inner, y + (height - stripPlate) / 2);
      const edge = Math.min(5, (height - qr) / 2);
      const corner = { x: page.left + measure.width - qr - edge, y: y + edge };
      y += air;
      words(flow, 'P', () => drawLine(doc, kicker, { x, y, height: 13, size: 8.8, colour: '#D5E0EA' }));
      const drawChip = (top: number): void => {
        if (chip) words(flow, 'P', () => chip.draw(doc, x + width - chip.width, top));
      };
      drawChip(check ? y - 2 : y);
      y += 13;
      words(flow, 'H1', () => {
        for (const line of lines) {
          drawLine(doc, line, { x, y, height: rowHeight, size: stripSize, colour: '#FFFFFF' });
          y += rowHeight;
        }
      });
      y += 3;
      words(flow, 'P', () => drawLine(doc, identity, { x, y, height: 13, size: 9.4, colour: '#FFFFFF' }));
      drawCheck(flow, block, check, { x, y: y + 13 }, corner);
      flow.y += height + 7;
    },
  };
}

/** Points around the picture on its plate. */
const rim = 4;

interface Plate {
  readonly width: number;
  draw(flow: Flow, x: number, y: number): void;
}

/** The logo on a white plate of a given height: it was made for white paper. */
function plateOf({ logo, organisation }: TitleBlock, height: number, mostWidth: number): Plate | null {
  if (!logo) return null;
  const size = sizeWithin(logo, mostWidth - 2 * rim, height - 2 * rim);
  return {
    width: size.width + 2 * rim,
    draw(flow, x, y) {
      const { doc, root } = flow;
      artifact(doc, 'Layout', () => fillBox(doc, x, y, size.width + 2 * rim, height, '#FFFFFF'));
      const alt = withoutIsolates(organisation);
      const bbox: [number, number, number, number] = [x, y, x + size.width + 2 * rim, y + height];
      tagged(doc, child(doc, root, 'Figure', { alt, bbox }), 'Figure', () =>
        doc.image(Buffer.from(logo.jpeg), x + rim, y + (height - size.height) / 2, { width: size.width }),
      );
    },
  };
}

function titleLines(title: string, size: number, width: number, most: number, measure: Measure): readonly Line[] {
  const all = measure.lines([{ text: title }], size, width, true);
  return all.length <= most ? all : [...all.slice(0, most - 1), measure.line('…', size, width, true)];
}

function checkLine({ check }: TitleBlock, width: number, measure: Measure): Line | null {
  return check ? measure.line(check.words, checkSize, width) : null;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How to check the print, in words and as a QR code on a light ground of its own. */
function drawCheck(flow: Flow, { check }: TitleBlock, line: Line | null, at: Spot, corner: Spot): void {
  if (!check || !line) return;
  const { doc, root } = flow;
  words(flow, 'P', () => drawLine(doc, line, { ...at, height: checkHeight, size: checkSize, colour: '#D5E0EA' }));
  if (check.mark.kind !== 'qr') return;
  const { most: size, alt, code } = check.mark;
  const { x, y } = corner;
  const figure = child(doc, root, 'Figure', { alt: withoutIsolates(alt), bbox: [x, y, x + size, y + size] });
  tagged(doc, figure, 'Figure', () => drawQr(doc, code, { ...corner, size }));
}

function words({ doc, root }: Flow, tag: string, draw: () => void): void {
  tagged(doc, child(doc, root, tag), tag, draw);
}

function layCover(block: TitleBlock, measure: Measure): Laid {
  const whole = measure.width - 2 * inset;
  const qr = block.check?.mark.most ?? 0;
  const width = whole - (qr > 0 ? qr + qrGap : 0);
  const plate = plateOf(block, coverPlate, 170);
  const beside = width - (plate ? plate.width + inset : 0);
  const organisation = measure.line(block.organisation, 10.5, beside, true);
  const type = measure.line(block.documentType, 11, beside);
  const lines = titleLines(block.title, titleSize, width, mostLines, measure);
  const identity = measure.line(block.identity, 11.5, whole - 190, true);
  const check = checkLine(block, whole, measure);
  const [chip] = piecesOf(block.status, 180, { size: 10 }, measure);
  const rowHeight = titleSize * 1.25;
  const height = inset + 20 + 22 + lines.length * rowHeight + 12 + 26 + inset + (check ? checkHeight - 4 : -6);
  return {
    lead: height,
    draw(flow) {
      const { doc } = flow;
      let y = flow.y;
      artifact(doc, 'Layout', () => fillBox(doc, page.left, y, measure.width, height, colours.accent));
      plate?.draw(flow, page.left + inset + width - plate.width, y + inset - 6);
      const corner = { x: page.left + measure.width - inset - qr, y: y + inset - 4 };
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
      drawCheck(flow, block, check, { x, y: y + 26 }, corner);
      flow.y += height + 14;
    },
  };
}
