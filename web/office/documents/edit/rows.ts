/** Lists of a draft as rows of text, and back. Only what was written changes: each cell that nobody has touched is sent as it was read. */
import type { Row } from '../../../ui/written/written-row.tsx';
import type { Json } from '../../../../shared/base/json.ts';
import { isEmpty } from '../../../../shared/base/empty.ts';
import { plainText } from '../plain-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The entry as it was read is kept in this column; a row that was begun in the form has none. */
const kept = ' kept';

export function rowsOf(entries: readonly unknown[] | undefined, columns: readonly string[]): Row[] {
  return (entries ?? []).map((entry) =>
    rowOf(entry, Object.fromEntries(columns.map((name) => [name, textIn(entry, name)]))),
  );
}

/** What is no object is given back as it was read. `leading` = fields that say what the entry is: without them it has an empty text, and not nothing. */
export function entryOf(row: Row, leading: readonly string[] = []): Fields {
  const { [kept]: _read, ...shown } = row;
  const read = readOf(row);
  const written = Object.entries(shown)
    .filter(([name, text]) => text !== textIn(read, name))
    .map(([name, text]) => [name, text.trim() || (leading.includes(name) ? '' : null)] as const);
  if (written.length === 0 && read !== undefined) return read as Fields; // the entry of the record
  return { ...fieldsOf(read), ...Object.fromEntries(written) };
}

/** `shown` = what can be written in it. */
export function rowOf(entry: unknown, shown: Row): Row {
  return { ...shown, [kept]: JSON.stringify(entry) };
}

/** Undefined = nobody had it when it was begun here. */
export function readOf({ [kept]: read }: Row): unknown {
  return read === undefined ? undefined : JSON.parse(read); // as rowOf wrote it
}

/** Whether it was read, and is still as it was or has something else in it. `entry` = what it is now. */
export function isHeld({ [kept]: read }: Row, entry: unknown): boolean {
  return read !== undefined && (read === JSON.stringify(entry) || !isEmpty(entry as Json));
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** What a field of the entry shows. */
export function textIn(entry: unknown, name: string | number): string {
  return plainText(fieldsOf(entry)[name]);
}

function fieldsOf(entry: unknown): Fields {
  return typeof entry === 'object' && entry !== null ? (entry as Fields) : {}; // JSON
}
