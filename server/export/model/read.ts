/** Lenient readers: each takes any value and returns something printable. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import { labelOf } from './words.ts';

type Maybe = Json | undefined;

export function textOf(value: Maybe): string {
  return typeof value === 'string' ? value : plain(value);
}

export function numberOf(value: Maybe): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function objectOf(value: Maybe): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: Maybe): readonly Json[] {
  return isList(value) ? value : [];
}

export function objectsOf(value: Maybe): readonly JsonObject[] {
  return listOf(value).map((entry) => (isJsonObject(entry) ? entry : { value: entry }));
}

export function isList(value: Maybe): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Any value on one line, without internal ids and order keys. Three common shapes print naturally:
 * `{value, unit}`, `{id, name}`, with an employer or without, and `{code, text}`.
 */
export function plain(value: Maybe): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return value.map(plain).filter(Boolean).join('; ');
  const shown = shownMembers(value);
  const names = shown.map(([name]) => name).join();
  if (shown.length === 2 && value['name'] && value['employer_name'])
    return `${plain(value['name'])} (${plain(value['employer_name'])})`;
  if (names === 'name' || names === 'value,unit' || names === 'code,text')
    return shown
      .map(([, member]) => plain(member))
      .join(' ')
      .trim();
  return shown.map(([name, member]) => `${labelOf(name)}: ${plain(member)}`).join('; ');
}

/** Members of a record that `known` does not name. */
export function leftovers(
  record: JsonObject,
  known: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  return shownMembers(record)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => [labelOf(name), plain(value)]);
}

/** Members worth printing: set, and neither internal, private nor derived. */
export function shownMembers(record: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const empty = value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
    return empty || internal.has(name) || /(^|_)ids?$/.test(name) ? [] : [[name, value] as const];
  });
}

/** Order and revision bookkeeping, read-only ratings (recomputed here), and the one private field: a mobile number. */
const internal: ReadonlySet<string> = new Set([
  'position',
  'sort_key',
  'revision',
  'created_at',
  'updated_at',
  'updated_by',
  'is_required',
  'mobile',
  'risk_before',
  'risk_after',
  'band_before',
  'band_after',
]);
