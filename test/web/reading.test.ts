/** What can be read in a field, without a browser. */
import { expect, test } from 'vitest';
import { amountOf } from '../../web/office/documents/edit/substance/limits.ts';
import { plainNumber } from '../../web/ui/input/reading.ts';

test('[WB421] only plain numbers are read, and none that may be a thousand', () => {
  const read = {
    '12.5': '12.5',
    ' 20,9 ': '20.9',
    '0,125': '0.125',
    '1234,567': '1234.567',
    '1.000': '1.000',
    '-3': '-3',
  };
  for (const [written, number] of Object.entries(read)) expect(plainNumber(written)).toBe(number);
  for (const written of ['1,000', '12,345', '1,000,000', '1 000', '5-', '5,', '1e3', '0x10', 'Infinity', '+5', '1.2.3'])
    expect(plainNumber(written)).toBeNull();
  expect(amountOf('0,1 mg/m3')).toEqual({ value: 0.1, unit: 'mg/m3' });
  expect(amountOf('1,000 mg/m3')).toEqual({ value: null, unit: '1,000 mg/m3' });
});
