/** node:sqlite in the shape that Kysely's SQLite driver expects, with prepared statements kept for reuse (contract, The store). */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Kysely prepares each query anew; the texts of the hot ones are few, those with long lists are not worth keeping. */
const keptStatements = 200;
const maxKeptSqlLength = 20_000;

export interface NodeSqlite extends SqliteDatabase {
  readonly raw: DatabaseSync;
}

export function openNodeSqlite(
  file: string,
  options: { readonly readOnly: boolean; readonly busyTimeoutMs: number },
): NodeSqlite {
  const raw = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs });
  const kept = new Map<string, SqliteStatement>();
  return {
    raw,
    close() {
      kept.clear();
      raw.close();
    },
    prepare(sql) {
      const known = kept.get(sql);
      kept.delete(sql);
      const statement = known ?? statementOf(raw.prepare(sql), sql);
      if (sql.length <= maxKeptSqlLength) kept.set(sql, statement); // the last one used stands last
      if (kept.size > keptStatements) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
  };
}

/** Given the parameters of several rows, it runs once for each of them (insert.ts). */
function statementOf(statement: StatementSync, sql: string): SqliteStatement {
  const places = sql.split('?').length - 1; // at least: texts of the builder hold no other question marks
  const names = statement.columns().map(({ name }) => name);
  // Objects of node:sqlite are hash tables; those made here have one shape, and reading and copying them costs a fifth.
  statement.setReturnArrays(true);
  return {
    reader: names.length > 0,
    all(parameters) {
      const rows: Record<string, SQLOutputValue>[] = [];
      forEachRow(parameters, places, (row) => {
        for (const values of statement.all(...row) as unknown as SQLOutputValue[][]) rows.push(named(values));
      });
      return rows;
    },
    run(parameters) {
      let [changes, lastInsertRowid]: [number, number | bigint] = [0, 0];
      forEachRow(parameters, places, (row) => {
        const result = statement.run(...row);
        changes += Number(result.changes);
        lastInsertRowid = result.lastInsertRowid;
      });
      return { changes, lastInsertRowid };
    },
    iterate() {
      throw new Error('streaming would share a kept statement with other queries: read a page instead');
    },
  };

  function named(values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
    const row: Record<string, SQLOutputValue> = {};
    names.forEach((name, i) => (row[name] = values[i] ?? null));
    return row;
  }
}

function forEachRow(
  parameters: readonly unknown[],
  places: number,
  take: (row: readonly SQLInputValue[]) => void,
): void {
  const values = parameters as readonly SQLInputValue[]; // statements.ts has refused everything else
  if (values.length <= places) return take(values);
  for (let from = 0; from < values.length; from += places) take(values.slice(from, from + places));
}
