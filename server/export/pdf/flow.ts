/** Where the next thing goes: the current page, how far down it we are, and the headings passed on the way. */
import { contentHeight, page } from './geometry.ts';
import type { Measure } from './measure.ts';

interface HeadingMark {
  readonly level: 1 | 2 | 3;
  readonly text: string;
  /** From 0. */
  readonly page: number;
  readonly y: number;
}

export interface ContentsSlot {
  readonly page: number;
  readonly y: number;
}

export interface Flow {
  readonly doc: PDFKit.PDFDocument;
  readonly measure: Measure;
  /** The root of the structure tree. */
  readonly root: PDFKit.PDFStructureElement;
  readonly headings: HeadingMark[];
  readonly contents: ContentsSlot[];
  /** Set where the contents stand. */
  contentsElement: PDFKit.PDFStructureElement | null;
  readonly page: number;
  y: number;
  remaining(): number;
  atTop(): boolean;
  newPage(): void;
  /** White space, unless a page begins here. */
  gap(points: number): void;
  /** A new page where fewer than `points` are left; more than a page has is as much as a page has. */
  reserve(points: number): void;
}

/** `dress` draws what lies under the content of every page. */
export function openFlow(
  doc: PDFKit.PDFDocument,
  measure: Measure,
  root: PDFKit.PDFStructureElement,
  dress: () => void,
): Flow {
  let number = -1;
  const flow: Flow = {
    doc,
    measure,
    root,
    headings: [],
    contents: [],
    contentsElement: null,
    y: page.bottom,
    get page() {
      return number;
    },
    remaining: () => page.bottom - flow.y,
    atTop: () => flow.y === page.top,
    newPage() {
      doc.addPage();
      number += 1;
      flow.y = page.top;
      dress();
    },
    gap(points) {
      if (flow.y > page.top) flow.y = Math.min(page.bottom, flow.y + points);
    },
    reserve(points) {
      if (flow.remaining() < Math.min(points, contentHeight)) flow.newPage();
    },
  };
  flow.newPage();
  return flow;
}
