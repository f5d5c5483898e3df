/**
 * A section as lines of plain words, whichever way it was written: every member of its rows, with a hold point first. Its data may be any
 * JSON; what has another shape than the forms write is said as it is.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import { isHoldPoint, saysHoldPoint } from '../../../shared/base/hold-point.ts';
import type { rowWords } from '../words/en-rows.ts';
import { plain } from './content.ts';

interface Written {
  readonly body?: string | null | undefined;
  readonly data?: Json | undefined;
}

type Said = typeof rowWords;

export function linesOf({ body, data = null }: Written, words: Said): string[] {
  return [...(body?.split(/\n+/) ?? []), ...linesOfData(data, words)].filter((line) => line.trim() !== '');
}

/** Without the numbers of steps: where lines are compared, a step that was put in front changes no other. */
export function unnumberedLinesOf({ body, data }: Written, words: Said): string[] {
  return linesOf({ body, data: isJsonObject(data) ? withoutNumbers(data) : data }, words);
}

function linesOfData(data: Json, words: Said): string[] {
  if (!isJsonObject(data)) return rowsIn(data).map((row) => wordsOf(row, words));
  const { columns, rows, items, entries, ...others } = data;
  return [
    ...(columns === undefined ? [] : [cellsOf(rowsIn(columns), words)]),
    ...rowsIn(rows).map((row) => lineOf(row, words)),
    ...[...rowsIn(items), ...rowsIn(entries)].map((row) => wordsOf(row, words)),
    ...membersOf(others, words),
  ];
}

/** A row of a table. */
export function lineOf(row: Json, words: Said): string {
  return isJsonList(row) ? cellsOf(row, words) : wordsOf(row, words);
}

/** What should be a list, but may be anything. */
export function rowsIn(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : value == null ? [] : [value];
}

/** Any value; empty = it says nothing. */
export function wordsOf(value: Json | undefined, words: Said): string {
  if (value == null) return '';
  if (typeof value === 'boolean') return value ? words.rowAnswers.yes : words.rowAnswers.no;
  if (isJsonList(value))
    return joined(
      value.map((each) => wordsOf(each, words)),
      ', ',
    );
  return isJsonObject(value) ? wordsOfMembers(value, words) : String(value);
}

/** Each cell in its place, also after empty ones. */
function cellsOf(row: readonly Json[], words: Said): string {
  const cells = row.map((cell) => wordsOf(cell, words).trim());
  const count = cells.findLastIndex(Boolean) + 1;
  return cells
    .slice(0, count)
    .map((cell) => cell || '–')
    .join(' · ');
}

/** Those that say what a row is, and need no name. */
const leading = ['text', 'item', 'question', 'value'];
/** For programs, and for who asks before signing. */
const unsaid = new Set(['id', 'answer_index']);

function wordsOfMembers({ hold_point: held, ...row }: JsonObject, words: Said): string {
  const given = saysHoldPoint(held) ? { ...row, hold_point: held } : row;
  const said = wordsOf(given['key'], words) === '' ? itemOf(given, words) : entryOf(given, words);
  return isHoldPoint(held) ? named(words.rowFields['hold_point'] ?? '', said) : said;
}

function itemOf({ no, ...row }: JsonObject, words: Said): string {
  const name = leading.find((each) => wordsOf(row[each], words) !== '');
  if (name === undefined) return joined(membersOf(row, words), ' · ');
  const { [name]: lead, ...others } = row;
  const number = no == null ? '' : `${wordsOf(no, words)}. `;
  return joined([number + wordsOf(lead, words), ...membersOf(others, words)], ' · ');
}

/** A value under its name, such as `first_aider`. */
function entryOf({ key, value, ...row }: JsonObject, words: Said): string {
  const [name, own, others] = [plain(wordsOf(key, words)), wordsOf(value, words), membersOf(row, words)];
  return own === '' && others.length === 0 ? '' : joined([named(name, own), ...others], ' · ');
}

function membersOf(members: JsonObject, words: Said): string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (unsaid.has(name)) return [];
    const answer = name === 'response' && typeof value === 'string' ? wordFor(words.rowAnswers, value) : undefined;
    const said = answer ?? wordsOf(value, words);
    return said === '' ? [] : [named(wordFor(words.rowFields, name) ?? plain(name), said)];
  });
}

/** A member may have any name, such as that of a method; undefined = the list has no word for it. */
export function wordFor(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function named(name: string, words: string): string {
  return words === '' ? name : `${name}: ${words}`;
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part.trim() !== '').join(between);
}

function withoutNumbers({ items, ...data }: JsonObject): JsonObject {
  if (!isJsonList(items)) return items === undefined ? data : { ...data, items };
  return { ...data, items: items.map((item) => (isJsonObject(item) ? { ...item, no: undefined } : item)) };
}
