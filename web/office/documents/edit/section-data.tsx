/** The fields of a section's own: a list, steps with hold points, a table, values under their names, or questions. */
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Column, Row } from '../../../ui/written/written-row.tsx';
import { asWords } from '../../../ui/status.ts';
import type { Save } from '../../../ui/written/use-written.ts';
import { entryOf, isHeld, readOf, rowOf, rowsOf, textIn } from './rows.ts';

type Data = Readonly<Record<string, unknown>>;

interface Shape {
  /** The member that holds the list. */
  readonly member: 'entries' | 'items' | 'rows';
  readonly columns: readonly Column[];
  readonly one: string;
  readonly rows: readonly Row[];
  readonly back: (row: Row) => unknown;
  /** Steps have their number in them. */
  readonly isNumbered?: boolean;
}

export function isWritable(data: Data | null): data is Data {
  return data !== null && shapeOf(data) !== null;
}

export function SectionData({ data, save }: { readonly data: Data; readonly save: Save<Data> }) {
  const shape = shapeOf(data);
  if (!shape) return null;
  const { member, back, isNumbered = false, ...shown } = shape;
  const dataOf = (rows: readonly Row[]): Data => {
    const entries = rows.map(back);
    return { ...data, [member]: isNumbered ? entries.map((entry, i) => ({ ...(entry as Step), no: i + 1 })) : entries };
  };
  return (
    <RowsField
      {...shown}
      legend="Content"
      isHeld={(row) => isHeld(row, back(row))}
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
  if (Array.isArray(entries)) return named(entries as readonly unknown[]);
  if (Array.isArray(rows) && Array.isArray(columns)) return table(rows as readonly unknown[], columns.map(String));
  if (!Array.isArray(items)) return null;
  const list = items as readonly unknown[];
  if (list.every((each) => typeof each === 'string')) return plain(list);
  if (list.every(isStep)) return steps(list);
  return listOf(list);
}

/** The keys are those of the type, such as `first_aider`. */
function named(entries: readonly unknown[]): Shape {
  const names = ['key', 'value'];
  return {
    member: 'entries',
    columns: [
      { name: 'key', label: 'Name' },
      { name: 'value', label: 'Value', lines: 1 },
    ],
    one: 'value',
    rows: rowsOf(entries, names),
    back: (row) => entryOf(row, names),
  };
}

function plain(items: readonly string[]): Shape {
  return {
    member: 'items',
    columns: [{ name: 'text', label: 'Text', lines: 1 }],
    one: 'line',
    rows: items.map((each) => rowOf(each, { text: each })),
    back: (row) => row['text'] ?? '',
  };
}

interface Step {
  readonly text: string;
  readonly no?: unknown;
  readonly hold_point?: unknown;
}

function isStep(item: unknown): item is Step {
  return typeof item === 'object' && item !== null && typeof (item as Partial<Step>).text === 'string';
}

function steps(items: readonly Step[]): Shape {
  const holds = (item: unknown): string => (textIn(item, 'hold_point') === 'yes' ? 'yes' : 'no');
  return {
    member: 'items',
    columns: [text, { name: 'hold_point', label: 'Hold point', options: yesNo }],
    one: 'step',
    rows: items.map((item) => rowOf(item, { text: item.text, hold_point: holds(item) })),
    back: ({ hold_point: chosen, ...row }) => {
      const step = entryOf(row, ['text']);
      return chosen === holds(readOf(row)) ? step : { ...step, hold_point: chosen === 'yes' };
    },
    isNumbered: items.every(({ no }, i) => no === i + 1),
  };
}

/** Only texts are written; lists inside an item, such as the answers of a question, stay as they are. */
function listOf(items: readonly unknown[]): Shape | null {
  const names = Object.entries(items[0] ?? {})
    .filter(([name, value]) => name !== 'id' && (typeof value === 'string' || value === null))
    .map(([name]) => name);
  if (names.length === 0) return null;
  return {
    member: 'items',
    columns: names.map((name) => ({ name, label: asWords(name) })),
    one: 'item',
    rows: rowsOf(items, names),
    back: (row) => entryOf(row, ['item']),
  };
}

function table(rows: readonly unknown[], titles: readonly string[]): Shape {
  const shownOf = (row: unknown): Row => Object.fromEntries(titles.map((_, i) => [String(i), textIn(row, i)]));
  return {
    member: 'rows',
    columns: titles.map((label, i) => ({ name: String(i), label, ...(i === 0 ? { mayLack: true } : { lines: 1 }) })),
    one: 'row',
    rows: rows.map((row) => rowOf(row, shownOf(row))),
    back: (row) => {
      const read = readOf(row);
      const isWritten = (i: number): boolean => (row[String(i)] ?? '') !== textIn(read, i);
      if (read !== undefined && !titles.some((_, i) => isWritten(i))) return read;
      const cells: readonly unknown[] = Array.isArray(read) ? read : [];
      const shown = titles.map((_, i) => (isWritten(i) || cells[i] === undefined ? (row[String(i)] ?? '') : cells[i]));
      return [...shown, ...cells.slice(titles.length)];
    },
  };
}
