/** `{items: [{item, specification, when}]}`: what to wear, to which standard, and when. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { boxes, cell, table } from '../make.ts';
import { signBeside, signOf } from '../signs/ppe-signs.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function ppeList(items: readonly JsonObject[], isCompact: boolean): readonly Block[] {
  const shown = ['item', 'text', 'value', 'specification', 'when'];
  if (isCompact)
    return boxes(
      'Personal protective equipment',
      items.map((item) => {
        const said = [plain(item['specification']), plain(item['when'])].filter(Boolean).join(' · ') || '–';
        return [nameOf(item), cell(signBeside(codeOf(item), 24), ...withMore([said], leftovers(item, shown)).parts)];
      }),
      Math.min(5, items.length),
    );
  return [
    table('Personal protective equipment', items, [
      ['Item', 27, nameOf],
      ['Sign', 7, (item) => ({ ...cell(signBeside(codeOf(item), 22)), align: 'center' })],
      ['Specification', 40, (item) => withMore([plain(item['specification'])], leftovers(item, shown))],
      ['When', 26, (item) => plain(item['when'])],
    ]),
  ];
}

function codeOf(item: JsonObject): string {
  return textOf(item['item']) || textOf(item['text']) || textOf(item['value']);
}

/** A code of a sign is named as the standard does. */
function nameOf(item: JsonObject): string {
  const code = codeOf(item);
  const isSign = /^[A-Z]\d{3}_/.test(code);
  return (isSign && signOf(code)?.name) || labelOf(code);
}
