/** What a page may break between: a line of text, a chip, a picture. */

/** What several pieces are to a screen reader: one paragraph, list item or picture. */
export interface PieceGroup {
  readonly tag: 'P' | 'LI' | 'Figure';
  /** BCP 47, where it is not that of the document. */
  readonly lang?: string;
  /** Alternative text of a picture. */
  readonly alt?: string;
}

export interface Piece {
  readonly width: number;
  /** Space below included. */
  readonly height: number;
  draw(doc: PDFKit.PDFDocument, x: number, y: number): void;
  /** Stays on the page of the piece that follows. */
  readonly keepsNext?: boolean;
  /** None: the piece is white space. */
  readonly group?: PieceGroup;
}
