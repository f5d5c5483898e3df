/**
 * Many rows by one statement whose text is made once for each number of rows. A query builder would build and print it anew for every
 * batch.
 */
import { CompiledQuery, PostgresAdapter, type Kysely } from 'kysely';
import { chunks } from './chunks.ts';
import type { Tables } from './tables.ts';

export interface Insertion<Row> {
  readonly table: string;
  /** In the order of the statement; every row has them all. */
  readonly columns: readonly (keyof Row & string)[];
  /** What stands behind the values, such as `on conflict … do update`. */
  readonly ending?: string;
  /** `insert or replace`, of SQLite alone. */
  readonly replaces?: true;
}

/** Kept texts are as long as a page of a book; what is rarely asked for again is not worth its memory. */
const maxKept = 300;
const textByShape = new Map<string, string>();

/** The values go as parameters; names of tables and columns are the project's own. Returns what the ending returns. */
export async function insertRows<Row, Returned = unknown>(
  db: Kysely<Tables>,
  insertion: Insertion<Row>,
  rows: readonly Row[],
): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (const some of chunks(rows)) {
    const values: unknown[] = [];
    for (const row of some) for (const column of insertion.columns) values.push(row[column]);
    const text = textOf(insertion, some.length, db.getExecutor().adapter instanceof PostgresAdapter);
    const result = await db.executeQuery<Returned>(CompiledQuery.raw(text, values));
    returned.push(...result.rows);
  }
  return returned;
}

function textOf<Row>(
  { table, columns, ending = '', replaces }: Insertion<Row>,
  count: number,
  isNumbered: boolean,
): string {
  const shape = `${count} ${isNumbered} ${table} ${columns.length} ${ending}`;
  const known = textByShape.get(shape);
  if (known !== undefined) return known;
  let parameter = 0;
  const tuple = (): string => `(${columns.map(() => (isNumbered ? `$${++parameter}` : '?')).join(', ')})`;
  const names = columns.map((column) => `"${column}"`).join(', ');
  const tuples = Array.from({ length: count }, tuple).join(', ');
  const text = `insert ${replaces ? 'or replace ' : ''}into "${table}" (${names}) values ${tuples} ${ending}`.trimEnd();
  if (textByShape.size >= maxKept) textByShape.clear();
  textByShape.set(shape, text);
  return text;
}
