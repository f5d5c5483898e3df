/** Cuts a batch so that no statement passes the parameter limits: 32,766 on SQLite, 65,535 on PostgreSQL. */

/** The widest table has 20 columns, so 1000 rows bind 20,000 parameters. */
const maxRows = 1000;

export function chunks<T>(values: readonly T[]): T[][] {
  const cut: T[][] = [];
  for (let start = 0; start < values.length; start += maxRows) cut.push(values.slice(start, start + maxRows));
  return cut;
}
