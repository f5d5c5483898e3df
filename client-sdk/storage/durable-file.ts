/** The SQLite file of a durable storage: locked for one process, checked before use, on disk before a commit returns. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asDurableFileError, DurableFileError, type DurableFileFault } from './durable-file-error.ts';

/** "SITE": a file of another program is never written to (https://sqlite.org/fileformat2.html, offset 68). */
const APPLICATION_ID = 0x53_49_54_45;
const LAYOUT_VERSION = 1;

export class DurableFile {
  readonly database: DatabaseSync;
  readonly #path: string;

  /** Opens the file, or creates it in its existing folder. Throws DurableFileError: in_use, damaged, foreign or unreadable. */
  constructor(path: string) {
    this.#path = path;
    this.database = openDatabase(path);
  }

  /** Bytes of its pages. */
  get size(): number {
    return numberOf(this.database, 'SELECT page_count * page_size AS value FROM pragma_page_count, pragma_page_size');
  }

  /** Throws DurableFileError. */
  read<Result>(work: () => Result): Result {
    return this.#guarded('damaged', work);
  }

  /** In one transaction: when this returns, its changes are on disk; if it throws a DurableFileError, there are none. */
  write(work: (database: DatabaseSync) => void): void {
    this.#guarded('unwritable', () => inTransaction(this.database, work));
  }

  close(): void {
    try {
      if (isScrubDue(this.database)) scrub(this.database);
    } catch {
      // It stays due.
    }
    this.database.close();
  }

  #guarded<Result>(otherwise: DurableFileFault, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw asDurableFileError(this.#path, error, otherwise);
    }
  }
}

function openDatabase(file: string): DatabaseSync {
  refuseLogWithoutFile(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Takes the lock, which locking_mode keeps, without writing: the file may not be ours.
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    if (isNew(database)) createLayout(database);
    refuseForeign(database, file);
    // Deleted content is overwritten in place: it is names and signatures.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    refuseDamaged(database, file);
    finishScrub(database);
    return database;
  } catch (error) {
    database?.close();
    throw asDurableFileError(file, error, 'unreadable');
  }
}

function inTransaction(database: DatabaseSync, work: (database: DatabaseSync) => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work(database);
    database.exec('COMMIT');
  } catch (error) {
    // After some faults (disk full, I/O error) SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Within the transaction that empties or drops a table: notes that a scrub must follow. If it does not, the next opening does it. */
export function scheduleVacuum(database: DatabaseSync): void {
  database.exec('CREATE TABLE IF NOT EXISTS scrub_due (number INTEGER) STRICT');
}

/**
 * Rewrites the file with its live rows alone, and empties its log. `secure_delete` does not overwrite what rebalanced pages keep beside
 * their rows.
 */
function scrub(database: DatabaseSync): void {
  database.exec('VACUUM; DROP TABLE IF EXISTS scrub_due; PRAGMA wal_checkpoint(TRUNCATE)');
}

function isScrubDue(database: DatabaseSync): boolean {
  return numberOf(database, "SELECT count(*) AS value FROM sqlite_schema WHERE name = 'scrub_due'") > 0;
}

function finishScrub(database: DatabaseSync): void {
  if (!isScrubDue(database)) return;
  try {
    scrub(database);
  } catch {
    // The disk may be full: the device opens all the same, and the next opening tries again.
  }
}

/** An empty file with a write-ahead log has lost its pages; SQLite would silently delete that log. */
function refuseLogWithoutFile(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return;
  const main = statSync(file, { throwIfNoEntry: false });
  if (main === undefined || main.size === 0) throw new DurableFileError('damaged', file);
}

function isNew(database: DatabaseSync): boolean {
  return numberOf(database, 'SELECT count(*) AS value FROM sqlite_schema') === 0;
}

function createLayout(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec(`
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${LAYOUT_VERSION};
      CREATE TABLE storage_instance (
        number INTEGER PRIMARY KEY,
        database_name TEXT NOT NULL,
        collection_name TEXT NOT NULL,
        schema_version INTEGER NOT NULL,
        UNIQUE (database_name, collection_name, schema_version)
      ) STRICT`);
  });
}

function refuseForeign(database: DatabaseSync, file: string): void {
  const applicationId = numberOf(database, 'SELECT application_id AS value FROM pragma_application_id');
  const layoutVersion = numberOf(database, 'SELECT user_version AS value FROM pragma_user_version');
  if (applicationId !== APPLICATION_ID || layoutVersion !== LAYOUT_VERSION) throw new DurableFileError('foreign', file);
}

function refuseDamaged(database: DatabaseSync, file: string): void {
  const finding = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (finding !== 'ok') throw new DurableFileError('damaged', file, new Error(String(finding)));
}

function numberOf(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.value);
}
