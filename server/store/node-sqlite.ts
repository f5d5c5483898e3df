/** node:sqlite in the shape that Kysely's SQLite driver expects, with prepared statements kept for reuse (contract, The store). */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
      const statement = known ?? statementOf(raw.prepare(sql));
      if (sql.length <= maxKeptSqlLength) kept.set(sql, statement); // the last one used stands last
      if (kept.size > keptStatements) kept.delete(kept.keys().next().value ?? '');
      return statement;
    },
  };
}

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bound(parameters)),
    run: (parameters) => statement.run(...bound(parameters)),
    iterate() {
      throw new Error('streaming would share a kept statement with other queries: read a page instead');
    },
  };
}

function bound(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]; // statements.ts has refused everything else
}
