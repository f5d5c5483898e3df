/** The thread that reads one PDF: what it is in the way of, and how long it takes, is bounded from outside (sheet.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { isActive } from './active.ts';
import { openPdf, type OpenPdf } from './pdfium.ts';

/** What is to be done. */
export interface SheetTask {
  readonly bytes: Uint8Array;
  /** Pixels of the longer side of each page; null = it is only looked at. */
  readonly longestSide: number | null;
  readonly mostPages: number;
}

export interface SheetPage {
  readonly jpeg: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export type SheetAnswer =
  | { readonly pages: number; readonly drawn: readonly SheetPage[] }
  | { readonly fault: 'protected' | 'active' | 'damaged' }
  | { readonly fault: 'long'; readonly pages: number };

async function answerTo({ bytes, longestSide, mostPages }: SheetTask): Promise<SheetAnswer> {
  try {
    const opened = await openPdf(bytes);
    if (typeof opened === 'string') return { fault: opened };
    const { pages } = opened;
    if (pages > mostPages) return { fault: 'long', pages };
    if (longestSide !== null) return { pages, drawn: await drawnPages(opened, longestSide) };
    const found = isActive(Buffer.from(bytes));
    if (found !== false) return { fault: found === null ? 'damaged' : 'active' };
    // Each has to be there, not only the count.
    for (let i = 0; i < pages; i++) withPage(opened, i, () => {});
    return { pages, drawn: [] };
  } catch {
    return { fault: 'damaged' };
  }
}

async function drawnPages(opened: OpenPdf, longestSide: number): Promise<SheetPage[]> {
  const drawn: SheetPage[] = [];
  for (let i = 0; i < opened.pages; i++) {
    const { width, height, pixels } = withPage(opened, i, (page) => pixelsOf(opened, page, longestSide));
    drawn.push({ width, height, jpeg: await jpegOf(pixels, width, height) });
  }
  return drawn;
}

function withPage<T>({ pdfium, document }: OpenPdf, i: number, use: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, i);
  if (page === 0) throw new Error('a page cannot be read');
  try {
    return use(page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

/** With annotations, as printed, red first. */
const flags = 0x01 | 0x800 | 0x10;

function pixelsOf({ pdfium }: OpenPdf, page: number, longestSide: number) {
  const [points, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const scale = longestSide / Math.max(points, high);
  if (!Number.isFinite(scale) || scale <= 0) throw new Error('a page has no size');
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(high * scale))];
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new Error('a page is too large');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  if (at === 0 || stride !== width * 4) throw new Error('a page has no picture');
  const pixels = pdfium.pdfium.HEAPU8.slice(at, at + stride * height);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { width, height, pixels };
}

async function jpegOf(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const page = sharp(pixels, { raw: { width, height, channels: 4 } });
  return new Uint8Array(await page.removeAlpha().jpeg({ quality: 80 }).toBuffer());
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
if (parentPort) parentPort.postMessage(await answerTo(workerData as SheetTask)); // as sheet.ts sent it
