/**
 * Intercepts every statement on both engines: rejects parameters that the engines would store differently or not at all, and calls the
 * watcher (fault injection, tests) before each statement, including `begin` and `commit`.
 */
import type { CompiledQuery, DatabaseConnection } from 'kysely';

/** Called before each statement; throw to simulate a failing statement. */
export type StatementWatcher = (sql: string) => void;

export function watchStatements(connection: DatabaseConnection, onStatement?: StatementWatcher): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
    query.parameters.forEach(rejectUnstorable);
    onStatement?.(query.sql);
    return execute<R>(query, options);
  };
}

/**
 * node:sqlite takes an object as first parameter for named parameters and stores NULL, and it stores NaN as NULL; PostgreSQL cannot store
 * NUL characters in text. Both engines follow the same rule, so that a test on one is valid for the other. Booleans pass because the
 * migrator's catalogue queries need them; both engines reject them in the store's own columns.
 */
function rejectUnstorable(value: unknown, index: number): void {
  if (typeof value === 'string' ? !value.includes('\0') : isStorable(value)) return;
  const parameter = `statement parameter ${index + 1}`;
  throw new TypeError(
    `${parameter} is ${describe(value)}: only null, finite numbers and text without NUL can be stored`,
  );
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'boolean' || typeof value === 'bigint';
}

function describe(value: unknown): string {
  if (typeof value === 'string') return 'text with NUL';
  if (typeof value === 'object' && value !== null) return `an object (${value.constructor?.name ?? 'no prototype'})`;
  return String(value);
}
