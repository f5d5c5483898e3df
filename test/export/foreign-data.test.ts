/** Data of sections that another program wrote, in whatever shape: a print says all of it. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { section } from '../../server/export/model/sections/section.ts';
import { wordsOf } from './model-words.ts';

const printOf = (data: JsonObject): string => wordsOf(section({ title: 'Steps', section_type: 'custom', data }));
const nothing = 'Nothing has been entered in this section.';

test.for<[JsonObject, string]>([
  [{ items: 'Fence the zone, then lift' }, 'Fence the zone, then lift'],
  [{ items: { helmet: 'EN 397' } }, 'EN 397'],
  [{ entries: { first_aider: 'Ann Lee' } }, 'First aider'],
  [{ rows: 'abc', columns: 'Who' }, 'abc'],
  [{ columns: ['Who'], rows: { gust: '9 m/s' } }, '9 m/s'],
  [{ items: 5 }, '5'],
])('[EX221] what is no list of rows is printed in its words: %j', ([data, words]) => {
  expect(printOf(data)).toContain(words);
  expect(printOf(data)).not.toContain(nothing);
});

test('[EX221] a hold point in words is printed as one, with its words', () => {
  const cut = (held: string | number | boolean): string => printOf({ items: [{ text: 'Cut', hold_point: held }] });
  for (const held of [true, 'yes', 'Yes', 1, 'Wait for the crane supervisor'])
    expect(cut(held)).toContain('HOLD POINT');
  expect(cut('Wait for the crane supervisor')).toContain('Wait for the crane supervisor');
  for (const held of [false, 'no', '', 0]) expect(cut(held)).not.toContain('HOLD POINT');
});
