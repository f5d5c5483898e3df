/** The headings as PDF bookmarks, level 2 under level 1. */
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Flow } from './flow.ts';

export function addBookmarks({ doc, headings }: Flow): void {
  let main: PDFKit.PDFOutline | undefined;
  for (const { level, text, page } of headings) {
    doc.switchToPage(page);
    const title = withoutIsolates(text).slice(0, 200);
    const item = (level === 2 && main ? main : doc.outline).addItem(title);
    if (level === 1) main = item;
  }
}
