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

  interface PDFAttachmentOptions {
    /** What an attached file is to the document (PDF/A-3 wants it said). */
    relationship?: 'Source' | 'Data' | 'Alternative' | 'Supplement' | 'Unspecified';
  }
}
