/** Puts the database of a backup where a server will find it: a file for SQLite, the tables of a database for PostgreSQL. */
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { endOfTable } from '../../base/retention.ts';
import { syncFolder } from '../../base/sync-folder.ts';
import type { Db, Trx } from '../engine/db.ts';
import { postgresDialect } from '../engine/postgres-dialect.ts';
import { listOrganisations, lockOrganisations } from '../records/feed.ts';
import { migrate } from '../migrate.ts';
import { hasStore } from '../presence.ts';
import { openStore, type Store } from '../store.ts';
import type { Tables } from '../tables/tables.ts';
import { rowsOf, tablesOf } from './copy-file.ts';
import type { DatabasePlace } from './snapshot.ts';

/** A row can have megabytes. */
const rowsAtOnce = 50;
/** A session of PostgreSQL ends a moment after its client. */
const sessionEndMs = 1000;
const sessionEndTries = 5;

/** A copy on the same disk as its place, changed by `note`. Whatever fails here, the place is as it was. */
export async function prepareCopy(copy: string, draft: string, note: (store: Store) => Promise<void>): Promise<void> {
  for (const end of ['-wal', '-shm']) await rm(`${draft}${end}`, { force: true });
  await copyFile(copy, draft);
  await chmod(draft, 0o600);
  {
    await using store = await openStore({ url: undefined, file: draft });
    await note(store);
  }
  await using file = await open(draft, 'r+');
  await file.sync();
}

/** Replaces what is there by what `prepareCopy` made, at once. */
export async function loadCopy(draft: string, { url, file }: DatabasePlace): Promise<void> {
  if (url !== undefined) {
    await fillPostgres(draft, url);
    await rm(draft);
    return;
  }
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  await rename(draft, file);
  await syncFolder(dirname(file));
}

/** In one transaction: every other machine sees what was there, or all of the backup. */
async function fillPostgres(copy: string, url: string): Promise<void> {
  if (await isHeld(url)) throw new Error('a server has started on the database meanwhile: stop it');
  using source = new DatabaseSync(copy, { readOnly: true });
  await withPostgres(url, 'write', (db) =>
    db.transaction().execute(async (trx) => {
      await lockOrganisations(trx); // a server that starts meanwhile waits
      await dropEverything(trx);
      await migrate(trx, 'postgres');
      // With its schema, because PostgreSQL takes the bare name `record` for a type of its own.
      const schema = (await sql<{ name: string }>`select current_schema() as name`.execute(trx)).rows[0]?.name;
      for (const table of tablesOf(source))
        for (const rows of rowsOf(source, table, rowsAtOnce)) {
          const into = sql.table(`${schema}.${table}`);
          const json = JSON.stringify(rows);
          await sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${json})`.execute(trx);
        }
    }),
  );
}

/** Of the first schema's triggers. */
const functions = ['refuse_change', 'refuse_record_delete', 'refuse_event_delete', 'count_record'] as const;

async function dropEverything(trx: Trx): Promise<void> {
  const tables = [...Object.keys(endOfTable), 'kysely_migration', 'kysely_migration_lock'];
  for (const name of tables) await sql`drop table if exists ${sql.table(name)} cascade`.execute(trx);
  for (const name of functions) await sql`drop function if exists ${sql.ref(name)}`.execute(trx);
}

/** Whether there is anything that a restore would destroy. */
export async function isOccupied(place: DatabasePlace): Promise<boolean> {
  if (!(await hasStore(place))) return false;
  return place.url === undefined || (await withPostgres(place.url, 'read', listOrganisations)).length > 0;
}

/** Whether a server, or a command, has the PostgreSQL database open, on whatever machine. */
export async function isHeld(url: string): Promise<boolean> {
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

async function withPostgres<T>(url: string, access: 'read' | 'write', work: (db: Db) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url, access) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
