/**
 * Kysely on PostgreSQL through pg. Reads and writes have separate pools, like the two connections on SQLite: reader sessions cannot write,
 * and a read inside a transaction never waits for a connection that the transaction itself holds.
 */
import { PostgresDialect, type Dialect } from 'kysely';
import type { Pool } from 'pg';
import { watchStatements, type StatementWatcher } from './statements.ts';

/** A session that stalls in a transaction holds its organisation's lock, so PostgreSQL ends it after this time. */
const idleInTransactionMs = 60_000;
const connectMs = 10_000;
/** Set explicitly, not left to the server's default: after taking the lock, each statement must see everything committed before. */
const readCommitted = '-c default_transaction_isolation=read\\ committed';
const maxConnections = 10;

export function postgresDialect(url: string, access: 'read' | 'write', onStatement?: StatementWatcher): Dialect {
  return new PostgresDialect({
    pool: () => openPool(url, access),
    onCreateConnection: async (connection) => watchStatements(connection, onStatement),
  });
}

/** Imports pg lazily, so that it is not loaded when SQLite is used. */
async function openPool(url: string, access: 'read' | 'write'): Promise<Pool> {
  const { default: pg } = await import('pg');
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(pg.types.builtins.INT8, safeInteger);
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: `sitefile ${access}`,
    types: parsers,
    options: access === 'read' ? `${readCommitted} -c default_transaction_read_only=on` : readCommitted,
  });
  // The pool drops an idle connection that breaks, and the next query opens another. An unhandled `error` event would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** pg returns int8 as text, because a double cannot represent every value. Sequences, clocks and counts stay far below 2^53. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`);
  return value;
}
