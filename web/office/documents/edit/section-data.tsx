/** The fields of a section's own: a list, steps with hold points, a table, values under their names, or questions. */
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Column, Row } from '../../../ui/written/written-row.tsx';
import { asWords } from '../../../ui/status.ts';
import type { Save } from '../../../ui/written/use-written.ts';
import { entryOf, rowsOf } from './rows.ts';

type Data = Readonly<Record<string, unknown>>;

interface Shape {
  /** The member that holds the list. */
  readonly member: 'entries' | 'items' | 'rows';
  readonly columns: readonly Column[];
  readonly one: string;
  readonly rows: readonly Row[];
  readonly back: (rows: readonly Row[]) => unknown;
}

export function isWritable(data: Data | null): data is Data {
  return data !== null && shapeOf(data) !== null;
}

export function SectionData({ data, save }: { readonly data: Data; readonly save: Save<Data> }) {
  const shape = shapeOf(data);
  if (!shape) return null;
  const { member, back, ...shown } = shape;
  const dataOf = (rows: readonly Row[]): Data => ({ ...data, [member]: back(rows) });
  return (
    <RowsField
      {...shown}
      legend="Content"
      name="body"
      save={(rows, seen) => save(dataOf(rows), seen && dataOf(seen))}
    />
  );
}

const text: Column = { name: 'text', label: 'What is done', lines: 1 };
const yesNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const;

function shapeOf(data: Data): Shape | null {
  const { entries, items, rows, columns } = data;
  if (Array.isArray(entries)) return named(entries as readonly object[]);
  if (Array.isArray(rows) && Array.isArray(columns)) return table(rows as readonly unknown[], columns.map(String));
  if (!Array.isArray(items)) return null;
  const list = items as readonly unknown[];
  if (list.every((each) => typeof each === 'string')) return plain(list);
  if (list.every(isStep)) return steps(list);
  return listOf(list as readonly object[]);
}

/** The keys are those of the type, such as `first_aider`. */
function named(entries: readonly object[]): Shape {
  const columns = [
    { name: 'key', label: 'Name' },
    { name: 'value', label: 'Value', lines: 1 },
  ];
  return {
    member: 'entries',
    columns,
    one: 'value',
    rows: rowsOf(entries, ['key', 'value']),
    back: (rows) => rows.map(entryOf),
  };
}

function plain(items: readonly string[]): Shape {
  return {
    member: 'items',
    columns: [{ name: 'text', label: 'Text', lines: 1 }],
    one: 'line',
    rows: items.map((each) => ({ text: each })),
    back: (rows) => rows.map((row) => row['text']),
  };
}

interface Step {
  readonly text: string;
  readonly hold_point?: boolean;
}

function isStep(item: unknown): item is Step {
  return typeof item === 'object' && item !== null && typeof (item as Partial<Step>).text === 'string';
}

function steps(items: readonly Step[]): Shape {
  const shown = rowsOf(items, ['text']);
  return {
    member: 'items',
    columns: [text, { name: 'hold_point', label: 'Hold point', options: yesNo }],
    one: 'step',
    rows: shown.map((row, i) => ({ ...row, hold_point: items[i]?.hold_point ? 'yes' : 'no' })),
    back: (rows) => rows.map((row, i) => ({ ...entryOf(row), no: i + 1, hold_point: row['hold_point'] === 'yes' })),
  };
}

/** Only texts are written; lists inside an item, such as the answers of a question, stay as they are. */
function listOf(items: readonly object[]): Shape | null {
  const names = Object.entries(items[0] ?? {})
    .filter(([name, value]) => name !== 'id' && (typeof value === 'string' || value === null))
    .map(([name]) => name);
  if (names.length === 0) return null;
  return {
    member: 'items',
    columns: names.map((name) => ({ name, label: asWords(name) })),
    one: 'item',
    rows: rowsOf(items, names),
    back: (rows) => rows.map(entryOf),
  };
}

function table(rows: readonly unknown[], titles: readonly string[]): Shape {
  return {
    member: 'rows',
    columns: titles.map((label, i) => ({ name: String(i), label, ...(i === 0 ? { mayLack: true } : { lines: 1 }) })),
    one: 'row',
    rows: rows.map((row) =>
      Object.fromEntries(titles.map((_, i) => [String(i), Array.isArray(row) ? String(row[i] ?? '') : ''])),
    ),
    back: (written) => written.map((row) => titles.map((_, i) => row[String(i)] ?? '')),
  };
}
