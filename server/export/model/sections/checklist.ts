/** `{items: [{item, response, note}]}`: one row per question; an empty answer stays visible. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Part } from '../blocks.ts';
import { table, text } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function checklist(items: readonly JsonObject[]): readonly Block[] {
  const shown = ['item', 'text', 'value', 'response', 'note'];
  return [
    table('Checklist with answers', items, [
      ['Check', 52, (item) => textOf(item['item']) || textOf(item['text']) || textOf(item['value'])],
      ['Answer', 14, (item) => answer(textOf(item['response']))],
      ['Note', 34, (item) => withMore([plain(item['note'])], leftovers(item, shown))],
    ]),
  ];
}

function answer(response: string): Part {
  if (response === '') return text('Not answered', 'muted');
  if (response === 'na') return text('Not applicable');
  return text(labelOf(response), response === 'no' ? 'alarm' : 'strong');
}
