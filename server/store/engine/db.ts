/** What a query runs on: the store's tables, inside a transaction or outside one. */
import { PostgresAdapter, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import type { Engine } from './engine.ts';

/** Reads committed state, or runs inside the transaction when it is a `Trx`. */
export type Db = Kysely<Tables>;

/** An open transaction: what it writes becomes visible when it commits. */
export type Trx = Transaction<Tables>;

export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
