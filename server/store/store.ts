/**
 * The store: one file of SQLite by default, PostgreSQL when `url` is set; nothing above this folder knows which
 * (contract, The store; rules DB1 to DB50). `write` is the only way to change records.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely } from 'kysely';
import type { Db, Trx } from './engine/db.ts';
import type { Engine } from './engine/engine.ts';
import { migrate } from './migrate.ts';
import { postgresDialect } from './engine/postgres-dialect.ts';
import { sqliteDialect } from './engine/sqlite-dialect.ts';
import type { StatementWatcher } from './engine/statements.ts';
import type { Tables } from './tables/tables.ts';
import { keyedMutex } from './engine/keyed-mutex.ts';
import { writeUnderLock, type WriteTransaction } from './write.ts';

export interface StoreOptions {
  /** `postgres://…`; undefined = SQLite in `file`. */
  readonly url: string | undefined;
  readonly file: string;
  readonly onStatement?: StatementWatcher;
}

export interface Store extends AsyncDisposable {
  readonly engine: Engine;
  /** For reading: sees committed state only, and cannot write. */
  readonly db: Db;
  /**
   * Runs `work` in a transaction that holds the organisation's lock; what it throws undoes everything.
   * Throws UnknownOrganisationError. `now` gives ms since 1970.
   */
  write<T>(orgId: string, now: () => number, work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** For the bookkeeping of queues, tokens and organisations, which touches no record and needs no place in the feed. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Takes no more transactions, and waits for those that were asked for. */
  close(): Promise<void>;
}

/** Opens the store and brings its tables up to date. Throws when they were made by a newer version. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, file, onStatement } = options;
  const engine: Engine = url === undefined ? 'sqlite' : 'postgres';
  const connect = (access: 'read' | 'write'): Db =>
    new Kysely<Tables>({
      dialect: url === undefined ? sqliteDialect(file, access, onStatement) : postgresDialect(url, access, onStatement),
    });
  const reader = connect('read');
  const writer = connect('write');
  const inTurn = keyedMutex();
  const running = new Set<Promise<unknown>>();
  const around = new AsyncLocalStorage<{ open: boolean }>();
  let closed = false;

  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('the store is closed');
    if (around.getStore()?.open)
      throw new Error('a transaction inside a transaction waits for itself: pass the transaction on');
    const scope = { open: true };
    const done = around.run(scope, work);
    running.add(done);
    try {
      return await done;
    } finally {
      scope.open = false;
      running.delete(done);
    }
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.allSettled(running);
    await reader.destroy();
    await writer.destroy(); // last, so that SQLite folds its log into the file
  }

  try {
    await migrate(writer, engine);
  } catch (error) {
    await close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${url === undefined ? `the store ${file}` : 'the store'} cannot be opened: ${reason}`, {
      cause: error,
    });
  }
  return {
    engine,
    db: reader,
    write: (orgId, now, work) =>
      enter(() => inTurn(orgId, () => writer.transaction().execute((trx) => writeUnderLock(trx, orgId, now, work)))),
    transaction: (work) => enter(() => writer.transaction().execute(work)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
