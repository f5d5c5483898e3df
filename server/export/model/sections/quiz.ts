/** `{pass_mark, items: [{question, options, answer_index}]}`: the understanding check; the crew's copy leaves out the right answers. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Cell } from '../blocks.ts';
import { cell, numbered, paragraph, point, table, text } from '../make.ts';
import { leftovers, listOf, numberOf, plain, textOf } from '../read.ts';

/** `hasAnswers`: for the briefer. */
export function quiz(
  items: readonly JsonObject[],
  data: JsonObject,
  { isCompact, hasAnswers }: { readonly isCompact: boolean; readonly hasAnswers: boolean },
): readonly Block[] {
  const passMark = plain(data['pass_mark']);
  return [
    ...(passMark
      ? [paragraph(`Pass mark: ${passMark} of ${items.length}.${hasAnswers ? ' The right answer is ticked.' : ''}`)]
      : []),
    table('Questions of the understanding check', items, [
      ['No', 8, numbered],
      ['Question and answers', 92, (item) => question(item, isCompact, hasAnswers)],
    ]),
  ];
}

function question(item: JsonObject, isCompact: boolean, hasAnswers: boolean): Cell {
  const right = hasAnswers ? numberOf(item['answer_index']) : null;
  const marker = (i: number): string => `${i === right ? '✓ ' : ''}${letter(i)}`;
  const options = listOf(item['options']).map(plain);
  const more = leftovers(item, ['question', 'value', 'options', 'answer_index']);
  return cell(
    text(textOf(item['question']) || textOf(item['value']), 'strong'),
    ...(isCompact
      ? [options.map((option, i) => `${marker(i)} ${option}`).join('\u00a0·  ')]
      : options.map((option, i) => point(option, marker(i)))),
    ...more.map(([name, value]) => text(`${name}: ${value}`, 'muted')),
  );
}

function letter(i: number): string {
  return i < 26 ? `${String.fromCodePoint(65 + i)})` : `${i + 1})`;
}
