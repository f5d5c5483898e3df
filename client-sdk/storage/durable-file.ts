/** The SQLite file of a durable storage: locked for one user, checked before use, on disk before a commit returns. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { asDurableFileError, DurableFileError } from './durable-file-error.ts';

/** "SITE", so that a file of another program is never written to (https://sqlite.org/fileformat2.html, offset 68). */
const APPLICATION_ID = 0x53_49_54_45;
const LAYOUT_VERSION = 1;

/**
 * Opens `file`, creating it if it is not there (its folder must be).
 * Throws DurableFileError: in_use, damaged, foreign or unreadable.
 */
export function openDurableFile(file: string): DatabaseSync {
  refuseLogWithoutFile(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Takes the lock, which locking_mode then keeps, and changes no byte: the file may not be ours.
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    if (isNew(database)) layOut(database);
    refuseForeign(database, file);
    // What is deleted is overwritten where it stood: these are people's names and signatures.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    refuseDamaged(database, file);
    finishScrub(database);
    return database;
  } catch (error) {
    database?.close();
    throw asDurableFileError(file, error, 'unreadable');
  }
}

/** Runs `work` in one transaction; when this returns, its changes are on disk, and when it throws there are none. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // SQLite has already rolled back by itself after some faults (disk full, I/O error).
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Says, in the transaction that empties or drops a table, that a scrub is to follow; the next opening makes up for one that did not come. */
export function scheduleVacuum(database: DatabaseSync): void {
  database.exec('CREATE TABLE IF NOT EXISTS scrub_due (number INTEGER) STRICT');
}

/**
 * Writes the file anew with nothing in it but the rows that stand, and empties its log. `secure_delete` overwrites neither what pages
 * keep beside their rows after they were rebalanced, nor what earlier versions of this code freed without it.
 */
export function scrub(database: DatabaseSync): void {
  database.exec('VACUUM; DROP TABLE IF EXISTS scrub_due; PRAGMA wal_checkpoint(TRUNCATE)');
}

function finishScrub(database: DatabaseSync): void {
  if (numberOf(database, "SELECT count(*) AS value FROM sqlite_schema WHERE name = 'scrub_due'") === 0) return;
  try {
    scrub(database);
  } catch {
    // There may be no room for it now; a device opens all the same, and tries it again at the next opening.
  }
}

/** SQLite deletes the write-ahead log of an empty file; ours never has one, so an empty file with a log lost its pages. */
function refuseLogWithoutFile(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return;
  const main = statSync(file, { throwIfNoEntry: false });
  if (main === undefined || main.size === 0) throw new DurableFileError('damaged', file);
}

function isNew(database: DatabaseSync): boolean {
  return numberOf(database, 'SELECT count(*) AS value FROM sqlite_schema') === 0;
}

function layOut(database: DatabaseSync): void {
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
