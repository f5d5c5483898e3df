/** `{items: [{item, specification, when}]}`: what to wear, to which standard, and when. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { table } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function ppeList(items: readonly JsonObject[]): readonly Block[] {
  const shown = ['item', 'text', 'value', 'specification', 'when'];
  return [
    table('Personal protective equipment', items, [
      ['Item', 34, (item) => labelOf(textOf(item['item']) || textOf(item['text']) || textOf(item['value']))],
      ['Specification', 40, (item) => withMore([plain(item['specification'])], leftovers(item, shown))],
      ['When', 26, (item) => plain(item['when'])],
    ]),
  ];
}
