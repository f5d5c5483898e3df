/** The lists of a COSHH assessment that are written row by row: statements of the label, exposure limits, protective equipment. */
import statements from '../../../../../shared/reference/hazard-statements.json' with { type: 'json' };
import { RowsField } from '../../../../ui/written/rows-field.tsx';
import type { Column, Row } from '../../../../ui/written/written-row.tsx';
import type { Save } from '../../../../ui/written/use-written.ts';
import { entryOf, rowsOf } from '../rows.ts';
import { limitColumns, limitRows, limitsOf, type Limit } from './limits.ts';

interface List {
  readonly one: string;
  readonly columns: readonly Column[];
}

const lists: Readonly<Record<string, List>> = {
  hazard_statements: {
    one: 'hazard statement',
    columns: [
      { name: 'code', label: 'Code', offers: statements.map(({ code, text }) => [code, text]) },
      { name: 'text', label: 'Words, if others than the regulation’s' },
    ],
  },
  precautionary_statements: {
    one: 'precautionary statement',
    columns: [
      { name: 'code', label: 'Code' },
      { name: 'text', label: 'Words' },
    ],
  },
  ppe: {
    one: 'item',
    columns: [
      { name: 'item', label: 'Item' },
      { name: 'specification', label: 'Specification' },
    ],
  },
};

export function SubstanceRows({
  name,
  label,
  value,
  save,
}: {
  readonly name: string;
  readonly label: string;
  /** As the record has it. */
  readonly value: unknown;
  readonly save: Save<unknown>;
}) {
  const shared = { legend: label, name };
  const entries = Array.isArray(value) ? (value as readonly object[]) : []; // entries of the record
  if (name === 'wels')
    return (
      <RowsField
        {...shared}
        columns={limitColumns}
        one="limit"
        rows={limitRows(entries as readonly Limit[])} // as the record has them
        save={(rows, seen) => save(limitsOf(rows), seen && limitsOf(seen))}
      />
    );
  const list = lists[name];
  if (!list) return null;
  const rows = rowsOf(
    entries,
    list.columns.map((column) => column.name),
  );
  const entriesOf = (written: readonly Row[]) => written.map((row) => withWords(entryOf(row)));
  return (
    <RowsField
      {...shared}
      {...list}
      rows={rows}
      save={(next, seen) => save(entriesOf(next), seen && entriesOf(seen))}
    />
  );
}

/** Codes are written in capitals, without spaces. A statement whose code changed gets the words of its new one from the server. */
function withWords(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof entry['code'] !== 'string') return entry;
  const code = entry['code'].replaceAll(' ', '').toUpperCase();
  const isOfOther = statements.some((each) => each.text === entry['text'] && each.code !== code);
  return { ...entry, code, text: isOfOther ? null : (entry['text'] ?? null) };
}
