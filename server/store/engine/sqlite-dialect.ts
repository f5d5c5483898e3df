/**
 * Kysely on node:sqlite, with one connection for writing and one for reading. WAL mode lets them run concurrently: the read-only reader
 * neither waits for a writer nor sees uncommitted changes.
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
import { checkpointWhenIdle, type IdleCheckpointer } from './wal-checkpoint.ts';
import { openNodeSqlite, type NodeSqlite } from './node-sqlite.ts';
import { watchStatements, type StatementWatcher } from './statements.ts';

/** How long a write waits for a write of another process. */
const maxWaitMs = 30_000;
/** A quarter of SQLite's default: a pull reads most pages only once, and the operating system caches the file anyway. */
const readerCacheKilobytes = 500;

export function sqliteDialect(file: string, access: 'read' | 'write', onStatement?: StatementWatcher): Dialect {
  return {
    createDriver: () =>
      access === 'read' ? reading(file, onStatement) : new ImmediateDriver(openWriter(file), onStatement),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function reading(file: string, onStatement?: StatementWatcher): SqliteDriver {
  return new SqliteDriver({
    database: openReader(file),
    onCreateConnection: async (connection) => watchStatements(connection, onStatement),
  });
}

interface Writer extends NodeSqlite {
  readonly checkpointer: IdleCheckpointer;
}

/** Takes the write lock at `begin`: a transaction that reads before it writes could fail with "database is locked". */
class ImmediateDriver extends SqliteDriver {
  readonly #open: () => Promise<Writer>;

  constructor(open: () => Promise<Writer>, onStatement?: StatementWatcher) {
    let opened: Promise<Writer> | undefined;
    const once = (): Promise<Writer> => (opened ??= open());
    super({ database: once, onCreateConnection: async (connection) => watchStatements(connection, onStatement) });
    this.#open = once;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite statements are synchronous: without yielding to the event loop, a queue of writes would block everything else.
    await nextTurn();
    await whenFree(() => connection.executeQuery(CompiledQuery.raw('begin immediate')));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    (await this.#open()).checkpointer.noteCommit();
  }

  /** SQLite rolls back some transactions by itself (disk full), and no failure may leave one open on the only writing connection. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { raw } = await this.#open();
    try {
      if (raw.isTransaction) await super.rollbackTransaction(connection);
    } finally {
      if (raw.isTransaction) raw.exec('rollback');
    }
  }
}

/** SQLite can roll back schema changes. Kysely's adapter says it cannot, and would migrate outside a transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openWriter(file: string): () => Promise<Writer> {
  return async () => {
    mkdirSync(dirname(file), { recursive: true });
    // No busy timeout of SQLite's own: it would block the event loop, and with it the writer in this process that it waits for.
    const database = openNodeSqlite(file, { readOnly: false, busyTimeoutMs: 0 });
    await whenFree(async () => database.raw.exec('pragma journal_mode = wal'));
    await whenFree(async () => database.raw.exec('pragma synchronous = full; pragma foreign_keys = on'));
    const checkpointer = checkpointWhenIdle(database.raw);
    const close = (): void => (checkpointer.stop(), database.close());
    return { ...database, checkpointer, close };
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
