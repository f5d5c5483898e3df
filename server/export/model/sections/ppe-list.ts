/** `{items: [{item, specification, when}]}`: what to wear, to which standard, and when. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { boxes, table } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function ppeList(items: readonly JsonObject[], isCompact: boolean): readonly Block[] {
  const shown = ['item', 'text', 'value', 'specification', 'when'];
  if (isCompact)
    return boxes(
      'Personal protective equipment',
      items.map((item) => [
        nameOf(item),
        withMore(
          [[plain(item['specification']), plain(item['when'])].filter(Boolean).join(' · ') || '–'],
          leftovers(item, shown),
        ),
      ]),
      Math.min(5, items.length),
    );
  return [
    table('Personal protective equipment', items, [
      ['Item', 34, nameOf],
      ['Specification', 40, (item) => withMore([plain(item['specification'])], leftovers(item, shown))],
      ['When', 26, (item) => plain(item['when'])],
    ]),
  ];
}

function nameOf(item: JsonObject): string {
  return labelOf(textOf(item['item']) || textOf(item['text']) || textOf(item['value']));
}
