/**
 * Writes the committed state of a database at one instant into a new SQLite file, while servers go on writing (contract, Backup, BK1). The
 * file has the same tables on both engines, so a backup of one can be checked without the other, and restored into it.
 */
import { backup, DatabaseSync } from 'node:sqlite';
import { chmod, open } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import type { Trx } from '../engine/db.ts';
import { postgresDialect } from '../engine/postgres-dialect.ts';
import { requireSameMigrations, requireSameSchema } from '../migrate.ts';
import { openStore } from '../store.ts';
import type { Tables } from '../tables/tables.ts';
import { insertRow, migrationsIn, openCopy, tablesOf } from './copy-file.ts';

export interface DatabasePlace {
  /** `postgres://…`; undefined = SQLite in `file`. */
  readonly url: string | undefined;
  readonly file: string;
}

/** SQLite pages copied before the next report of progress: 40 MB. */
const pagesAtOnce = 10_000;
/** A row can have megabytes. */
const rowsAtOnce = 50;
const busyMs = 30_000;

/** @param tell is given lines of progress */
export async function snapshotInto(from: DatabasePlace, to: string, tell: (line: string) => void): Promise<void> {
  await (from.url === undefined ? copySqlite(from.file, to, tell) : copyPostgres(from.url, to, tell));
  await chmod(to, 0o600);
  await using file = await open(to);
  await file.sync();
}

async function copySqlite(from: string, to: string, tell: (line: string) => void): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: busyMs });
  // Without a transaction of its own, SQLite starts the copy anew after each write of another process, and may never end.
  source.exec('begin');
  requireSameMigrations(migrationsIn(source));
  await backup(source, to, {
    rate: pagesAtOnce,
    progress: ({ totalPages, remainingPages }) =>
      tell(`database: ${totalPages - remainingPages} of ${totalPages} pages`),
  });
  using copy = new DatabaseSync(to);
  copy.exec('pragma journal_mode = delete'); // else a reader needs to write files beside it
}

async function copyPostgres(url: string, to: string, tell: (line: string) => void): Promise<void> {
  await (await openStore({ url: undefined, file: to })).close();
  using copy = openCopy(to);
  const reader = new Kysely<Tables>({ dialect: postgresDialect(url, 'read') });
  try {
    await reader
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await requireSameSchema(trx);
        for (const table of tablesOf(copy)) {
          const total = await copyTable(trx, copy, table);
          if (total > 0) tell(`${table}: ${total} rows`);
        }
      });
  } finally {
    await reader.destroy();
  }
}

/** Through a cursor, so that memory holds a few rows at a time. */
async function copyTable(trx: Trx, copy: DatabaseSync, table: string): Promise<number> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(trx);
  let total = 0;
  for (let insert = insertRow(copy, table), rows: readonly unknown[]; ; total += rows.length) {
    ({ rows } = await sql`fetch ${sql.lit(rowsAtOnce)} from copied`.execute(trx));
    if (rows.length === 0) break;
    copy.exec('begin');
    for (const row of rows) insert(row as Readonly<Record<string, string | number | null>>); // text and integers only
    copy.exec('commit');
  }
  await sql`close copied`.execute(trx);
  return total;
}
