/** `{items: [{item, specification, when}]}`: what to wear, to which standard, and when. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { cell, table } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function ppeList(items: readonly JsonObject[]): readonly Block[] {
  const columns = [
    ['Item', 34],
    ['Specification', 40],
    ['When', 26],
  ] as const;
  const rows = items.map((item) => ({
    cells: [
      cell(labelOf(textOf(item['item']) || textOf(item['text']) || textOf(item['value']))),
      withMore([plain(item['specification'])], leftovers(item, ['item', 'text', 'value', 'specification', 'when'])),
      cell(plain(item['when'])),
    ],
  }));
  return [table('Personal protective equipment', columns, rows, { rowHeader: true })];
}
