/** The list of contents, which a short document leaves out. */
import type { DocumentModel } from './blocks.ts';
import { eachText } from './each-text.ts';

/** The model without its contents and their heading. */
export function withoutContents(model: DocumentModel): DocumentModel {
  const blocks = model.blocks.filter(({ kind }, i) => kind !== 'contents' && model.blocks[i + 1]?.kind !== 'contents');
  return { ...model, blocks };
}

/** Characters of about eight pages; Word paginates the file itself, so its renderer goes by the text. */
const longText = 18_000;

export function isLong({ blocks }: DocumentModel): boolean {
  let length = 0;
  eachText(blocks, (words) => {
    length += words.length;
    return words;
  });
  return length >= longText;
}
