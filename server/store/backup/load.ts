/** Puts the database of a backup where a server will find it: a file for SQLite, the tables of a database for PostgreSQL. */
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { endOfTable } from '../../base/retention.ts';
import { syncFolder } from '../../base/sync-folder.ts';
import type { Db } from '../engine/db.ts';
import { postgresDialect } from '../engine/postgres-dialect.ts';
import { listOrganisations, lockOrganisations } from '../records/feed.ts';
import { openStore } from '../store.ts';
import type { Tables } from '../tables/tables.ts';
import { rowsOf, tablesOf } from './copy-file.ts';
import type { DatabasePlace } from './snapshot.ts';

/** A row can have megabytes. */
const rowsAtOnce = 50;
/** A session of PostgreSQL ends a moment after its client. */
const sessionEndMs = 1000;
const sessionEndTries = 5;

/** Replaces what is there. Until it resolves, the place is empty or holds nothing of the backup. */
export async function loadCopy(copy: string, to: DatabasePlace): Promise<void> {
  await (to.url === undefined ? placeFile(copy, to.file) : fillPostgres(copy, to.url, to.file));
}

async function placeFile(copy: string, file: string): Promise<void> {
  const draft = `${file}.restored`;
  await copyFile(copy, draft);
  {
    await using handle = await open(draft, 'r+');
    await handle.chmod(0o600);
    await handle.sync();
  }
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await rename(draft, file);
  await syncFolder(dirname(file));
}

async function fillPostgres(copy: string, url: string, file: string): Promise<void> {
  await dropEverything(url);
  using source = new DatabaseSync(copy, { readOnly: true });
  await using store = await openStore({ url, file });
  await store.transaction(async (trx) => {
    await lockOrganisations(trx); // a server that starts meanwhile waits
    if ((await listOrganisations(trx)).length > 0)
      throw new Error('a server has started on the database meanwhile: stop it');
    // With its schema, because PostgreSQL takes the bare name `record` for a type of its own.
    const schema = (await sql<{ name: string }>`select current_schema() as name`.execute(trx)).rows[0]?.name;
    for (const table of tablesOf(source))
      for (const rows of rowsOf(source, table, rowsAtOnce)) {
        const into = sql.table(`${schema}.${table}`);
        const json = JSON.stringify(rows);
        await sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${json})`.execute(trx);
      }
  });
}

/** Of the first schema's triggers. */
const functions = ['refuse_change', 'refuse_record_delete', 'refuse_event_delete', 'count_record'] as const;

async function dropEverything(url: string): Promise<void> {
  await withPostgres(url, 'write', (db) =>
    db.transaction().execute(async (trx) => {
      const tables = [...Object.keys(endOfTable), 'kysely_migration', 'kysely_migration_lock'];
      for (const name of tables) await sql`drop table if exists ${sql.table(name)} cascade`.execute(trx);
      for (const name of functions) await sql`drop function if exists ${sql.ref(name)}`.execute(trx);
    }),
  );
}

/** Whether there is anything that a restore would destroy. */
export async function isOccupied({ url, file }: DatabasePlace): Promise<boolean> {
  if (url === undefined) {
    const found = await open(file).catch(() => null);
    await found?.close();
    return found !== null;
  }
  return await withPostgres(url, 'read', async (db) => {
    const { rows } = await sql<{ feed: string | null }>`select to_regclass('feed')::text as feed`.execute(db);
    return rows[0]?.feed !== null && (await listOrganisations(db)).length > 0;
  });
}

/** Whether a server, or a command, has the database open; the file must exist. */
export async function isHeld({ url, file }: DatabasePlace): Promise<boolean> {
  if (url === undefined) return isLocked(file);
  return await withPostgres(url, 'read', async (db) => {
    for (let tries = 0; tries < sessionEndTries; tries++) {
      if (tries > 0) await wait(sessionEndMs / sessionEndTries);
      const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
        and application_name like 'sitefile %' and pid <> pg_backend_pid()`.execute(db);
      if (rows.length === 0) return false;
    }
    return true;
  });
}

/** A connection in WAL mode keeps a shared lock for as long as it is open. */
function isLocked(file: string): boolean {
  using database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    // Damaged is not held: a restore is how it is mended.
    return error instanceof Error && 'errcode' in error && error.errcode === 5;
  }
}

async function withPostgres<T>(url: string, access: 'read' | 'write', work: (db: Db) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, access) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
