/** What of a section's rows the tablet offers to write, by what they hold. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { isBlank, isOfOffice, rowsOf, withRows } from '../../web/field/document/edit/section-rows.ts';

function fieldsOf(type: string, data: JsonObject): readonly string[] | undefined {
  return rowsOf(type, data)?.cells.map(({ name, label }) => name || label);
}

test('[WB657] each kind of rows has its fields, also where it has none yet', () => {
  expect(fieldsOf('custom', { items: ['Gloves'] })).toEqual(['line']);
  expect(fieldsOf('custom', { items: [] })).toEqual(['line']);
  expect(fieldsOf('hold_points', { items: [] })).toEqual(['text', 'hold_point', 'released_by']);
  expect(fieldsOf('permit_checklist', { items: [] })).toEqual(['item', 'response', 'note']);
  expect(fieldsOf('custom', { items: [{ item: 'Gas', response: null }] })).toEqual(['item', 'response', 'note']);
  expect(fieldsOf('ppe', { items: [{ item: 'Gloves', when: 'Always' }] })).toEqual(['item', 'specification', 'when']);
  expect(fieldsOf('custom', { columns: ['Who', 'What'], rows: [['Ann']] })).toEqual(['Who', 'What']);
  expect(fieldsOf('custom', { items: [{ id: 'a', size: 4, colour: 'red' }] })).toEqual(['size', 'colour']);
});

test('[WB657] what is written changes one field, and the others stay as they were', () => {
  const table = { columns: ['Who', 'What', 'When'], rows: [['Ann', 4]], note: 'kept' };
  const rows = rowsOf('custom', table);
  const written = rows?.cells[2]?.write(['Ann', 4], 'Today') ?? null;
  expect(rows && withRows(rows, [written])).toEqual({ ...table, rows: [['Ann', 4, 'Today']] });
  const steps = {
    items: [
      { id: 'a', no: 1, text: 'Lift', hold_point: true },
      { id: 'b', no: 2, text: 'Fix' },
    ],
  };
  const sequence = rowsOf('sequence_of_works', steps);
  const cells = sequence?.cells ?? [];
  expect(cells[1]?.write(steps.items[0] ?? null, 'no')).toEqual({ id: 'a', no: 1, text: 'Lift', hold_point: false });
  expect(cells.map(({ isShown }) => isShown?.(steps.items[1] ?? null))).toEqual([undefined, undefined, false]);
  expect(sequence && withRows(sequence, [{ id: 'b', no: 2, text: 'Fix' }])).toEqual({
    items: [{ id: 'b', no: 1, text: 'Fix' }],
  });
  expect(sequence && isBlank({ text: ' ', hold_point: true }, sequence)).toBe(true);
});

test('[WB702] what a row holds beyond the columns of its table stays', () => {
  const table = rowsOf('materials', { columns: ['Material', 'Use'], rows: [['Primer', 'Joints', 'No flame']] });
  expect(table?.cells[1]?.write(['Primer', 'Joints', 'No flame'], 'Floor')).toEqual(['Primer', 'Floor', 'No flame']);
  expect(table?.cells[1]?.write(['Primer'], 'Floor')).toEqual(['Primer', 'Floor']);
});

test('[WB659] what is not in rows of texts is left to the office', () => {
  const question = { question: 'Who?', options: ['Ann', 'Bob'], answer_index: 0 };
  expect(rowsOf('understanding_check', { items: [] })).toBeNull();
  expect(rowsOf('custom', { items: [question] })).toBeNull();
  expect(rowsOf('custom', { columns: ['Who'], rows: [[{ name: 'Ann' }]] })).toBeNull();
  expect(rowsOf('custom', { items: ['Ann', { text: 'Bob' }] })).toBeNull();
  expect(rowsOf('custom', { photos: [] })).toBeNull();
  expect(['understanding_check', 'weather_limits', 'custom'].map(isOfOffice)).toEqual([true, false, false]);
});
