/** Lists of a draft as rows of text, and back. An empty text is no value; what no column shows stays as it was. */
import { isJsonObject } from '../../../../shared/base/json.ts';
import type { Row } from '../../../ui/written/written-row.tsx';

type Fields = Readonly<Record<string, unknown>>;

/** What a row cannot show is kept in this column. */
const kept = ' kept';

export function rowsOf(entries: readonly object[] | undefined, columns: readonly string[]): Row[] {
  return (entries ?? []).map((entry) => {
    const fields = (isJsonObject(entry) ? entry : {}) as Fields; // REST takes any JSON in a section
    const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !columns.includes(name)));
    const shown = columns.map((name) => [name, textOf(fields[name])] as const);
    return { ...Object.fromEntries(shown), [kept]: JSON.stringify(isJsonObject(entry) ? others : entry) };
  });
}

export function entryOf({ [kept]: others = '{}', ...row }: Row): Fields {
  const written = Object.entries(row).map(([name, text]) => [name, text.trim() || null] as const);
  const read = JSON.parse(others) as unknown; // as rowsOf wrote it
  if (!isJsonObject(read) && written.every(([, text]) => text === null)) return read as Fields; // it stays as it was
  return { ...(isJsonObject(read) ? read : {}), ...Object.fromEntries(written) };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
