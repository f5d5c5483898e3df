/** The layout cursor: current page, vertical position, and headings so far. */
import { page, type Sheet } from './geometry.ts';
import type { Measure } from './text/measure.ts';

interface HeadingMark {
  readonly level: 1 | 2;
  readonly text: string;
  /** From 0. */
  readonly page: number;
  readonly y: number;
}

export interface ContentsSlot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface Flow {
  readonly doc: PDFKit.PDFDocument;
  readonly measure: Measure;
  /** The root of the structure tree. */
  readonly root: PDFKit.PDFStructureElement;
  readonly headings: HeadingMark[];
  readonly contents: ContentsSlot[];
  /** Position of the table of contents. */
  contentsElement: PDFKit.PDFStructureElement | null;
  readonly page: number;
  y: number;
  /** What is left of the page on which the document ends before its annexes; null = it has none. */
  left: number | null;
  /** Of the pages that end where the next part begins, the most that is left of one. */
  mostLeft: number;
  remaining(): number;
  atTop(): boolean;
  newPage(): void;
  /** Adds white space, except at the top of a page. */
  gap(points: number): void;
  /** Starts a new page where fewer than `points` are left (capped at a full page). */
  reserve(points: number): void;
}

/** `dress` draws the background of every page. */
export function openFlow(
  doc: PDFKit.PDFDocument,
  measure: Measure,
  root: PDFKit.PDFStructureElement,
  sheet: Sheet,
  dress: () => void,
): Flow {
  const { width, height, bottom, shift } = sheet;
  let number = -1;
  const flow: Flow = {
    doc,
    measure,
    root,
    headings: [],
    contents: [],
    contentsElement: null,
    left: null,
    mostLeft: 0,
    y: bottom,
    get page() {
      return number;
    },
    remaining: () => bottom - flow.y,
    atTop: () => flow.y === page.top,
    newPage() {
      doc.addPage();
      // Moving the origin moves links and the boxes of pictures as well.
      Object.assign(doc.page.dictionary.data, { MediaBox: [-shift, 0, width - shift, height] });
      number += 1;
      flow.y = page.top;
      dress();
    },
    gap(points) {
      if (flow.y > page.top) flow.y = Math.min(bottom, flow.y + points);
    },
    reserve(points) {
      if (flow.remaining() < Math.min(points, bottom - page.top)) flow.newPage();
    },
  };
  flow.newPage();
  return flow;
}
