/** The fields of a section's own: a list, steps with hold points, a check, a table, or values under their names. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import { isHoldPoint, saysHoldPoint } from '../../../../shared/base/hold-point.ts';
import { sectionRows, writtenRows, type SectionRows } from '../../../../shared/resources/document/section-rows.ts';
import { RowsField } from '../../../ui/written/rows-field.tsx';
import type { Column, Row } from '../../../ui/written/written-row.tsx';
import { asWords } from '../../../ui/status.ts';
import type { Save } from '../../../ui/written/use-written.ts';
import { plainText } from '../plain-text.ts';
import { entryOf, isHeld, readOf, rowOf, rowsOf, textIn } from './rows.ts';

type Data = Readonly<Record<string, unknown>>;

interface Shape {
  readonly columns: readonly Column[];
  readonly one: string;
  readonly rows: readonly Row[];
  readonly back: (row: Row) => unknown;
  /** Steps have their number in them. */
  readonly isNumbered?: boolean;
  /** Not in the data before something is written in it. */
  readonly isOffered?: (row: Row) => boolean;
}

/** Whether it has fields, from its type on where nothing is in it. */
export function isWritable(type: string, data: Data | null): boolean {
  return shapeOf(type, data) !== null;
}

export function SectionData({
  type,
  data,
  save,
}: {
  readonly type: string;
  readonly data: Data | null;
  readonly save: Save<Data>;
}) {
  const shaped = shapeOf(type, data);
  if (!shaped) return null;
  const { of, shape } = shaped;
  const { back, isNumbered = false, ...shown } = shape;
  const dataOf = (rows: readonly Row[]): Data => {
    const entries = writtenRows(of, rows.map(back) as JsonObject[]) as readonly object[]; // JSON, as it was read
    return { ...of.data, [of.member]: isNumbered ? entries.map((entry, i) => ({ ...entry, no: i + 1 })) : entries };
  };
  const beside = plainText(of.beside);
  return (
    <>
      <RowsField
        {...shown}
        isOrdered
        legend="Content"
        isHeld={(row) => isHeld(row, back(row))}
        name="body"
        save={(rows, seen) => save(dataOf(rows), seen && dataOf(seen))}
      />
      {beside && <p class="running">{beside}</p>}
    </>
  );
}

function shapeOf(type: string, data: Data | null): { readonly of: SectionRows; readonly shape: Shape } | null {
  const of = sectionRows(type, data as JsonObject | null); // as the server replied
  const shape = of && shapes[of.kind](of);
  return shape && { of, shape };
}

const shapes: Readonly<Record<SectionRows['kind'], (of: SectionRows) => Shape | null>> = {
  key_values: named,
  list: plain,
  steps,
  checklist: (of) => records(of, checkColumns(of)),
  ppe_list: (of) =>
    records(of, [
      { name: 'item', label: 'What', lines: 1 },
      { name: 'specification', label: 'Specification', lines: 1 },
      { name: 'when', label: 'When', lines: 1 },
    ]),
  records: (of) => records(of, textColumns(of)),
  table,
};

/** Names that programs know, such as `first_aider`, are shown as words. */
function named({ rows, offered }: SectionRows): Shape {
  const names = ['key', 'value'];
  const isKnown = /^[a-z]+(_[a-z\d]+)*$/;
  const shownKey = (key: string): string => (isKnown.test(key) ? asWords(key) : key);
  const keyOf = (row: Row): string => {
    const known = [textIn(readOf(row), 'key'), ...offered];
    return known.find((key) => shownKey(key) === row['key']) ?? row['key'] ?? '';
  };
  const back = (row: Row): object => entryOf({ ...row, key: keyOf(row) }, names);
  const shown = rows.map((entry): Row => {
    const key = textIn(entry, 'key');
    const row = { key: shownKey(key), value: textIn(entry, 'value') };
    return offered.includes(key) ? row : rowOf(entry, row);
  });
  return {
    columns: [
      { name: 'key', label: 'Name' },
      { name: 'value', label: 'Value', lines: 1 },
    ],
    one: 'value',
    rows: shown,
    back,
    isOffered: (row) => readOf(row) === undefined && offered.includes(keyOf(row)) && (row['value'] ?? '').trim() === '',
  };
}

function plain({ rows }: SectionRows): Shape {
  return {
    columns: [{ name: 'text', label: 'Text', lines: 1 }],
    one: 'line',
    rows: rows.map((each) => rowOf(each, { text: String(each) })),
    back: (row) => row['text'] ?? '',
  };
}

function steps({ rows }: SectionRows): Shape {
  const holds = (item: unknown): string => {
    const held = (item as JsonObject | null)?.['hold_point']; // JSON
    return saysHoldPoint(held) ? textIn(item, 'hold_point') : isHoldPoint(held) ? 'yes' : 'no';
  };
  const said = new Set(rows.map(holds)).difference(new Set(['yes', 'no']));
  const shown = rowsOf(rows, ['text', 'hold_point', 'released_by']);
  return {
    columns: [
      { name: 'text', label: 'What is done', lines: 1 },
      {
        name: 'hold_point',
        label: 'Hold point',
        options: [['yes', 'Yes'], ['no', 'No'], ...[...said].map((words) => [words, words] as const)],
      },
      { name: 'released_by', label: 'Released by', isShown: (row) => row['hold_point'] !== 'no' },
    ],
    one: 'step',
    rows: shown.map((row, i) => ({ ...row, hold_point: holds(rows[i]) })),
    back: ({ hold_point: chosen, ...row }) => {
      const step = entryOf(row, ['text']);
      const read = holds(readOf(row));
      return chosen === read
        ? step
        : { ...step, hold_point: chosen === 'yes' || chosen === 'no' ? chosen === 'yes' : chosen };
    },
    isNumbered: rows.every((item, i) => textIn(item, 'no') === String(i + 1)),
  };
}

/** An answer that is none of them is kept. */
function checkColumns({ rows }: SectionRows): readonly Column[] {
  const words = new Map([
    ['yes', 'Yes'],
    ['no', 'No'],
    ['na', 'Does not apply'],
  ]);
  for (const row of rows) {
    const answer = textIn(row, 'response');
    if (answer !== '' && !words.has(answer)) words.set(answer, asWords(answer));
  }
  return [
    { name: 'item', label: 'What', lines: 1 },
    { name: 'response', label: 'Answer', options: [...words] },
    { name: 'note', label: 'Note', lines: 1 },
  ];
}

/** Only texts are written; lists inside an item, such as the answers of a question, stay as they are. */
function textColumns({ rows, names }: SectionRows): readonly Column[] {
  const isText = (name: string): boolean =>
    (rows as readonly (Data | null)[]).every((row) => typeof (row?.[name] ?? '') === 'string');
  return names.filter(isText).map((name) => ({ name, label: asWords(name) }));
}

function records({ rows }: SectionRows, columns: readonly Column[]): Shape | null {
  if (columns.length === 0) return null;
  return {
    columns,
    one: 'item',
    rows: rowsOf(
      rows,
      columns.map(({ name }) => name),
    ),
    back: (row) => entryOf(row, ['item']),
  };
}

function table({ rows, names: titles }: SectionRows): Shape | null {
  const shownOf = (row: unknown): Row => Object.fromEntries(titles.map((_, i) => [String(i), textIn(row, i)]));
  return {
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
