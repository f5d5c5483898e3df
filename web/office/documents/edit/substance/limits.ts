/** Workplace exposure limits as rows of text: a limit is a number with its unit, "0.1 mg/m3". */
import known from '../../../../../shared/reference/workplace-exposure-limits.json' with { type: 'json' };
import { plainNumber } from '../../../../ui/input/reading.ts';
import type { Row } from '../../../../ui/written/written-row.tsx';

interface Amount {
  readonly value?: number | null | undefined;
  readonly unit?: string | null | undefined;
}

export interface Limit {
  readonly substance: string;
  readonly cas?: string | null | undefined;
  readonly twa_8h?: Amount | null | undefined;
  readonly stel_15min?: Amount | null | undefined;
  readonly notations?: string[] | undefined;
  readonly source?: string | null | undefined;
  readonly checked_on?: string | null | undefined;
}

export const limitColumns = [
  { name: 'substance', label: 'Substance', offers: known.map(({ substance, source }) => [substance, source] as const) },
  { name: 'twa_8h', label: 'Over 8 hours' },
  { name: 'stel_15min', label: 'Over 15 minutes' },
  { name: 'cas', label: 'CAS' },
  { name: 'notations', label: 'Notations' },
  { name: 'source', label: 'Source' },
  { name: 'checked_on', label: 'Checked on (year-month-day)' },
];

export function limitRows(limits: readonly Limit[] | undefined): Row[] {
  return (limits ?? []).map(({ substance, cas, twa_8h: twa, stel_15min: stel, notations, source, checked_on }) => ({
    substance,
    twa_8h: textOf(twa),
    stel_15min: textOf(stel),
    cas: cas ?? '',
    notations: notations?.join(', ') ?? '',
    source: source ?? '',
    checked_on: checked_on ?? '',
  }));
}

/** A substance of the list (EH40) that is named alone gets its limits from there. */
export function limitsOf(rows: readonly Row[]): Limit[] {
  return rows.map((row): Limit => {
    const others = limitColumns.slice(1).some(({ name }) => row[name]?.trim());
    const found = others ? undefined : known.find(({ substance }) => substance === row['substance']);
    if (found) {
      const { substance, cas, twa_8h, stel_15min, notations, source, checked_on } = found;
      return { substance, cas, twa_8h, stel_15min, notations, source, checked_on };
    }
    return {
      substance: row['substance'] ?? '',
      cas: row['cas']?.trim() || null,
      twa_8h: amountOf(row['twa_8h'] ?? ''),
      stel_15min: amountOf(row['stel_15min'] ?? ''),
      notations: (row['notations'] ?? '')
        .split(/[,;]/)
        .map((each) => each.trim())
        .filter(Boolean),
      source: row['source']?.trim() || null,
      ...(row['checked_on']?.trim() ? { checked_on: row['checked_on'].trim() } : {}),
    };
  });
}

/** "0,1 mg/m3" → 0.1 of "mg/m3"; what does not begin with a number that can be read has no value and keeps its words. */
export function amountOf(text: string): Amount | null {
  const [, figure = '', unit = ''] = /^\s*(\d+(?:[.,]\d+)?)?\s*(.*)$/su.exec(text) ?? [];
  if (text.trim() === '') return null;
  const number = plainNumber(figure);
  return number ? { value: Number(number), unit: unit.trim() || null } : { value: null, unit: text.trim() };
}

export function textOf(amount: Amount | null | undefined): string {
  return [amount?.value, amount?.unit].filter((part) => part != null).join(' ');
}
