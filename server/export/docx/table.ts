/** Tables and boxes. Columns are fixed, because Word and LibreOffice distribute automatic widths differently. */
import {
  BorderStyle,
  Paragraph,
  ShadingType,
  Table as WordTable,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalAlign,
  WidthType,
} from 'docx';
import type { Block, CalloutTone, Cell, Part, Row, Table } from '../model/blocks.ts';
import { charactersOf } from '../model/contents.ts';
import { directionOf, paragraphsOf, runsOf } from './runs.ts';

const border = { style: BorderStyle.SINGLE, size: 4, color: 'C3CCD6' };
const borders = { top: border, bottom: border, left: border, right: border };
const none = { style: BorderStyle.NIL, size: 0, color: 'auto' };
export const noBorders = { top: none, bottom: none, left: none, right: none };
const margins = { top: 60, bottom: 60, left: 90, right: 90 };
const denseMargins = { top: 15, bottom: 15, left: 70, right: 70 };
/** Half-points. */
const tableSize = 18;
const tints = { hold: '#FFF3D6', voided: '#ECEEF1' } as const;

/** Characters of a table that stays on one page, and of its first two rows that do. */
const shortTable = 1200;
const shortPair = 600;

/** `contentWidth` in twentieths of a point. */
export function wordTable(table: Table, contentWidth: number): WordTable {
  const isShort = charactersOf(table.rows) < shortTable;
  // Neither the first row nor the last is alone on a page.
  const isPair = charactersOf(table.rows.slice(0, 2)) < shortPair;
  const keepsNext = (i: number): boolean => isShort || (i === 0 && isPair) || i === table.rows.length - 2;
  const whole = table.columns.reduce((sum, column) => sum + column.width, 0);
  const widths = table.columns.map((column) => Math.round((column.width / whole) * contentWidth));
  const titles: Row = {
    cells: table.columns.map(({ title, runs }): Cell => ({
      parts: [{ kind: 'text', runs: runs ?? [{ text: title }], tone: 'strong' }],
      fill: '#14324F',
      ink: '#FFFFFF',
    })),
  };
  return new WordTable({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    rows: [
      ...(table.header ? [wordRow(titles, true, table.rows.length > 0)] : []),
      ...table.rows.map((row, i) => wordRow(row, false, i < table.rows.length - 1 && keepsNext(i))),
    ],
  });

  function wordRow(row: Row, header: boolean, keepNext: boolean): TableRow {
    const cells = row.cells.map((cell, i) => {
      const fill =
        cell.fill ?? (row.tone ? tints[row.tone] : !table.header && table.rowHeader && i === 0 ? '#F1F4F7' : undefined);
      // An empty box of a form has no lines of its own.
      const isBlank = !table.header && !table.rowHeader && cell.parts.length === 0;
      return wordCell(cell, { width: widths[i] ?? 0, fill, isBlank, dense: table.dense, keepNext });
    });
    // The one row of a whole sheet may be longer than a page: what does not fit would be cut off.
    const isWhole = header || isShort || table.rows.length > 1;
    return new TableRow({ tableHeader: header, cantSplit: isWhole, children: cells });
  }
}

interface Place {
  /** Twentieths of a point. */
  readonly width: number;
  readonly fill: string | undefined;
  readonly isBlank: boolean;
  readonly dense: true | undefined;
  readonly keepNext: boolean;
}

function wordCell(cell: Cell, { width, fill, isBlank, dense, keepNext }: Place): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: dense ? denseMargins : margins,
    borders: isBlank ? noBorders : borders,
    verticalAlign: VerticalAlign.TOP,
    ...(fill ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: fill.slice(1) } } : {}),
    children: [
      ...paragraphsOf(cell.parts, {
        ink: cell.ink,
        centred: cell.align === 'center',
        size: tableSize,
        width: (width - (dense ? denseMargins : margins).left * 2) / 20,
        dense,
        keepNext,
      }),
    ],
  });
}

const boxes: Readonly<Record<CalloutTone, { readonly fill: string; readonly edge: string }>> = {
  emergency: { fill: 'FDEDEF', edge: 'B00020' },
  hold: { fill: 'FFF3D6', edge: 'B26A00' },
  notice: { fill: 'E8F0F8', edge: '14324F' },
};

/** A few lines read better one below the other. */
const leastInColumns = 4;

export function wordCallout(block: Extract<Block, { kind: 'callout' }>, contentWidth: number): WordTable {
  const { fill, edge } = boxes[block.tone];
  const title = new Paragraph({
    spacing: { after: block.dense ? 20 : 60 },
    keepNext: block.parts.length > 0,
    ...directionOf([{ text: block.title }]),
    children: runsOf([{ text: block.title }], 'strong', { ink: edge, size: block.dense ? 21 : 26 }),
  });
  const columns = block.dense && block.parts.length >= leastInColumns ? 2 : 1;
  const half = Math.ceil(block.parts.length / columns);
  const width = Math.floor(contentWidth / columns);
  const cell = (parts: readonly Part[], i: number): TableCell =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      margins: block.dense
        ? { top: 50, bottom: 50, left: 140, right: 140 }
        : { top: 120, bottom: 120, left: 180, right: 180 },
      borders: {
        top: none,
        bottom: none,
        right: none,
        left: i === 0 ? { style: BorderStyle.SINGLE, size: 36, color: edge } : none,
      },
      shading: { type: ShadingType.CLEAR, color: 'auto', fill },
      verticalAlign: i === 0 ? VerticalAlign.TOP : VerticalAlign.BOTTOM,
      children: [
        ...(i === 0 && block.title ? [title] : []),
        ...(i === 0 && block.title && parts.length === 0
          ? []
          : paragraphsOf(parts, { size: block.dense ? 18 : 20, dense: block.dense })),
      ],
    });
  const cells = [block.parts.slice(0, half), block.parts.slice(half)].slice(0, columns).map(cell);
  return new WordTable({
    width: { size: contentWidth, type: WidthType.DXA },
    columnWidths: cells.map(() => width),
    layout: TableLayoutType.FIXED,
    rows: [new TableRow({ cantSplit: true, children: cells })],
  });
}
