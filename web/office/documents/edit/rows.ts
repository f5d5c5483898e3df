/** Lists of a draft as rows of text, and back. An empty text is no value; what no column shows stays as it was. */
import type { Row } from '../../../ui/written/written-row.tsx';

type Fields = Readonly<Record<string, unknown>>;

/** What a row cannot show is kept in this column. */
const kept = ' kept';

export function rowsOf(entries: readonly object[] | undefined, columns: readonly string[]): Row[] {
  return (entries ?? []).map((entry) => {
    const fields = entry as Fields; // an object of the API
    const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !columns.includes(name)));
    const shown = columns.map((name) => [name, textOf(fields[name])] as const);
    return { ...Object.fromEntries(shown), [kept]: JSON.stringify(others) };
  });
}

export function entryOf({ [kept]: others = '{}', ...row }: Row): Fields {
  const written = Object.entries(row).map(([name, text]) => [name, text.trim() || null] as const);
  return { ...(JSON.parse(others) as Fields), ...Object.fromEntries(written) }; // as rowsOf wrote it
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
