/** What a page may break between: a line of text, a chip, a picture. */

export interface Piece {
  readonly width: number;
  /** Space below included. */
  readonly height: number;
  draw(doc: PDFKit.PDFDocument, x: number, y: number): void;
  /** Alternative text of a picture. */
  readonly description?: string;
}
