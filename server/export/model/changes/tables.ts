/** Tables with their changes marked: row by row and cell by cell, or box by box where it has no headers. */
import type { Cell, Change, Part, Row, Run, Table } from '../blocks.ts';
import { rowsOfGroups } from '../coshh-groups.ts';
import { align, leastTheSame, likenessOf, type Alike } from './align.ts';
import { addedPart, changedParts, partWords, removedPart, told, toldOfMove } from './parts.ts';
import { allRuns } from './runs.ts';

export function changedTable(was: Table, is: Table): Table {
  if (!is.header && !is.rowHeader) return changedBoxes(was, is);
  const columns = columnsOf(was, is);
  const rows = align(was.rows, is.rows, byKey(is)).map((pair) => rowOf(pair, columns, was.rows));
  return { ...is, columns: columns.map(({ shown }) => shown), rows };
}

export function wholeTable(table: Table, change: Change): Table {
  const titled = ({ title }: Column): readonly Run[] => allRuns([{ text: title }], change);
  return {
    ...table,
    columns: table.header ? table.columns.map((column) => ({ ...column, runs: titled(column) })) : table.columns,
    rows: table.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => wholeCell(cell, change)) })),
  };
}

function wholeCell(cell: Cell, change: Change): Cell {
  return { ...cell, parts: cell.parts.flatMap(change === 'added' ? addedPart : removedPart) };
}

function byKey({ header, rowHeader }: Table): Alike<Row> {
  const keyOf = ({ of, cells: [name] }: Row): string | undefined =>
    of ?? (rowHeader && !header && name ? cellWords(name) : undefined);
  return {
    keyOf,
    wordsOf: (row) => rowWords(row),
    alike: (was, is) => {
      const likeness = likenessOf(rowWords(was), rowWords(is));
      return was.of === undefined || is.of === undefined || likeness >= leastTheSame ? likeness : 0;
    },
  };
}

function rowWords({ cells }: Row): string {
  return cells.map(cellWords).join('\u0000');
}

function cellWords({ parts }: Cell): string {
  return parts.map(partWords).join('\n');
}

type Column = Table['columns'][number];

interface ColumnPair {
  readonly shown: Column;
  /** Its place in the earlier table, and in the later one. */
  readonly was: number | undefined;
  readonly is: number | undefined;
}

function columnsOf(was: Table, is: Table): readonly ColumnPair[] {
  const placed = (table: Table) => table.columns.map((column, at) => ({ column, at }));
  const byTitle: Alike<ReturnType<typeof placed>[number]> = {
    keyOf: ({ column }) => column.title,
    wordsOf: ({ column }) => column.title,
    alike: () => 0,
  };
  return align(placed(was), placed(is), byTitle).flatMap(({ was: old, is: fresh, isMoved }): readonly ColumnPair[] => {
    const column = fresh?.column ?? old?.column;
    if (!column) return [];
    const became = !old ? 'added' : !fresh ? 'removed' : isMoved ? 'moved' : null;
    return [{ shown: became ? titledWith(column, became) : column, was: old?.at, is: fresh?.at }];
  });
}

/** Its cells may have no words to mark. */
function titledWith(column: Column, became: Change | 'moved'): Column {
  const { title } = column;
  const change = became === 'removed' ? became : 'added';
  const words = became === 'moved' ? [{ text: title }] : allRuns([{ text: title }], change);
  return {
    ...column,
    title: `${title} (${became})`,
    runs: [...words, { text: ' ' }, { text: `(${became})`, change }],
  };
}

function rowOf(
  { was, is, isMoved }: { readonly was?: Row; readonly is?: Row; readonly isMoved?: true },
  columns: readonly ColumnPair[],
  before: readonly Row[],
): Row {
  const cells = columns.map((column): Cell => {
    const old = column.was === undefined ? undefined : was?.cells[column.was];
    const fresh = column.is === undefined ? undefined : is?.cells[column.is];
    if (!was || !is) return wholeCell(fresh ?? old ?? { parts: [] }, is ? 'added' : 'removed');
    if (column.shown.counted && fresh) return fresh;
    return { ...old, ...fresh, parts: changedParts(old?.parts ?? [], fresh?.parts ?? []) };
  });
  const row = is ?? was;
  const moved = isMoved && was ? told(`Moved: it was number ${before.indexOf(was) + 1}`, 'added') : null;
  return { ...row, cells: moved ? withLast(cells, columns, moved) : cells };
}

/** Below the words of the first column that has any of its own. */
function withLast(cells: readonly Cell[], columns: readonly ColumnPair[], part: Part): readonly Cell[] {
  const at = Math.max(
    0,
    columns.findIndex(({ shown }) => !shown.counted),
  );
  return cells.map((cell, i) => (i === at ? { ...cell, parts: [...cell.parts, part] } : cell));
}

/** Boxes keep their order, and those that were removed stand among them. */
function changedBoxes(was: Table, is: Table): Table {
  const columns = was.columns.length > is.columns.length ? was.columns : is.columns;
  const [old, fresh] = [boxesOf(was), boxesOf(is)];
  const isInLines = !isBoxed(was) || !isBoxed(is);
  if (isInLines && is.over === undefined) {
    const parts = changedParts(old.flat(), fresh.flat());
    return { ...is, rows: [{ cells: inColumns(parts, columns.length) }] };
  }
  const boxes = align(old, fresh, byName).flatMap(({ was: before, is: after, isMoved }) => {
    const parts = [...(isMoved ? toldOfMove(after?.[0]) : []), ...changedParts(before ?? [], after ?? [])];
    return parts.length > 0 ? [parts] : [];
  });
  if (is.over !== undefined) return { ...is, rows: rowsOfGroups(boxes) };
  const rows = Array.from({ length: Math.ceil(boxes.length / columns.length) }, (_, i) => ({
    cells: columns.map((_column, j) => ({ parts: boxes[i * columns.length + j] ?? [] })),
  }));
  return { ...is, columns, rows };
}

type Box = readonly Part[];

const byName: Alike<Box> = {
  keyOf: ([name]) => (name ? (name.kind === 'named_photo' ? name.of : partWords(name)) : undefined),
  wordsOf: (box) => box.map(partWords).join('\n'),
  alike: () => 0,
};

/** Of a sheet its groups, which flow from one column to the next; else a cell each. */
function boxesOf({ rows, over }: Table): readonly Box[] {
  const cells = rows.flatMap((row) => row.cells.map(({ parts }) => parts)).filter((parts) => parts.length > 0);
  if (over === undefined) return cells;
  return cells.flat().reduce<readonly Box[]>((boxes, part) => {
    const last = boxes.at(-1);
    return !last || beginsBox(part) ? [...boxes, [part]] : [...boxes.slice(0, -1), [...last, part]];
  }, []);
}

function isBoxed(table: Table): boolean {
  return boxesOf(table).every(([first]) => first && beginsBox(first));
}

function beginsBox(part: Part): boolean {
  return part.kind === 'named_photo' || (part.kind === 'text' && part.tone === 'caption');
}

/** Down the left column first. */
function inColumns(parts: readonly Part[], count: number): readonly Cell[] {
  const height = Math.ceil(parts.length / count);
  return Array.from({ length: count }, (_, i) => ({ parts: parts.slice(i * height, (i + 1) * height) }));
}
