/** What a section holds in rows, as fields to write. What is not written stays as it is, so that the rows of others merge. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../../shared/base/json.ts';
import { isHoldPoint, saysHoldPoint } from '../../../../shared/base/hold-point.ts';
import {
  dataKindOf,
  leading,
  sectionRows,
  writtenRows,
  type SectionRows,
} from '../../../../shared/resources/document/section-rows.ts';
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
  readonly of: SectionRows;
  readonly blank: Json;
  readonly cells: readonly Cell[];
  /** Steps have their number in them. */
  readonly isNumbered: boolean;
}

/** Null = it is not in rows that can be written here, such as the questions of a check. */
export function rowsOf(type: string, data: JsonObject | null): Rows | null {
  const of = sectionRows(type, data);
  switch (of?.kind) {
    case undefined:
      return null;
    case 'table':
      return tableOf(of);
    case 'list':
      return list(of);
    default:
      return of && ofMembers(of);
  }
}

/** Whether the office has fields for it, where the tablet has none. */
export function isWrittenInOffice(type: string, data: JsonObject | null): boolean {
  return isOfOffice(type) || sectionRows(type, data) !== null;
}

/** Cannot be written here, even where nothing is in it yet. */
export function isOfOffice(type: string): boolean {
  return ['quiz', 'media'].includes(dataKindOf(type) ?? '');
}

/** The data with other rows. */
export function withRows({ of, isNumbered }: Rows, rows: readonly Json[]): JsonObject {
  const numbered = writtenRows(of, rows).map((row, i) =>
    isNumbered && isJsonObject(row) ? { ...row, no: i + 1 } : row,
  );
  return { ...of.data, [of.member]: numbered };
}

export function isBlank(row: Json, { cells }: Rows): boolean {
  return cells.every(({ name, read }) => name === 'hold_point' || read(row).trim() === '');
}

function tableOf(of: SectionRows): Rows | null {
  const { rows, names: columns } = of;
  const cellOf = (row: Json, at: number): Json => (isJsonList(row) ? (row[at] ?? null) : null);
  if (columns.length === 0 || !rows.every((row) => isJsonList(row) && row.every(isPlain))) return null;
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
  return { of, blank: columns.map(() => ''), cells, isNumbered: false };
}

function list(of: SectionRows): Rows {
  const cell = { name: 'line', label: '', read: textOf, write: (_: Json, text: string) => text };
  return { of, blank: '', cells: [cell], isNumbered: false };
}

function ofMembers(of: SectionRows): Rows | null {
  const { kind, rows, names } = of;
  if (names.length === 0) return null;
  if (!rows.every((row) => isJsonObject(row) && Object.values(row).every((value) => isPlain(value ?? null))))
    return null;
  // Yes or No would replace what it says.
  if (rows.some((row) => kind === 'steps' && saysHoldPoint(valueOf(row, 'hold_point')))) return null;
  const isNumbered = kind === 'steps' && rows.every((row, i) => isJsonObject(row) && row['no'] === i + 1);
  const blank = Object.fromEntries(names.filter((name) => leading.includes(name)).map((name) => [name, '']));
  return { of, blank, cells: names.map(cellOfMember), isNumbered };
}

function cellOfMember(name: string): Cell {
  const cell: Cell = {
    name,
    label: plain(name),
    read: (row) => textOf(valueOf(row, name)),
    write: (row, text) => withMember(row, name, text === '' && !leading.includes(name) ? null : text),
  };
  if (name === 'response') return { ...cell, choices: ['yes', 'no', 'na'] };
  if (name === 'released_by') return { ...cell, isShown: (row) => isHoldPoint(valueOf(row, 'hold_point')) };
  if (name !== 'hold_point') return cell;
  return {
    ...cell,
    choices: ['yes', 'no'],
    read: (row) => (isHoldPoint(valueOf(row, name)) ? 'yes' : 'no'),
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
