/** Splits batches into chunks, so that no statement exceeds the parameter limits: 32,766 on SQLite, 65,535 on PostgreSQL. */

/** The widest table has 24 columns, so 1000 rows bind 24,000 parameters. */
const maxRows = 1000;

export function chunks<T>(values: readonly T[]): T[][] {
  const cut: T[][] = [];
  for (let start = 0; start < values.length; start += maxRows) cut.push(values.slice(start, start + maxRows));
  return cut;
}

/** Runs the query for each chunk of the distinct values and returns all rows. */
export async function inChunks<T, Row>(
  values: readonly T[],
  query: (some: readonly T[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  // One by one: a transaction has one connection.
  for (const some of chunks([...new Set(values)])) rows.push(...(await query(some)));
  return rows;
}
