/** `{items: [{item, response, note}]}`: one row per question; an empty answer stays visible. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Part } from '../blocks.ts';
import { cell, table, text } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

const shown = ['item', 'text', 'value', 'response', 'note'];

export function checklist(items: readonly JsonObject[], isCompact: boolean): readonly Block[] {
  if (isCompact) return inTwoColumns(items);
  return [
    table('Checklist with answers', items, [
      ['Check', 52, questionOf],
      ['Answer', 14, (item) => answer(textOf(item['response']))],
      ['Note', 34, (item) => withMore([plain(item['note'])], leftovers(item, shown))],
    ]),
  ];
}

/** The answer before each question, down the left column first. */
function inTwoColumns(items: readonly JsonObject[]): readonly Block[] {
  const half = Math.ceil(items.length / 2);
  const cells = [items.slice(0, half), items.slice(half)].map((part) => cell(...part.map(line)));
  const columns = [
    { title: 'Checks', width: 1 },
    { title: 'Further checks', width: 1 },
  ];
  return [
    { kind: 'table', columns, rows: [{ cells }], header: false, rowHeader: false, summary: 'Checklist with answers' },
  ];
}

function line(item: JsonObject): Part {
  const response = textOf(item['response']);
  const note = [plain(item['note']), ...leftovers(item, shown).map(([name, value]) => `${name}: ${value}`)];
  const words = note.filter(Boolean).join('; ');
  return {
    kind: 'text',
    runs: [
      { text: `${answerWords(response)}: `, bold: true },
      { text: `${questionOf(item)}${words ? ` (${words})` : ''}` },
    ],
    tone: response === 'no' ? 'alarm' : 'normal',
  };
}

function questionOf(item: JsonObject): string {
  return textOf(item['item']) || textOf(item['text']) || textOf(item['value']);
}

function answerWords(response: string): string {
  if (response === '') return 'Not answered';
  return response === 'na' ? 'Not applicable' : labelOf(response);
}

function answer(response: string): Part {
  return text(
    answerWords(response),
    response === '' ? 'muted' : response === 'no' ? 'alarm' : response === 'na' ? 'normal' : 'strong',
  );
}
