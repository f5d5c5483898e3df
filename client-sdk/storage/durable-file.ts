/** The SQLite file of a durable storage: locked for one process, checked before use, on disk before a commit of work or answers returns. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { saysNoRoom } from '../../shared/base/no-room.ts';
import type { WritePurpose } from '../base/tables.ts';
import { DiskReserve, freeBytes } from './disk-reserve.ts';
import { asDurableFileError, DurableFileError, type DurableFileFault } from './durable-file-error.ts';

/** "SITE": a file of another program is never written to (https://sqlite.org/fileformat2.html, offset 68). */
const APPLICATION_ID = 0x53_49_54_45;
const LAYOUT_VERSION = 1;

export class DurableFile {
  readonly database: DatabaseSync;
  readonly #path: string;
  readonly #reserve: DiskReserve;

  /** Opens the file, or creates it in its existing folder. Throws DurableFileError: in_use, damaged, foreign or unreadable. */
  constructor(path: string) {
    this.#path = path;
    this.database = openDatabase(path);
    this.#reserve = new DiskReserve(path);
  }

  /** Bytes of its pages. */
  get size(): number {
    return numberOf(this.database, 'SELECT page_count * page_size AS value FROM pragma_page_count, pragma_page_size');
  }

  /** Throws DurableFileError. */
  read<Result>(work: () => Result): Result {
    return this.#guarded('damaged', work);
  }

  /** In one transaction: when this returns, its changes are stored as `purpose` says; if it throws a DurableFileError, there are none. */
  write(work: (database: DatabaseSync) => void, purpose: WritePurpose = 'answer'): void {
    this.#guarded('unwritable', () => {
      if (purpose === 'page') return this.#inLog(() => this.#attempt(work, purpose));
      this.#attempt(work, purpose);
    });
  }

  #attempt(work: (database: DatabaseSync) => void, purpose: WritePurpose): void {
    const mayUseReserve = purpose === 'answer';
    if (!mayUseReserve) this.#reserve.require();
    try {
      inTransaction(this.database, work);
    } catch (error) {
      if (!mayUseReserve || !(error instanceof Error) || !saysNoRoom(error) || !this.#reserve.release()) throw error;
      inTransaction(this.database, work);
    }
  }

  /** Commits go to the log, which the next other commit brings to the disk. */
  #inLog(work: () => void): void {
    this.database.exec('PRAGMA synchronous = NORMAL');
    try {
      work();
    } finally {
      this.database.exec('PRAGMA synchronous = FULL');
    }
  }

  /** As `write`, for `work` that drops a table: the scrub that follows erases its pages, which takes no room before. */
  drop(work: (database: DatabaseSync) => void): void {
    this.database.exec('PRAGMA secure_delete = OFF');
    try {
      this.write(work);
    } finally {
      this.database.exec('PRAGMA secure_delete = ON');
    }
  }

  close(): void {
    if (isScrubDue(this.database)) this.#reserve.release();
    scrubIfDue(this.database, this.#path);
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
    scrubIfDue(database, file);
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

function isScrubDue(database: DatabaseSync): boolean {
  return numberOf(database, "SELECT count(*) AS value FROM sqlite_schema WHERE name = 'scrub_due'") > 0;
}

/**
 * Rewrites the file with its live rows alone, and empties its log. `secure_delete` does not overwrite what rebalanced pages keep beside
 * their rows. Where the disk has too little room it stays due, until the file is closed or opened again.
 */
function scrubIfDue(database: DatabaseSync, path: string): void {
  if (!isScrubDue(database)) return;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    // Its pages are written twice: to a temporary file, and to the log.
    if (freeBytes(path) > 2 * numberOf(database, liveBytes) + scrubMargin)
      database.exec('VACUUM; DROP TABLE scrub_due');
  } catch {
    // It stays due.
  }
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The next one does it.
  }
}

const scrubMargin = 256 * 1024;
const liveBytes = `SELECT (page_count - freelist_count) * page_size AS value
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

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
