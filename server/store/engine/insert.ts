/**
 * Many rows by a statement whose text is made once: a query builder would build and print it anew for every batch. PostgreSQL takes all
 * rows in one statement. SQLite takes one after the other, which spares it a table of the rows in between and saves half of the time.
 */
import { CompiledQuery } from 'kysely';
import { engineOf, type Db } from './db.ts';
import { chunks } from './chunks.ts';
import type { Owned } from '../tables/rows.ts';

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

/**
 * The values go as parameters; names of tables and columns are the project's own. `orgId` stands in the column of that name; null where
 * the table has none. Returns what the ending returns.
 */
export async function insertRows<Row, Returned = unknown>(
  db: Db,
  orgId: string | null,
  insertion: Insertion<Row>,
  rows: readonly Owned<Row>[],
): Promise<Returned[]> {
  const { columns } = insertion;
  if (engineOf(db) === 'sqlite')
    return await runForEach<Row, Returned>(db, orgId, textOf(insertion, 1, false), columns, rows);
  const returned: Returned[] = [];
  for (const some of chunks(rows))
    returned.push(...(await run<Returned>(db, textOf(insertion, some.length, true), valuesOf(some, columns, orgId))));
  return returned;
}

/** On SQLite: the statement once for each row, whose values stand in the order of `columns` (node-sqlite.ts). */
export async function runForEach<Row, Returned = unknown>(
  db: Db,
  orgId: string | null,
  text: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Owned<Row>[],
): Promise<Returned[]> {
  return rows.length === 0 ? [] : await run<Returned>(db, text, valuesOf(rows, columns, orgId));
}

async function run<Returned>(db: Db, text: string, values: unknown[]): Promise<Returned[]> {
  return (await db.executeQuery<Returned>(CompiledQuery.raw(text, values))).rows;
}

function valuesOf<Row>(
  rows: readonly Owned<Row>[],
  columns: readonly (keyof Row & string)[],
  orgId: string | null,
): unknown[] {
  const values: unknown[] = [];
  const whole = rows as readonly Row[]; // but for the one column that is looked at first
  for (const row of whole) for (const column of columns) values.push(column === 'org_id' ? orgId : row[column]);
  return values;
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
