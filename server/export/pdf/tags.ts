/** Puts the pieces of a cell or box into the structure tree: each group is one element, on however many pages it is. */
import { child, tagged } from './pen.ts';
import type { Piece, PieceGroup } from './piece.ts';

type Element = PDFKit.PDFStructureElement;

/** Left, top, right, bottom on the page. */
export type Box = readonly [number, number, number, number];

export class Tags {
  readonly #doc: PDFKit.PDFDocument;
  readonly #parent: Element;
  readonly #elements = new Map<PieceGroup, Element>();
  /** The list that the next item belongs to. */
  #list: Element | null = null;

  constructor(doc: PDFKit.PDFDocument, parent: Element) {
    this.#doc = doc;
    this.#parent = parent;
  }

  /** Draws pieces of one group, within `box`. */
  draw(group: PieceGroup, box: Box, draw: () => void): void {
    const element = this.#elements.get(group) ?? this.#open(group, box);
    this.#elements.set(group, element);
    tagged(this.#doc, element, group.tag === 'LI' ? 'LBody' : group.tag, draw);
  }

  #open(group: PieceGroup, [left, top, right, bottom]: Box): Element {
    const { tag, lang, alt } = group;
    const language = lang ? { lang } : {};
    if (tag === 'LI') {
      this.#list ??= child(this.#doc, this.#parent, 'L');
      return child(this.#doc, child(this.#doc, this.#list, 'LI'), 'LBody', language);
    }
    this.#list = null;
    if (tag === 'P') return child(this.#doc, this.#parent, 'P', language);
    return child(this.#doc, this.#parent, 'Figure', { alt: alt ?? '', bbox: [left, top, right, bottom] });
  }
}

/** Neighbours of one group together. */
export function inGroups(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const found: Piece[][] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last && last[0]?.group === piece.group) last.push(piece);
    else found.push([piece]);
  }
  return found;
}
