/** The model as a tagged PDF: measured, drawn page by page, then completed with page numbers. */
import PDFDocument from 'pdfkit';
import { type Faces, openFaces } from '../fonts/faces.ts';
import type { DocumentModel } from '../model/blocks.ts';
import { withoutContents } from '../model/contents.ts';
import type { AttachedFile } from '../attached-file.ts';
import { addBookmarks } from './bookmarks.ts';
import { fillContents } from './contents.ts';
import { openFlow } from './flow.ts';
import { drawHeadersAndFooters, drawWatermark } from './header-footer.ts';
import { page, sheetOf } from './geometry.ts';
import { layAll } from './lay.ts';
import { Measure, type Spacing } from './text/measure.ts';
import { addMetadata, attach, infoOf } from './metadata.ts';
import { unusualTexts, withMissingMarked } from './missing.ts';
import { writtenBy } from './written.ts';

export async function renderPdf(
  whole: DocumentModel,
  attached: readonly AttachedFile[],
): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: number }> {
  const unusual = unusualTexts(whole);
  const faces = await openFaces(unusual);
  const model = withMissingMarked(whole, unusual, faces);
  const drawn = await draw(model, faces, attached);
  // A short document needs no contents; only its pages tell.
  const isShort = drawn.pages < leastPagesWithContents && model.blocks.some(({ kind }) => kind === 'contents');
  const fitting = isShort ? withoutContents(model) : model;
  let printed = isShort ? await draw(fitting, faces, attached) : drawn;
  for (const { most, ...spacing } of closer) {
    const isWasted = printed.lastPage <= fewLines || (most <= longestForm && printed.leastPage <= fewBeforePart);
    if (printed.pages === 1 || printed.pages > most || !isWasted) continue;
    const next = await draw(fitting, faces, attached, spacing);
    if (next.pages < printed.pages) printed = next;
  }
  return printed;
}

const leastPagesWithContents = 8;

/** Part of a last page that is not worth a page: the same is tried with less space between the blocks, then between the lines, and at last in broken rows. */
const fewLines = 0.3;
/** The same of a page before a part that begins one, such as a sheet of its own; tried in a form, where it is worth the time. */
const fewBeforePart = 0.4;
const longestForm = 8;
/** `most`: pages of a file that is worth it; of a short form, a page is a larger part. */
const closer = [
  { air: 0.5, lines: 1, most: Number.POSITIVE_INFINITY },
  { air: 0.15, lines: 1, most: 4 },
  { air: 0.15, lines: 0.94, most: longestForm },
  { air: 0.15, lines: 0.94, breaksRows: true, most: longestForm },
] as const;

interface Drawn {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  /** How much of the last page is used, from 0 to 1; of the document itself, where annexes follow. */
  readonly lastPage: number;
  /** The same of the least used page before a part that begins one. */
  readonly leastPage: number;
}

async function draw(
  model: DocumentModel,
  faces: Faces,
  attached: readonly AttachedFile[],
  spacing?: Spacing,
): Promise<Drawn> {
  const doc = openDocument(model, faces);
  const written = writtenBy(doc);
  const sheet = sheetOf(model);
  const measure = new Measure(faces, sheet.content, spacing);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const flow = openFlow(doc, measure, root, sheet, () => drawWatermark(doc, model, measure));
  for (const laid of layAll(model.blocks, measure)) laid.draw(flow);
  const pages = flow.page + 1;
  const whole = sheet.bottom - page.top;
  const lastPage = 1 - (flow.left ?? flow.remaining()) / whole;
  const leastPage = 1 - flow.mostLeft / whole;
  fillContents(flow);
  addBookmarks(flow);
  drawHeadersAndFooters(doc, model, pages, measure);
  root.end();
  addMetadata(doc);
  for (const file of attached) attach(doc, model, file);
  return { bytes: await written.end(), pages, lastPage, leastPage };
}

function openDocument(model: DocumentModel, faces: Faces): PDFKit.PDFDocument {
  const { width, height } = sheetOf(model);
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    info: infoOf(model),
    // pdfkit takes a parsed font here, which its types do not know; without one it starts with Helvetica, which is never embedded.
    font: faces.base.regular.embedded as unknown as string,
  });
  // The same: a parsed font instead of a file.
  for (const face of faces.all()) doc.registerFont(face.name, face.embedded as unknown as PDFKit.Mixins.PDFFontSource);
  return doc;
}
