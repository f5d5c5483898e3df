/**
 * The store: a single SQLite file by default, PostgreSQL when `url` is set. Code outside this folder does not depend on the engine
 * (contract, The store; rules DB1 to DB50). `write` is the only way to change records.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import type { WatchedClock } from '../base/clock.ts';
import type { Db, Trx } from './engine/db.ts';
import type { Engine } from './engine/engine.ts';
import { migrate } from './migrate.ts';
import { postgresDialect } from './engine/postgres-dialect.ts';
import { sqliteDialect } from './engine/sqlite-dialect.ts';
import type { StatementWatcher } from './engine/statements.ts';
import type { Tables } from './tables/tables.ts';
import { freeBytesOf } from '../base/free-bytes.ts';
import { keyedMutex } from './engine/keyed-mutex.ts';
import { writeUnderLock, type WriteTransaction } from './write.ts';

export interface StoreOptions {
  /** `postgres://…`; undefined = SQLite in `file`. */
  readonly url: string | undefined;
  readonly file: string;
  readonly onStatement?: StatementWatcher;
  /** Absent = jumps of the wall clock are not noticed, as in a program that ends at once. */
  readonly clock?: WatchedClock;
}

export interface Store extends AsyncDisposable {
  readonly engine: Engine;
  /** Read-only; sees committed state only. */
  readonly db: Db;
  /**
   * Runs `work` in a transaction that holds the organisation's lock; if it throws, everything is rolled back.
   * Throws UnknownOrganisationError, and UnclearTimeError. `now` returns ms since 1970.
   */
  write<T>(orgId: string, now: () => number, work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** For queues, tokens and organisations: changes that touch no record and need no sequence number. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Bytes that are free on the disk of the SQLite file; that of PostgreSQL may be another machine's: Infinity. */
  freeBytes(): Promise<number>;
  /** Rejects new transactions and waits for those already started. */
  close(): Promise<void>;
}

/** A store that is only looked at: nothing is migrated or written, and others may have it open. */
export interface Reader extends AsyncDisposable {
  readonly engine: Engine;
  readonly db: Db;
}

export function openReader({ url, file }: Pick<StoreOptions, 'url' | 'file'>): Reader {
  const dialect = url === undefined ? sqliteDialect(file, 'read') : postgresDialect(url, 'read');
  const db = new Kysely<Tables>({ dialect });
  return { engine: url === undefined ? 'sqlite' : 'postgres', db, [Symbol.asyncDispose]: () => db.destroy() };
}

/** Opens the store and migrates its tables. Throws if a newer version created them. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, file, onStatement, clock } = options;
  const engine: Engine = url === undefined ? 'sqlite' : 'postgres';
  const connect = (access: 'read' | 'write'): Db =>
    new Kysely<Tables>({
      dialect: url === undefined ? sqliteDialect(file, access, onStatement) : postgresDialect(url, access, onStatement),
    });
  const reader = connect('read');
  const writer = connect('write');
  const withOrganisation = keyedMutex();
  const running = new Set<Promise<unknown>>();
  const enclosing = new AsyncLocalStorage<{ open: boolean }>();
  let closed = false;

  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new Error('the store is closed');
    if (enclosing.getStore()?.open) throw new Error('a nested transaction would deadlock: pass the transaction on');
    const scope = { open: true };
    const done = enclosing.run(scope, work);
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
    await writer.destroy(); // last, so that SQLite checkpoints its log into the file
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
      enter(() =>
        withOrganisation(orgId, () =>
          writer.transaction().execute((trx) => writeUnderLock(trx, orgId, now, work, clock)),
        ),
      ),
    transaction: (work) => enter(() => writer.transaction().execute(work)),
    freeBytes: async () => (url === undefined ? await freeBytesOf(dirname(file)) : Infinity),
    close,
    [Symbol.asyncDispose]: close,
  };
}
