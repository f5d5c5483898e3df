/** `{items: [{no, text, hold_point, released_by}]}`: numbered steps; a hold point is highlighted and can be released on paper. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Part, Row } from '../blocks.ts';
import { cell, table, text } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';

export function steps(items: readonly JsonObject[]): readonly Block[] {
  if (items.length === 0) return [];
  const columns = [
    ['Step', 8],
    ['What is done', 92],
  ] as const;
  return [table('Steps in order', columns, items.map(step), { rowHeader: true })];
}

function step(item: JsonObject, i: number): Row {
  const words = textOf(item['text']) || textOf(item['value']);
  const more = leftovers(item, ['no', 'text', 'value', 'hold_point', 'released_by']).map(([name, value]) =>
    text(`${name}: ${value}`, 'muted'),
  );
  const held = item['hold_point'] === true;
  const number = cell(text(plain(item['no']) || String(i + 1), 'strong'));
  const row = { cells: [number, cell(words, ...(held ? release(item) : released(item)), ...more)] };
  return held ? { ...row, tone: 'hold' } : row;
}

function release(item: JsonObject): readonly Part[] {
  const by = plain(item['released_by']);
  return [
    text(`HOLD POINT: do not go on until released${by ? ` by ${by}` : ''}.`, 'strong'),
    { kind: 'signature_line', label: 'Released by (name, signature, time)' },
  ];
}

function released(item: JsonObject): readonly Part[] {
  const by = plain(item['released_by']);
  return by ? [text(`Released by: ${by}`, 'muted')] : [];
}
