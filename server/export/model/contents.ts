/** The list of contents, which a short document leaves out. */
import type { DocumentModel } from './blocks.ts';
import { eachText } from './each-text.ts';

/** The model without its contents and their heading. */
export function withoutContents(model: DocumentModel): DocumentModel {
  const blocks = model.blocks.filter(({ kind }, i) => kind !== 'contents' && model.blocks[i + 1]?.kind !== 'contents');
  return { ...model, blocks };
}

/** Characters of about eight pages; Word paginates the file itself, so its renderer goes by the text. */
const longText = 16_000;

/** Characters of about 80 pages; to count the pages of more takes Word's renderer seconds. */
const veryLongText = 200_000;

export function isLong(model: DocumentModel): boolean {
  return charactersOf(model.blocks) >= longText;
}

export function isVeryLong(model: DocumentModel): boolean {
  return charactersOf(model.blocks) >= veryLongText;
}

/** Of all text that the value holds. */
export function charactersOf(value: unknown): number {
  let length = 0;
  eachText(value, (words) => {
    length += words.length;
    return words;
  });
  return length;
}
