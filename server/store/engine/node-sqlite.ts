/** Adapts node:sqlite to Kysely's SQLite driver, with an LRU cache of prepared statements (contract, The store). */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Kysely prepares every query again. Few distinct texts are hot; those with long lists are not worth caching. */
const maxCachedStatements = 200;
const maxCachedSqlLength = 20_000;

export interface NodeSqlite extends SqliteDatabase {
  readonly raw: DatabaseSync;
}

export function openNodeSqlite(
  file: string,
  options: { readonly readOnly: boolean; readonly busyTimeoutMs: number },
): NodeSqlite {
  const raw = new DatabaseSync(file, { readOnly: options.readOnly, timeout: options.busyTimeoutMs });
  const cache = new Map<string, SqliteStatement>();
  return {
    raw,
    close() {
      cache.clear();
      raw.close();
    },
    prepare(sql) {
      const cached = cache.get(sql);
      cache.delete(sql);
      const statement = cached ?? statementOf(raw.prepare(sql), sql);
      if (sql.length <= maxCachedSqlLength) cache.set(sql, statement); // most recently used last
      if (cache.size > maxCachedStatements) cache.delete(cache.keys().next().value ?? '');
      return statement;
    },
  };
}

/** A statement that receives the parameters of several rows runs once for each row (`preparedForEach`). */
function statementOf(statement: StatementSync, sql: string): SqliteStatement {
  const parameterCount = sql.split('?').length - 1; // an upper bound; generated SQL has no other question marks
  const names = statement.columns().map(({ name }) => name);
  // node:sqlite returns dictionary-mode objects. Objects built here share one hidden class; reading and copying take a fifth of the time.
  statement.setReturnArrays(true);
  return {
    reader: names.length > 0,
    all(parameters) {
      const rows: Record<string, SQLOutputValue>[] = [];
      forEachRow(parameters, parameterCount, (row) => {
        for (const values of statement.all(...row) as unknown as SQLOutputValue[][]) rows.push(toObject(values));
      });
      return rows;
    },
    run(parameters) {
      let [changes, lastInsertRowid]: [number, number | bigint] = [0, 0];
      forEachRow(parameters, parameterCount, (row) => {
        const result = statement.run(...row);
        changes += Number(result.changes);
        lastInsertRowid = result.lastInsertRowid;
      });
      return { changes, lastInsertRowid };
    },
    iterate() {
      throw new Error(
        'streaming is not supported, because it would share a cached statement with other queries; read pages instead',
      );
    },
  };

  function toObject(values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
    const row: Record<string, SQLOutputValue> = {};
    names.forEach((name, i) => (row[name] = values[i] ?? null));
    return row;
  }
}

function forEachRow(
  parameters: readonly unknown[],
  parameterCount: number,
  run: (row: readonly SQLInputValue[]) => void,
): void {
  const values = parameters as readonly SQLInputValue[]; // statements.ts rejects everything else
  if (values.length <= parameterCount) return run(values);
  for (let from = 0; from < values.length; from += parameterCount) run(values.slice(from, from + parameterCount));
}
