/** What pdfkit 0.20.2 has and @types/pdfkit 0.17.6 does not know: attributes of structure elements, and annotations as their children. */
declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    /** TH: the cells that it heads. */
    scope?: 'Row' | 'Column';
    /** Left, top, right, bottom on the page. */
    bbox?: [number, number, number, number];
    placement?: 'Block' | 'Inline';
  }

  interface TextOptions {
    textWidth?: number;
    wordCount?: number;
  }
}

declare namespace PDFKit {
  /** A typeface in one document, with the glyphs that it used of it. */
  interface EmbeddedFont {
    readonly id: string;
    /** The reference for the resources of a page. */
    ref(): PDFKit.PDFKitReference;
    /** Of its subset, which numbers the glyphs as they come. */
    readonly subset: { includeGlyph(glyph: { readonly glyph: number; readonly key: string }): number };
    /** By the number of the glyph, in thousandths of the font size. */
    readonly widths: number[];
    /** The characters that text extraction gives for it. */
    readonly unicode: (readonly number[])[];
    /** Thousandths of the font size in a unit of the font. */
    readonly scale: number;
  }

  interface PDFDocument {
    /** The typeface that `font()` chose last. */
    readonly _font: EmbeddedFont;
    /** The catalogue; `AF`: its attached files. */
    readonly _root: { readonly data: { AF?: PDFKit.PDFKitReference[] } };
    /** Writes a line, or bytes. */
    _write(data: string | Uint8Array): void;
    /** How many bytes were written. */
    _offset: number;
  }

  interface PDFPage {
    readonly fonts: Record<string, PDFKit.PDFKitReference>;
  }
}
