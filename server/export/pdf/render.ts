/** The model as a tagged PDF: measured, drawn page by page, then completed with page numbers. */
import PDFDocument from 'pdfkit';
import type { DocumentModel } from '../model/blocks.ts';
import type { SnapshotFile } from '../snapshot-file.ts';
import { addBookmarks } from './bookmarks.ts';
import { fillContents } from './contents.ts';
import { openFaces } from './faces.ts';
import { openFlow } from './flow.ts';
import { drawHeadersAndFooters, drawWatermark } from './header-footer.ts';
import { page } from './geometry.ts';
import { layAll } from './lay.ts';
import { Measure } from './measure.ts';
import { addMetadata, attachSnapshot, infoOf } from './metadata.ts';

export async function renderPdf(
  model: DocumentModel,
  attached: SnapshotFile,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; pages: number }> {
  const doc = openDocument(model);
  const written = collected(doc);
  const measure = new Measure();
  const root = doc.struct('Document');
  doc.addStructure(root);
  const flow = openFlow(doc, measure, root, () => drawWatermark(doc, model.watermark, measure));
  for (const laid of layAll(model.blocks, measure)) laid.draw(flow);
  const pages = flow.page + 1;
  fillContents(flow);
  addBookmarks(flow);
  drawHeadersAndFooters(doc, model, pages, measure);
  root.end();
  addMetadata(doc);
  attachSnapshot(doc, model, attached);
  doc.end();
  return { bytes: await written, pages };
}

function openDocument(model: DocumentModel): PDFKit.PDFDocument {
  const faces = openFaces();
  const all = [...faces.regular, ...faces.bold];
  const doc = new PDFDocument({
    size: [page.width, page.height],
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
    font: faces.regular[0].font as unknown as string,
  });
  // The same: a parsed font instead of a file.
  for (const face of all) doc.registerFont(face.name, face.font as unknown as PDFKit.Mixins.PDFFontSource);
  return doc;
}

function collected(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  doc.on('error', reject);
  return promise;
}
