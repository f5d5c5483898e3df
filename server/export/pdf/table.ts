/** A table: header repeated on every page, rows kept whole where possible. */
import type { Cell, Row, Table } from '../model/blocks.ts';
import type { Flow } from './flow.ts';
import { colours, contentHeight, contentWidth, page } from './geometry.ts';
import type { Laid } from './laid.ts';
import type { Measure } from './measure.ts';
import { child } from './pen.ts';
import { piecesOf, type TextStyle } from './pieces.ts';
import { drawRow, type LaidCell, laidRow, type LaidRow, paddingX } from './row.ts';

const size = 8.6;
/** A table up to this height stays on one page. */
const keptWhole = contentHeight * 0.35;
const tints = { hold: '#FFF3D6', voided: '#ECEEF1' } as const;

export function layTable(table: Table, measure: Measure): Laid {
  const edges = columnEdges(table);
  const titles = table.columns.map(({ title }): Cell => ({
    parts: [{ kind: 'text', runs: [{ text: title }], tone: 'strong' }],
    fill: colours.accent,
    ink: colours.white,
  }));
  const header = table.header ? layRow({ cells: titles }) : null;
  const rows = table.rows.map(layRow);
  // A header of about a page would leave no room for rows, so it prints once, as the first row.
  const repeated = header && header.height <= contentHeight * 0.3 ? header : null;
  const height = [header, ...rows].reduce((sum, row) => sum + (row?.height ?? 0), 0);
  const start = (header?.height ?? 0) + Math.min(rows[0]?.height ?? 0, contentHeight * 0.5);
  const lead = height <= keptWhole ? height : start;
  return {
    lead,
    draw(flow) {
      flow.reserve(lead);
      draw(flow, table, header, repeated, rows);
    },
  };

  function layRow(row: Row): LaidRow {
    return laidRow(
      row.cells.map((cell, i): LaidCell => {
        const x = edges[i] ?? page.right;
        const width = (edges[i + 1] ?? page.right) - x;
        const style: TextStyle = { size, ink: cell.ink };
        const factName = !table.header && i === 0;
        return {
          pieces: cell.parts.flatMap((part) => piecesOf(part, width - 2 * paddingX, style, measure)),
          x,
          width,
          fill: cell.fill ?? (row.tone ? tints[row.tone] : factName ? colours.panel : undefined),
          centred: cell.align === 'center',
        };
      }),
      table.header ? 5 : 3.2,
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
  const element = child(doc, flow.root, 'Table');
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
  for (const row of rows) {
    const line = child(doc, element, 'TR');
    const cells = row.cells.map((_, i) =>
      table.rowHeader && i === 0 ? child(doc, line, 'TH', { scope: 'Row' }) : child(doc, line, 'TD'),
    );
    drawRow(flow, row, cells, turn);
  }
  element.end();
  flow.gap(10);
}

function columnEdges(table: Table): readonly number[] {
  const whole = table.columns.reduce((sum, column) => sum + column.width, 0);
  let x: number = page.left;
  return [x, ...table.columns.map((column) => (x += (column.width / whole) * contentWidth))];
}
