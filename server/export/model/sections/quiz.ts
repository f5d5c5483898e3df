/** `{pass_mark, items: [{question, options, answer_index}]}`: the understanding check with its answers, for the briefer. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { cell, numbered, paragraph, point, table, text } from '../make.ts';
import { leftovers, listOf, numberOf, plain, textOf } from '../read.ts';

export function quiz(items: readonly JsonObject[], data: JsonObject): readonly Block[] {
  const passMark = plain(data['pass_mark']);
  return [
    ...(passMark ? [paragraph(`Pass mark: ${passMark} of ${items.length}. The right answer is ticked.`)] : []),
    table('Questions of the understanding check', items, [
      ['No', 8, numbered],
      ['Question and answers', 92, question],
    ]),
  ];
}

function question(item: JsonObject): ReturnType<typeof cell> {
  const right = numberOf(item['answer_index']);
  return cell(
    text(textOf(item['question']) || textOf(item['value']), 'strong'),
    ...listOf(item['options']).map((option, i) =>
      point([{ text: plain(option), bold: i === right }], i === right ? '✓' : '–'),
    ),
    ...leftovers(item, ['question', 'value', 'options', 'answer_index']).map(([name, value]) =>
      text(`${name}: ${value}`, 'muted'),
    ),
  );
}
