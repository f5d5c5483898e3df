/** A table: header repeated on every page, rows kept whole where possible. */
import { withoutIsolates } from '../fonts/isolation.ts';
import type { Cell, Row, Table } from '../model/blocks.ts';
import type { Flow } from './flow.ts';
import { colours, contentHeight, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './text/measure.ts';
import { child } from './pen.ts';
import { piecesOf, type TextStyle } from './pieces.ts';
import { drawRow, keptHeight, type LaidCell, laidRow, type LaidRow, leastFragment, paddingX } from './row.ts';
import { sizes } from './type-sizes.ts';

const looks = {
  /** `keptWhole`: a table up to this part of a page stays on one page. */
  normal: { inset: 3.5, factInset: 2.4, below: 9, keptWhole: 0.35 },
  dense: { inset: 1.6, factInset: 1.4, below: 3, keptWhole: 0.2 },
} as const;
const tints = { hold: '#FFF3D6', voided: '#ECEEF1' } as const;

export function layTable(table: Table, measure: Measure): Laid {
  const look = looks[table.dense ? 'dense' : 'normal'];
  const kept = table.over !== undefined && measure.breaksRows ? 0 : keptHeight;
  const edges = columnEdges(table, measure.width);
  const right = page.left + measure.width;
  const titles = table.columns.map(({ title, runs }): Cell => ({
    parts: [{ kind: 'text', runs: runs ?? [{ text: title }], tone: 'strong' }],
    fill: colours.accent,
    ink: colours.white,
  }));
  const header = table.header ? layRow({ cells: titles }) : null;
  const rows = table.rows.map(layRow);
  // A header of about a page would leave no room for rows, so it prints once, as the first row.
  const repeated = header && header.height <= contentHeight * 0.3 ? header : continued();
  const height = [header, ...rows].reduce((sum, row) => sum + (row?.height ?? 0), 0);
  const [first = 0, second = 0] = rows.map((row) => row.height);
  // Neither the first row nor, below, the last is alone on a page.
  const pair = first + second <= kept ? first + second : first;
  const start = (header?.height ?? 0) + (first <= kept ? pair : leastFragment);
  const lead = height <= contentHeight * look.keptWhole ? height : start;
  return {
    lead,
    draw(flow) {
      flow.reserve(lead);
      draw(flow, table, header, repeated, rows);
      flow.gap(look.below * measure.air);
    },
  };

  function continued(): LaidRow | null {
    if (table.over === undefined || header) return null;
    const [x, width] = [page.left, measure.width];
    const words = { kind: 'text', runs: [{ text: `${table.over}, continued` }], tone: 'strong' } as const;
    const pieces = piecesOf(words, width - 2 * paddingX, { size: sizes.form }, measure);
    return laidRow([{ pieces, x, width, fill: colours.panel, centred: false }], look.factInset);
  }

  function layRow(row: Row): LaidRow {
    return laidRow(
      row.cells.map((cell, i): LaidCell => {
        const x = edges[i] ?? right;
        const width = (edges[i + 1] ?? right) - x;
        const style: TextStyle = { size: sizes.form, ink: cell.ink };
        const factName = !table.header && table.rowHeader && i === 0;
        return {
          pieces: cell.parts.flatMap((part) => piecesOf(part, width - 2 * paddingX, style, measure)),
          isBlank: !isTable(table) && cell.parts.length === 0,
          x,
          width,
          fill: cell.fill ?? (row.tone ? tints[row.tone] : factName ? colours.panel : undefined),
          centred: cell.align === 'center',
        };
      }),
      table.header ? look.inset : look.factInset,
      kept,
    );
  }
}

function draw(
  flow: Flow,
  table: Table,
  header: LaidRow | null,
  repeated: LaidRow | null,
  rows: readonly LaidRow[],
): void {
  const { doc } = flow;
  const isInTable = isTable(table);
  const element = child(doc, flow.root, isInTable ? 'Table' : 'Div', { title: withoutIsolates(table.summary) });
  const turn = (): void => {
    flow.newPage();
    if (repeated) drawRow(flow, repeated, null, () => flow.newPage());
  };
  if (header) {
    const line = child(doc, element, 'TR');
    drawRow(
      flow,
      header,
      header.cells.map(() => child(doc, line, 'TH', { scope: 'Column' })),
      () => flow.newPage(),
    );
  }
  for (const [at, row] of rows.entries()) {
    const pair = row.height + (rows[at + 1]?.height ?? 0);
    // The last row is not left alone on a page.
    if (at > 0 && at === rows.length - 2 && pair > flow.remaining() && pair <= contentHeight * 0.4) turn();
    const line = isInTable ? child(doc, element, 'TR') : element;
    const cells = row.cells.map((_, i) => {
      if (table.rowHeader && i === 0) return child(doc, line, 'TH', { scope: 'Row' });
      return isInTable ? child(doc, line, 'TD') : element;
    });
    drawRow(flow, row, cells, turn);
  }
  element.end();
}

/** Boxes of a form have no headers: to a screen reader they are one text after another. */
function isTable({ header, rowHeader }: Table): boolean {
  return header || rowHeader;
}

function columnEdges(table: Table, width: number): readonly number[] {
  const whole = table.columns.reduce((sum, column) => sum + column.width, 0);
  let x: number = page.left;
  return [x, ...table.columns.map((column) => (x += (column.width / whole) * width))];
}
