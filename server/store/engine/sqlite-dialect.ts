/**
 * Kysely on node:sqlite. One connection each for writing and reading: WAL lets them run beside each other, and the
 * reader, being read-only, can neither wait for a writer nor see what is not committed.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import { keepLogShort, type LogAtRest } from './wal-checkpoint.ts';
import { openNodeSqlite, type NodeSqlite } from './node-sqlite.ts';
import { watchStatements, type StatementWatcher } from './statements.ts';

/** How long a write waits for another process to finish its own. */
const maxWaitMs = 30_000;
/** A quarter of SQLite's own: what a device pulls is read once and not soon again, and the system holds the pages of the file besides. */
const readerCacheKilobytes = 500;

export function sqliteDialect(file: string, access: 'read' | 'write', onStatement?: StatementWatcher): Dialect {
  return {
    createDriver: () => new ImmediateDriver(access === 'read' ? openReader(file) : openWriter(file), onStatement),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** The connection that writes has a log to look after. */
interface Opened extends NodeSqlite {
  readonly log?: LogAtRest;
}

/** Takes the write lock at `begin`: a transaction that reads first and writes later would fail with "database is locked". */
class ImmediateDriver extends SqliteDriver {
  readonly #open: () => Promise<Opened>;

  constructor(open: () => Promise<Opened>, onStatement?: StatementWatcher) {
    let opened: Promise<Opened> | undefined;
    const once = (): Promise<Opened> => (opened ??= open());
    super({ database: once, onCreateConnection: async (connection) => watchStatements(connection, onStatement) });
    this.#open = once;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Statements of SQLite run at once: without a turn of the event loop a queue of writes would keep all else waiting to its end.
    await nextTurn();
    await whenFree(() => connection.executeQuery(CompiledQuery.raw('begin immediate')));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    (await this.#open()).log?.note();
  }

  /** SQLite ends some transactions by itself (disk full); and no failure may leave one open on the only connection. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { raw } = await this.#open();
    try {
      if (raw.isTransaction) await super.rollbackTransaction(connection);
    } finally {
      if (raw.isTransaction) raw.exec('rollback');
    }
  }
}

/** SQLite does roll back schema changes; Kysely's own adapter denies it, and would migrate outside of a transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openWriter(file: string): () => Promise<Opened> {
  return async () => {
    mkdirSync(dirname(file), { recursive: true });
    // Not SQLite's own busy wait: it would stop the event loop, and with it the very writer of this process it waits for.
    const database = openNodeSqlite(file, { readOnly: false, busyTimeoutMs: 0 });
    await whenFree(async () => database.raw.exec('pragma journal_mode = wal'));
    await whenFree(async () => database.raw.exec('pragma synchronous = full; pragma foreign_keys = on'));
    const log = keepLogShort(database.raw);
    const close = (): void => (log.stop(), database.close());
    return { ...database, log, close };
  };
}

function openReader(file: string): () => Promise<NodeSqlite> {
  return async () => {
    const database = openNodeSqlite(file, { readOnly: true, busyTimeoutMs: 5_000 });
    database.raw.exec(`pragma cache_size = -${readerCacheKilobytes}`);
    return database;
  };
}

async function whenFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + maxWaitMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      await wait(1 + Math.random() * 9);
    }
  }
}

/** SQLITE_BUSY with any extended code (recovery, snapshot). */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5
  );
}
