/** `{items: [{item, response, note}]}`: one row per question; an empty answer stays visible. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Part } from '../blocks.ts';
import { cell, table, text } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function checklist(items: readonly JsonObject[]): readonly Block[] {
  const columns = [
    ['Check', 52],
    ['Answer', 14],
    ['Note', 34],
  ] as const;
  const rows = items.map((item) => ({
    cells: [
      cell(textOf(item['item']) || textOf(item['text']) || textOf(item['value'])),
      cell(answer(textOf(item['response']))),
      withMore([plain(item['note'])], leftovers(item, ['item', 'text', 'value', 'response', 'note'])),
    ],
  }));
  return [table('Checklist with answers', columns, rows, { rowHeader: true })];
}

function answer(response: string): Part {
  if (response === '') return text('Not answered', 'muted');
  if (response === 'na') return text('Not applicable');
  return text(labelOf(response), response === 'no' ? 'alarm' : 'strong');
}
