/**
 * What a section holds in rows: in which list of its data, and what a row of it has. What is there decides; where nothing is there yet, the
 * type of the section does, so that its first row can be written (`reference/section-types.json`).
 */
import { isEmpty } from '../../base/empty.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import sectionTypes from '../../reference/section-types.json' with { type: 'json' };

/** By kind, what each of its items may have. */
const itemMembers = {
  steps: ['text', 'hold_point', 'released_by'],
  checklist: ['item', 'response', 'note'],
  ppe_list: ['item', 'specification', 'when'],
} as const;
/** Those that say what a row is: without them it says an empty text, and not nothing. */
export const leading: readonly string[] = ['key', 'value', 'text', 'item'];

type ItemKind = keyof typeof itemMembers;

export interface SectionRows {
  /** `list` = lines of text; `records` = items with members that no kind names. */
  readonly kind: ItemKind | 'list' | 'key_values' | 'table' | 'records';
  /** The member of the data that holds them. */
  readonly member: 'items' | 'entries' | 'rows';
  readonly rows: readonly Json[];
  /** The data that has them; where it has none, as its type begins it. */
  readonly data: JsonObject;
  /** What else is in it: no row shows it, and it stays. */
  readonly beside: JsonObject;
  /** The columns of a table; otherwise what a row may have. */
  readonly names: readonly string[];
  /** Names of values that its type asks for and nobody has written: they have a row, which is no row of the data while it is empty. */
  readonly offered: readonly string[];
}

/**
 * Null = nothing is written in rows: it is text, pictures, or the questions of a check, or it has another shape than the forms write. Then
 * rows would hide what is there, and replace it.
 */
export function sectionRows(type: string, held: JsonObject | null | undefined): SectionRows | null {
  if (isForeign(held ?? null)) return null;
  const data = begun(type, held ?? null);
  const of = data && shapeOf(type, data);
  return of?.rows.every((row) => isEmpty(row) || isOfForm(row, of)) ? of : null;
}

function shapeOf(type: string, data: JsonObject): SectionRows | null {
  const { entries, items, rows, columns } = data;
  const of = (member: SectionRows['member']) =>
    ({ data, member, beside: besideOf(data, member), offered: [] }) as const;
  if (isJsonList(rows) && isJsonList(columns))
    return { ...of('rows'), kind: 'table', rows, names: columns.map(String) };
  if (isJsonList(entries)) {
    const asked = askedOf(type);
    const written = new Set(entries.map((entry) => (isJsonObject(entry) ? entry['key'] : undefined)));
    const offered = asked.filter((key) => !written.has(key));
    return {
      ...of('entries'),
      kind: 'key_values',
      rows: withOffered(entries, asked),
      names: ['key', 'value'],
      offered,
    };
  }
  if (!isJsonList(items) || dataKindOf(type) === 'quiz') return null;
  const kind = kindOfItems(type, items);
  const names = kind === 'list' || kind === 'records' ? membersIn(items) : itemMembers[kind];
  return { ...of('items'), kind, rows: items, names };
}

/** Data of other programs may be anything; what should be a list of rows or of titles is none. */
export function isForeign(held: Json): boolean {
  if (held === null) return false;
  if (!isJsonObject(held)) return true;
  const { entries, items, rows, columns } = held;
  if ([entries, items, rows, columns].some((list) => list != null && !isJsonList(list))) return true;
  return isJsonList(columns) && columns.some((title) => title === null || typeof title === 'object');
}

/** Fields say what the row is, or all that it says. */
function isOfForm(row: Json, { kind, names }: SectionRows): boolean {
  if (kind === 'table') return isJsonList(row);
  if (kind === 'list') return !isJsonList(row) && !isJsonObject(row);
  if (!isJsonObject(row)) return false;
  const isLed = names.some((name) => leading.includes(name) && Object.hasOwn(row, name));
  return (
    isLed ||
    Object.entries(row).every(([name, each]) => name === 'no' || name === 'id' || names.includes(name) || isEmpty(each))
  );
}

function besideOf(data: JsonObject, member: SectionRows['member']): JsonObject {
  const { [member]: _rows, ...others } = data;
  if (member !== 'rows') return others;
  const { columns: _titles, ...more } = others;
  return more;
}

/** Without those that are only offered. */
export function writtenRows(of: SectionRows, rows: readonly Json[]): readonly Json[] {
  return rows.filter((row) => !isOffered(of, row));
}

export function isOffered({ offered }: SectionRows, row: Json): boolean {
  if (offered.length === 0 || !isJsonObject(row)) return false;
  const { key, value, ...others } = row;
  return offered.includes(String(key)) && (value ?? '') === '' && Object.keys(others).length === 0;
}

/** What a type holds, such as `steps`. */
export function dataKindOf(type: string): string | undefined {
  return typeOf(type)?.data_kind;
}

function typeOf(type: string) {
  return sectionTypes.find(({ value }) => value === type);
}

function askedOf(type: string): readonly string[] {
  return typeOf(type)?.required_keys ?? [];
}

function isSome(value: Json | undefined): boolean {
  return isJsonList(value) && value.length > 0;
}

/** What holds something stays as it is. */
function begun(type: string, held: JsonObject | null): JsonObject | null {
  const { entries, items, rows, columns, ...others } = held ?? {};
  if ([entries, items, rows, columns].some(isSome)) return held;
  switch (dataKindOf(type)) {
    case 'key_values':
      return { ...others, entries: [] };
    case 'table':
      return { ...others, columns: typeOf(type)?.columns ?? [], rows: [] };
    case 'list':
    case 'steps':
    case 'checklist':
    case 'ppe_list':
      return { ...others, items: [] };
    default:
      return held;
  }
}

/** Each in the place that the type gives it, after the one that it names before. */
function withOffered(entries: readonly Json[], asked: readonly string[]): readonly Json[] {
  const rows = [...entries];
  const placeOf = (name: string | undefined): number =>
    rows.findIndex((row) => isJsonObject(row) && row['key'] === name);
  for (const [i, key] of asked.entries())
    if (placeOf(key) === -1) rows.splice(i === 0 ? 0 : placeOf(asked[i - 1]) + 1, 0, { key, value: '' });
  return rows;
}

function kindOfItems(type: string, items: readonly Json[]): ItemKind | 'list' | 'records' {
  if (items.length === 0) {
    const kind = dataKindOf(type);
    return isItemKind(kind) ? kind : 'list';
  }
  if (items.every((item) => typeof item === 'string')) return 'list';
  const has = (name: string): boolean => items.some((item) => isJsonObject(item) && Object.hasOwn(item, name));
  if (has('text')) return 'steps';
  if (!has('item')) return 'records';
  if (has('response')) return 'checklist';
  return has('specification') || has('when') ? 'ppe_list' : 'records';
}

function isItemKind(kind: string | undefined): kind is ItemKind {
  return kind !== undefined && Object.hasOwn(itemMembers, kind);
}

/** Its id and its number say nothing to a person. */
function membersIn(items: readonly Json[]): readonly string[] {
  const names = new Set(items.flatMap((item) => (isJsonObject(item) ? Object.keys(item) : [])));
  return [...names].filter((name) => name !== 'id' && name !== 'no');
}
