/** Helpers to build blocks. */
import type { Block, Cell, Identified, Part, Row, Run, Table, Tone } from './blocks.ts';

export function text(words: string, tone: Tone = 'normal'): Part {
  return { kind: 'text', runs: [{ text: words }], tone };
}

export function point(runs: readonly Run[] | string, marker = '•', depth = 0): Extract<Part, { kind: 'point' }> {
  return { kind: 'point', marker, runs: typeof runs === 'string' ? [{ text: runs }] : runs, depth };
}

export function heading(level: 1 | 2, words: string): Block {
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

/** Its title, its relative width, and what it holds of an entry. */
export type Column<Entry> = readonly [
  title: string,
  width: number,
  cellOf: (entry: Entry, i: number) => Cell | Part | string,
];

/** A table with a row for each entry. */
export function table<Entry>(
  summary: string,
  entries: readonly Entry[],
  columns: readonly Column<Entry>[],
  { rowHeader = true, toneOf }: { readonly rowHeader?: boolean; readonly toneOf?: (entry: Entry) => Row['tone'] } = {},
): Table {
  const rows = entries.map((entry, i): Row => {
    const cells = columns.map(([, , cellOf]) => {
      const held = cellOf(entry, i);
      return typeof held === 'object' && 'parts' in held ? held : cell(held);
    });
    const tone = toneOf?.(entry);
    return { cells, ...identityOf(entry), ...(tone ? { tone } : {}) };
  });
  const titles = columns.map(([title, width, cellOf]) => ({
    title,
    width,
    ...(cellOf === numbered ? { counted: true as const } : {}),
  }));
  return { kind: 'table', columns: titles, rows, header: true, rowHeader, summary };
}

/** Of a record that has an id. */
export function identityOf(entry: unknown): Identified {
  return typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string'
    ? { of: entry.id }
    : {};
}

/** The blocks that print a record. */
export function identified(record: unknown, blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) =>
    block.kind === 'page_break' || block.kind === 'contents' || block.kind === 'annex_page'
      ? block
      : { ...block, ...identityOf(record) },
  );
}

/** The number of an entry, from 1. */
export const numbered = (_entry: unknown, i: number): Part => text(String(i + 1), 'strong');

/** Boxes of a paper form, `perRow` side by side: a small label above each value. Empty entries are omitted; no entries, no boxes. */
export function boxes(
  summary: string,
  entries: readonly (readonly [name: string, value: string | Cell])[],
  perRow = 4,
): readonly Table[] {
  const filled = entries.flatMap(([name, value]): readonly Cell[] => {
    const { parts } = typeof value === 'string' ? cell(value) : value;
    return parts.length > 0 ? [cell(text(name, 'caption'), ...parts)] : [];
  });
  const rows = Array.from({ length: Math.ceil(filled.length / perRow) }, (_, i): Row => {
    const held = filled.slice(i * perRow, (i + 1) * perRow);
    return { cells: [...held, ...Array.from({ length: perRow - held.length }, () => cell())] };
  });
  if (rows.length === 0) return [];
  const columns = Array.from({ length: perRow }, (_, i) => ({
    title: `Box ${i + 1}`,
    width: shareOf(rows.flatMap(({ cells }) => cells[i] ?? [])),
  }));
  return [{ kind: 'table', columns, rows, header: false, rowHeader: false, summary, dense: true }];
}

/** A column of more text is wider: as wide as tall where the text of each is set in its own square, within bounds. */
function shareOf(cells: readonly Cell[]): number {
  const characters = cells.flatMap(({ parts }) => parts.map(lengthOf)).reduce((sum, length) => sum + length, 0);
  return Math.min(24, Math.max(7, Math.sqrt(characters)));
}

/** In characters. */
export function lengthOf(part: Part): number {
  return part.kind === 'text' || part.kind === 'point' ? part.runs.reduce((sum, run) => sum + run.text.length, 0) : 0;
}

/** The words of several parts as one text, each said once. */
export function onOneLine(parts: readonly Part[], between = ', '): Cell {
  const said = new Set<string>();
  const runs = parts.flatMap((part, i): readonly Run[] => {
    if (part.kind !== 'text' && part.kind !== 'point') return [];
    const words = part.runs.map((run) => run.text).join('');
    if (said.has(words)) return [];
    said.add(words);
    const bold = part.kind === 'text' && part.tone === 'strong';
    const own = part.runs.map((run) => (bold && i === 0 ? { ...run, bold } : run));
    return i === 0 ? own : [{ text: between }, ...own];
  });
  return cell(runs.length > 0 ? { kind: 'text', runs, tone: 'normal' } : null);
}

/** The same blocks in small type and with little air. */
export function dense(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) =>
    block.kind === 'page_break' || block.kind === 'contents' ? block : { ...block, dense: true },
  );
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
