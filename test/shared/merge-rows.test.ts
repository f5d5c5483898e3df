/** What a section holds in rows: changes of different rows merge, and of the same row are disputed. */
import { expect, test } from 'vitest';
import type { Json } from '../../shared/base/json.ts';
import { mergeFields, otherSide } from '../../shared/merge/merge.ts';
import { section } from '../../shared/resources/section.ts';

const columns = ['Condition', 'Limit'];
const [gust, rain, snow] = [
  ['Gust', '9 m/s'],
  ['Rain', 'Heavy'],
  ['Snow', 'Any'],
];
const table = (...rows: readonly Json[]): Json => ({ columns, rows });
const was = table(gust, rain, snow);
const slower = ['Gust', '7 m/s'];

function merge(theirs: Json, mine: Json, before: Json = was) {
  const { set, conflicts } = mergeFields(section.policies, { data: theirs }, { data: mine }, { data: before });
  return { value: set['data'] ?? theirs, conflict: conflicts[0] };
}

test('[MG8] edits of different rows of a section both apply, also of neighbours', () => {
  expect(merge(table(gust, ['Rain', 'Any'], snow), table(slower, rain, snow))).toEqual({
    value: table(slower, ['Rain', 'Any'], snow),
    conflict: undefined,
  });
  expect(
    merge(table(['Wind', '9 m/s'], ['Rain', 'Any'], snow), table(gust, ['Rain', 'Any'], ['Snow', '1 cm'])),
  ).toEqual({ value: table(['Wind', '9 m/s'], ['Rain', 'Any'], ['Snow', '1 cm']), conflict: undefined });
});

test('[MG7] rows that both added are kept, and a row that one removed is gone', () => {
  const [fog, heat] = [
    ['Fog', '50 m'],
    ['Heat', '35 °C'],
  ];
  expect(merge(table(gust, rain, snow, fog), table(slower, snow, heat)).value).toEqual(table(slower, snow, fog, heat));
  expect(merge(table(gust, rain, snow, fog), table(gust, rain, snow, fog, heat)).value).toEqual(
    table(gust, rain, snow, fog, heat),
  );
});

test('[MG10] of two edits of one row theirs stays, with a conflict of both values', () => {
  const [theirs, mine] = [table(['Gust', '8 m/s'], rain, ['Snow', '1 cm']), table(slower, ['Rain', 'Any'], snow)];
  const { value, conflict } = merge(theirs, mine);
  expect(value).toEqual(theirs);
  expect(conflict).toMatchObject({ field: 'data', kept: 'theirs', theirs, mine });
  expect(merge(table(rain, snow), table(slower, rain, snow)).conflict).toBeDefined();
  expect(merge({ columns: ['Condition'], rows: [['Gust']] }, table(slower, rain, snow)).conflict).toBeDefined();
});

test('[MG18] taking the other value takes only the rows that both changed', () => {
  const { conflict } = merge(
    table(['Gust', '8 m/s'], rain, ['Snow', '1 cm']),
    table(slower, rain, snow, ['Fog', '50 m']),
  );
  expect(conflict && otherSide('rows', conflict)).toEqual(table(slower, rain, ['Snow', '1 cm'], ['Fog', '50 m']));
});

test('[MG8] steps are numbered anew where one was added, and values under names merge', () => {
  const steps = (...texts: readonly string[]): Json => ({ items: texts.map((text, i) => ({ no: i + 1, text })) });
  expect(merge(steps('Fence', 'Lift', 'Fix'), steps('Lift', 'Fix it'), steps('Lift', 'Fix')).value).toEqual(
    steps('Fence', 'Lift', 'Fix it'),
  );
  const entries = (a: string, b: string): Json => ({
    entries: [
      { key: 'first_aider', value: a },
      { key: 'assembly_point', value: b },
    ],
  });
  expect(merge(entries('Bob', 'Gate 1'), entries('Ann', 'Gate 2'), entries('Ann', 'Gate 1')).value).toEqual(
    entries('Bob', 'Gate 2'),
  );
  const list = (...items: readonly string[]): Json => ({ items });
  expect(merge(list('a', 'B'), list('A', 'b'), list('a', 'b')).value).toEqual(list('A', 'B'));
});
