/**
 * Kysely on PostgreSQL through pg. Reading and writing have a pool each, as on SQLite: sessions of the first cannot write,
 * and a read inside a transaction can never wait for a connection that the transaction itself holds.
 */
import { PostgresDialect, type Dialect } from 'kysely';
import type { Pool } from 'pg';
import { watchStatements, type StatementWatcher } from './statements.ts';

/** A session that stops in the middle of a transaction holds its organisation's lock: the server ends it. */
const idleInTransactionMs = 60_000;
const connectMs = 10_000;
/** Whatever the server's default: behind the organisation's lock each statement must see what was committed before. */
const readCommitted = '-c default_transaction_isolation=read\\ committed';
const maxConnections = 10;

export function postgresDialect(url: string, access: 'read' | 'write', onStatement?: StatementWatcher): Dialect {
  return new PostgresDialect({
    pool: () => openPool(url, access),
    onCreateConnection: async (connection) => watchStatements(connection, onStatement),
  });
}

/** Where SQLite is used, pg is not even loaded. */
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
  // An idle connection that breaks leaves the pool; the next query opens another. Unheard, the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** pg leaves int8 as text because a double cannot hold all of them; sequences, clocks and counts stay far below 2^53. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`);
  return value;
}
