/** Database handles for queries, inside or outside a transaction. */
import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Engine } from './engine.ts';

/** Reads committed state; a `Trx` runs inside its transaction instead. */
export type Db = Kysely<Tables>;

/** An open transaction; its writes become visible to others when it commits. */
export type Trx = Transaction<Tables>;

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
