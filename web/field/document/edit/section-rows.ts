/** What a section holds in rows, as fields to write. What is not written stays as it is, so that the rows of others merge. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import sectionTypes from '../../../../shared/reference/section-types.json' with { type: 'json' };
import { plain } from '../../base/content.ts';

/** A field of each row. */
export interface Cell {
  /** Of the list of words that names it; absent = `label` is the document's own. */
  readonly name: string;
  readonly label: string;
  readonly read: (row: Json) => string;
  readonly write: (row: Json, text: string) => Json;
  /** To choose from; otherwise it is written. */
  readonly choices?: readonly Choice[];
  readonly isShown?: (row: Json) => boolean;
}

export type Choice = 'yes' | 'no' | 'na';

export interface Rows {
  /** The member that holds them. */
  readonly member: string;
  readonly rows: readonly Json[];
  readonly blank: Json;
  readonly cells: readonly Cell[];
  /** Steps have their number in them. */
  readonly isNumbered: boolean;
}

/** Null = it is not in rows that can be written here, such as the questions of a check. */
export function rowsOf(type: string, data: JsonObject): Rows | null {
  const { entries, items, rows, columns } = data;
  if (isJsonList(rows) && isJsonList(columns)) return tableOf(rows, columns.map(String));
  if (isJsonList(entries)) return ofMembers('entries', entries, ['key', 'value']);
  if (!isJsonList(items) || kindOf(type) === 'quiz') return null;
  if (items.every((item) => typeof item === 'string') && (items.length > 0 || !membersOf(type, items)))
    return list(items);
  const members = membersOf(type, items) ?? [...new Set(items.flatMap((item) => Object.keys(item ?? {})))];
  return ofMembers(
    'items',
    items,
    members.filter((name) => name !== 'id' && name !== 'no'),
  );
}

/** Cannot be written here, even where nothing is in it yet. */
export function isOfOffice(type: string): boolean {
  return ['quiz', 'media'].includes(kindOf(type) ?? '');
}

/** The data with other rows. */
export function withRows(data: JsonObject, { member, isNumbered }: Rows, rows: readonly Json[]): JsonObject {
  const numbered = rows.map((row, i) => (isNumbered && isJsonObject(row) ? { ...row, no: i + 1 } : row));
  return { ...data, [member]: numbered };
}

export function isBlank(row: Json, { cells }: Rows): boolean {
  return cells.every(({ name, read }) => name === 'hold_point' || read(row).trim() === '');
}

function kindOf(type: string): string | undefined {
  return sectionTypes.find(({ value }) => value === type)?.data_kind;
}

const members = {
  steps: ['text', 'hold_point', 'released_by'],
  checklist: ['item', 'response', 'note'],
  ppe_list: ['item', 'specification', 'when'],
} as const;

/** What an item may have, also where none of them has it yet. */
function membersOf(type: string, items: readonly Json[]): readonly string[] | undefined {
  const has = (name: string): boolean => items.some((item) => isJsonObject(item) && Object.hasOwn(item, name));
  const isKind = (kind: string): boolean => kindOf(type) === kind && items.length === 0;
  if (has('text') || isKind('steps')) return members.steps;
  if ((has('item') && has('response')) || isKind('checklist')) return members.checklist;
  return (has('item') && (has('specification') || has('when'))) || isKind('ppe_list') ? members.ppe_list : undefined;
}

function tableOf(rows: readonly Json[], columns: readonly string[]): Rows | null {
  const cellOf = (row: Json, at: number): Json => (isJsonList(row) ? (row[at] ?? null) : null);
  if (!rows.every((row) => isJsonList(row) && row.every(isPlain))) return null;
  const cells = columns.map((label, at) => ({
    name: '',
    label,
    read: (row: Json) => textOf(cellOf(row, at)),
    // What a row holds beyond the columns stays.
    write: (row: Json, text: string) => [
      ...columns.map((_, i) => (i === at ? text : (cellOf(row, i) ?? ''))),
      ...(isJsonList(row) ? row.slice(columns.length) : []),
    ],
  }));
  return { member: 'rows', rows, blank: columns.map(() => ''), cells, isNumbered: false };
}

function list(items: readonly Json[]): Rows {
  const cell = { name: 'line', label: '', read: textOf, write: (_: Json, text: string) => text };
  return { member: 'items', rows: items, blank: '', cells: [cell], isNumbered: false };
}

/** Those that say what the row is: without them it says an empty text, and not nothing. */
const leading: readonly string[] = ['key', 'value', 'text', 'item'];

function ofMembers(member: string, rows: readonly Json[], names: readonly string[]): Rows | null {
  if (names.length === 0) return null;
  if (!rows.every((row) => isJsonObject(row) && Object.values(row).every((value) => isPlain(value ?? null))))
    return null;
  const isNumbered = names.includes('text') && rows.every((row, i) => isJsonObject(row) && row['no'] === i + 1);
  const blank = Object.fromEntries(names.filter((name) => leading.includes(name)).map((name) => [name, '']));
  return { member, rows, blank, cells: names.map(cellOfMember), isNumbered };
}

function cellOfMember(name: string): Cell {
  const cell: Cell = {
    name,
    label: plain(name),
    read: (row) => textOf(valueOf(row, name)),
    write: (row, text) => withMember(row, name, text === '' && !leading.includes(name) ? null : text),
  };
  if (name === 'response') return { ...cell, choices: ['yes', 'no', 'na'] };
  if (name === 'released_by') return { ...cell, isShown: (row) => valueOf(row, 'hold_point') === true };
  if (name !== 'hold_point') return cell;
  return {
    ...cell,
    choices: ['yes', 'no'],
    read: (row) => (valueOf(row, name) === true ? 'yes' : 'no'),
    write: (row, choice) => withMember(row, name, choice === 'yes'),
  };
}

function valueOf(row: Json, name: string): Json {
  return isJsonObject(row) ? (row[name] ?? null) : null;
}

function withMember(row: Json, name: string, value: Json): Json {
  return { ...(isJsonObject(row) ? row : {}), [name]: value };
}

function textOf(value: Json): string {
  return isPlain(value) ? String(value ?? '') : '';
}

function isPlain(value: Json): boolean {
  return value === null || typeof value !== 'object';
}
