/** Helpers to build blocks. */
import type { Block, Cell, Part, Row, Run, Table, Tone } from './blocks.ts';

export function text(words: string, tone: Tone = 'normal'): Part {
  return { kind: 'text', runs: [{ text: words }], tone };
}

export function point(runs: readonly Run[] | string, marker = '•', depth = 0): Extract<Part, { kind: 'point' }> {
  return { kind: 'point', marker, runs: typeof runs === 'string' ? [{ text: runs }] : runs, depth };
}

export function heading(level: 1 | 2 | 3, words: string): Block {
  return { kind: 'heading', level, text: words };
}

export function paragraph(words: string, tone: Tone = 'normal'): Block {
  return { kind: 'paragraph', runs: [{ text: words }], tone };
}

/** A cell of text, parts or both; empty text adds no part. */
export function cell(...content: readonly (string | Part | null)[]): Cell {
  return {
    parts: content.flatMap((part) =>
      part === null || part === '' ? [] : [typeof part === 'string' ? text(part) : part],
    ),
  };
}

export function table(
  summary: string,
  columns: readonly (readonly [title: string, width: number])[],
  rows: readonly Row[],
  options: { readonly rowHeader?: boolean } = {},
): Table {
  return {
    kind: 'table',
    columns: columns.map(([title, width]) => ({ title, width })),
    rows,
    header: true,
    rowHeader: options.rowHeader ?? false,
    summary,
  };
}

/** A table of names and values. Empty entries are omitted; no entries, no table. */
export function facts(
  summary: string,
  entries: readonly (readonly [name: string, value: string | Cell])[],
): readonly Table[] {
  const rows = entries
    .map(([name, value]) => ({ cells: [cell(text(name, 'strong')), typeof value === 'string' ? cell(value) : value] }))
    .filter(({ cells }) => cells[1] && cells[1].parts.length > 0);
  if (rows.length === 0) return [];
  const columns = [
    { title: 'Field', width: 28 },
    { title: 'Value', width: 72 },
  ];
  return [{ kind: 'table', columns, rows, header: false, rowHeader: true, summary }];
}
