/** The words of a model of a file, before it is drawn. */
import type { Block, DocumentModel, Table } from '../../server/export/model/blocks.ts';
import { eachText } from '../../server/export/model/each-text.ts';

export function wordsOf(model: unknown): string {
  let all = '';
  eachText(model, (words) => {
    all += `${words}\n`;
    return words;
  });
  return all;
}

export function tablesOf({ blocks }: DocumentModel): readonly Table[] {
  return blocks.filter((block): block is Extract<Block, { kind: 'table' }> => block.kind === 'table' && block.header);
}

/** The words of each cell. */
export function rowsOf(table: Table | undefined): readonly (readonly string[])[] {
  return table?.rows.map(({ cells }) => cells.map((cell) => wordsOf([cell]).trim())) ?? [];
}
