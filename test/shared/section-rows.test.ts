/** What kind of rows a section has: by what is in it, and by its type where nothing is. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };
import { sectionRows, writtenRows } from '../../shared/resources/document/section-rows.ts';

const kindOf = (type: string, data: JsonObject | null) => sectionRows(type, data)?.kind ?? null;

test('[WB741] each type of section begins with the rows of its kind, whatever is absent', () => {
  const inRows = ['steps', 'checklist', 'ppe_list', 'list', 'key_values', 'table'];
  const empty = [null, {}, { items: [] }, { entries: [] }, { columns: [], rows: [] }];
  const [rows, others] = [true, false].map((is) =>
    sectionTypes.filter((each) => inRows.includes(each.data_kind) === is),
  );
  for (const { value, data_kind: kind } of rows ?? [])
    expect([value, ...empty.map((data) => kindOf(value, data))]).toEqual([value, ...empty.map(() => kind)]);
  for (const { value } of others ?? [])
    expect([value, kindOf(value, null), kindOf(value, {})]).toEqual([value, null, null]);
  expect(kindOf('understanding_check', { items: [] })).toBeNull();
});

test('[WB741] a table begins with the columns of its type, and every table has some', () => {
  expect(sectionRows('weather_limits', null)).toMatchObject({ names: ['Condition', 'Limit', 'Action'], rows: [] });
  for (const { value } of sectionTypes.filter((each) => each.data_kind === 'table'))
    expect(sectionRows(value, null)?.names.length).toBeGreaterThan(1);
  const named = { columns: ['Go', 'Stop'], rows: [] };
  expect(sectionRows('weather_limits', named)?.data).toEqual(named);
});

test('[WB741] what is in a section decides, whatever its type', () => {
  expect(kindOf('sequence_of_works', { items: ['Lift'] })).toBe('list');
  expect(kindOf('custom', { items: [{ text: 'Lift' }] })).toBe('steps');
  expect(kindOf('custom', { items: [] })).toBe('list');
  expect(kindOf('ppe', { entries: [{ key: 'a', value: 'b' }] })).toBe('key_values');
  expect(kindOf('ppe', { items: [{ size: 4, id: 'a' }] })).toBe('records');
  expect(sectionRows('ppe', { items: [], note: 'As drawn' })?.data).toEqual({ items: [], note: 'As drawn' });
});

test('[WB742] values that a type asks for have a row in their place, and are none while empty', () => {
  const aider = { key: 'first_aider', value: 'Ann' };
  const rows = sectionRows('emergency_arrangements', { entries: [aider, { key: 'gate', value: 'A' }] });
  const keys = rows?.rows.map((row) => (row as JsonObject)['key']);
  expect(keys).toEqual(['assembly_point', 'nearest_hospital', 'first_aider', 'emergency_number', 'gate']);
  expect(rows && writtenRows(rows, rows.rows)).toEqual(rows?.data['entries']);
  const filled = [...(rows?.rows ?? [])].with(0, { key: 'assembly_point', value: 'Gate 2' });
  expect(rows && writtenRows(rows, filled)).toHaveLength(3);
  expect(sectionRows('emergency_arrangements', { entries: [{ ...aider, value: '' }] })?.offered).toHaveLength(3);
});
