/**
 * Watches every statement on its way to either engine: refuses parameters that the engines would store differently
 * or not at all, and tells the watcher (fault injection, tests) what is about to run, `begin` and `commit` included.
 */
import type { CompiledQuery, DatabaseConnection } from 'kysely';

/** Called before each statement; what it throws stands in for the statement failing. */
export type StatementWatcher = (sql: string) => void;

export function watchStatements(connection: DatabaseConnection, onStatement?: StatementWatcher): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(query: CompiledQuery, options?: Parameters<typeof execute>[1]) => {
    query.parameters.forEach(refuseUnstorable);
    onStatement?.(query.sql);
    return execute<R>(query, options);
  };
}

/**
 * node:sqlite reads an object in first place as named parameters and stores NULL, stores NaN as NULL;
 * PostgreSQL cannot hold NUL in text. One rule for both, so that a test on one engine speaks for the other.
 * (Booleans pass here, for the catalogue queries of the migrator; both engines refuse them in a column of ours.)
 */
function refuseUnstorable(value: unknown, index: number): void {
  if (typeof value === 'string' ? !value.includes('\0') : isStorable(value)) return;
  const place = `statement parameter ${index + 1}`;
  throw new TypeError(`${place} is ${describe(value)}: only null, finite numbers and text without NUL can be stored`);
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
