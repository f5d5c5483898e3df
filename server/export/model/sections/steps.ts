/** `{items: [{no, text, hold_point, released_by}]}`: numbered steps; a hold point is highlighted and can be released on paper. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { isHoldPoint, saysHoldPoint } from '../../../../shared/base/hold-point.ts';
import type { Block, Cell, Part } from '../blocks.ts';
import { cell, table, text } from '../make.ts';
import { leftovers, plain, textOf } from '../read.ts';

export function steps(items: readonly JsonObject[]): readonly Block[] {
  if (items.length === 0) return [];
  const isHeld = (item: JsonObject): boolean => isHoldPoint(item['hold_point']);
  return [
    table(
      'Steps in order',
      items,
      [
        ['Step', 8, (item, i) => text(plain(item['no']) || String(i + 1), 'strong')],
        ['What is done', 92, (item) => step(item, isHeld(item) ? release(item) : released(item))],
      ],
      { toneOf: (item) => (isHeld(item) ? 'hold' : undefined) },
    ),
  ];
}

function step(item: JsonObject, ofRelease: readonly Part[]): Cell {
  const words = textOf(item['text']) || textOf(item['value']);
  const more = leftovers(item, ['no', 'text', 'value', 'hold_point', 'released_by']).map(([name, value]) =>
    text(`${name}: ${value}`, 'muted'),
  );
  return cell(words, ...ofRelease, ...more);
}

function release(item: JsonObject): readonly Part[] {
  const by = plain(item['released_by']);
  const held = item['hold_point'];
  return [
    text(`HOLD POINT: do not go on until released${by ? ` by ${by}` : ''}.`, 'strong'),
    ...(saysHoldPoint(held) ? [text(plain(held), 'strong')] : []),
    { kind: 'signature_line', label: 'Released by (name, signature, time)' },
  ];
}

function released(item: JsonObject): readonly Part[] {
  const by = plain(item['released_by']);
  return by ? [text(`Released by: ${by}`, 'muted')] : [];
}
