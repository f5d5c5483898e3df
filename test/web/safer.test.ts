/** Which of two disputed values is the safer one. */
import { expect, test } from 'vitest';
import { removal } from '../../shared/merge/merge.ts';
import { saferOf } from '../../web/office/settle/safer.ts';

test.each([
  ['the higher rating', 'likelihood_after', 2, 3, 'other'],
  ['the lower limit', 'data', rows('Gust', '8 m/s'), rows('Gust', '7 m/s'), 'other'],
  ['the lower limit, left', 'body', 'Stop at a height of 2.0 m.', 'Stop at a height of 2.5 m.', 'now'],
  ['the shorter validity', 'expires_on', '2026-12-01', '2026-11-01', 'other'],
  ['what keeps a control', 'controls', [{ id: '1' }, { id: '2' }], [{ id: '1' }], 'now'],
  ['what is kept rather than removed', removal, { name: 'Noise' }, null, 'now'],
  ['no rather than yes', 'safe_to_start', true, false, 'other'],
  ['none of two names', 'name', 'Fall from height', 'Fall of a person', null],
  ['none of two numbers without a limit', 'body', 'Gate 2 is open.', 'Gate 3 is open.', null],
  ['none where two numbers differ', 'body', 'Wind 9 m/s, gust 12 m/s', 'Wind 7 m/s, gust 14 m/s', null],
  ['none of two equal ratings', 'severity_after', 3, 3, null],
])('[WB142] %s is the safer value', (_, field, now, other, side) => {
  expect(saferOf(field, now, other)).toBe(side);
});

function rows(...cells: string[]) {
  return { columns: ['Condition', 'Limit'], rows: [cells] };
}
