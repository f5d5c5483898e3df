/** Watermark, header and footer of every page. Screen readers skip them. */
import type { DocumentModel } from '../model/blocks.ts';
import { colours, page, sheetOf } from './geometry.ts';
import type { Measure } from './text/measure.ts';
import { artifact, drawLine } from './pen.ts';

const size = 7.8;
const height = 12;

/** Solid light grey below the text: a table stays readable, and PDF/A needs no transparency. */
export function drawWatermark(doc: PDFKit.PDFDocument, model: DocumentModel, measure: Measure): void {
  const words = model.watermark;
  if (words === null) return;
  const centre = page.left + measure.width / 2;
  const middle = sheetOf(model).height / 2;
  const fontSize = Math.min(92, 560 / measure.line(words, 1, 1000, true).width);
  const line = measure.line(words, fontSize, 2000, true);
  artifact(doc, 'Pagination', () => {
    doc.save();
    doc.rotate(model.isLandscape ? -34 : -52, { origin: [centre, middle] });
    drawLine(doc, line, {
      x: centre - line.width / 2,
      y: middle - fontSize / 2,
      height: fontSize,
      size: fontSize,
      colour: colours.watermark,
    });
    doc.restore();
  });
}

export function drawHeadersAndFooters(
  doc: PDFKit.PDFDocument,
  model: DocumentModel,
  pages: number,
  measure: Measure,
): void {
  const { bottom } = sheetOf(model);
  for (let i = 0; i < pages; i += 1) {
    doc.switchToPage(i);
    artifact(doc, 'Pagination', () => {
      const [reference = '', ...rest] = model.header;
      const count = measure.line(`Page ${i + 1} of ${pages}`, size, 120);
      const standing = measure.line(rest.join('  ·  '), size, 250);
      const name = measure.line(reference, size, measure.width - standing.width - count.width - 30, true);
      const footer = measure.line(model.footer, size, measure.width);
      const at = (x: number, y: number): Parameters<typeof drawLine>[2] => ({
        x,
        y,
        height,
        size,
        colour: colours.muted,
      });
      drawLine(doc, name, at(page.left, 29));
      drawLine(doc, standing, at(page.left + name.width + 14, 29));
      drawLine(doc, count, at(page.left + measure.width - count.width, 29));
      rule(doc, measure.width, 43);
      rule(doc, measure.width, bottom + 3);
      drawLine(doc, footer, at(page.left, bottom + 5));
    });
  }
}

function rule(doc: PDFKit.PDFDocument, width: number, y: number): void {
  doc
    .lineWidth(0.6)
    .moveTo(page.left, y)
    .lineTo(page.left + width, y)
    .stroke(colours.rule);
}
