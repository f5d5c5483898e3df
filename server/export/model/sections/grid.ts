/**
 * `{columns, rows}`: the author's table; a row longer than the header gets untitled columns. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { type Column, facts, table } from '../make.ts';
import { isList, listOf, plain } from '../read.ts';

export function grid(data: JsonObject): readonly Block[] {
  const titles = listOf(data['columns']).map(plain);
  const rows = listOf(data['rows']).map((row) => (isList(row) ? row : [row]).map(plain));
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), titles.length);
  if (width === 0) return [];
  if (width > 8)
    return rows.flatMap((row, i) =>
      facts(
        `Row ${i + 1}`,
        row.map((value, column) => [titles[column] ?? '', value] as const),
      ),
    );
  const columns = Array.from({ length: width }, (_, i): Column<readonly string[]> => [
    titles[i] ?? '',
    share(i),
    (row) => row[i] ?? '',
  ]);
  return [table(titles.join(', '), rows, columns)];

  /** Columns with more text are wider, by at most a factor of three. */
  function share(i: number): number {
    const longest = Math.max(titles[i]?.length ?? 0, ...rows.map((row) => row[i]?.length ?? 0));
    return Math.min(60, Math.max(20, longest));
  }
}
