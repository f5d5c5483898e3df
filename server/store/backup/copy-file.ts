/** The SQLite file in which a backup holds the database: what is in it, and the means to fill and to read it. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { requireSameMigrations } from '../migrate.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

export interface CopyContents {
  readonly migrations: string[];
  /** Null = no server had started on it. */
  readonly key_id: string | null;
  /** By id. */
  readonly organisations: { readonly id: string; readonly seq: number; readonly head: string }[];
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Filled by triggers and from the feed, so that nothing copies them between engines. */
const derived = /^(?:record_count|search(?:_.*)?|kysely_.*|sqlite_.*)$/;

/** For filling: it need not survive a crash, and its rows come in any order. */
export function openCopy(file: string): DatabaseSync {
  const copy = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  copy.exec('pragma journal_mode = delete; pragma synchronous = off');
  return copy;
}

/** In the order of their creation: a table comes after those that it refers to. */
export function tablesOf(copy: DatabaseSync): string[] {
  const rows = copy.prepare(`select name from sqlite_master where type = 'table' order by rowid`).all();
  return rows.map(({ name }) => String(name)).filter((name) => !derived.test(name));
}

export function insertRow(copy: DatabaseSync, table: string): (row: Row) => void {
  const columns = copy
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
  const insert = copy.prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`);
  return (row) => void insert.run(...columns.map((column) => row[column] ?? null));
}

export function migrationsIn(copy: DatabaseSync): string[] {
  return copy
    .prepare('select name from kysely_migration')
    .all()
    .map(({ name }) => String(name));
}

/** Pages of rows, each of at most so many. */
export function* rowsOf(copy: DatabaseSync, table: string, pageSize: number): Generator<readonly Row[]> {
  let page: Row[] = [];
  for (const row of copy.prepare(`select * from ${table}`).iterate()) {
    page.push(row);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Throws where the file is damaged, or of another release. */
export function readCopy(file: string): CopyContents {
  using copy = new DatabaseSync(file, { readOnly: true });
  const faults = copy.prepare('pragma quick_check').all();
  const [first] = faults.map(({ quick_check: fault }) => String(fault));
  if (first !== 'ok') throw new Error(`the copy of the database is damaged: ${first}`);
  const migrations = migrationsIn(copy);
  requireSameMigrations(migrations);
  const key = copy.prepare('select key_id from installation').get()?.['key_id'];
  const organisations = copy.prepare('select org_id, seq, head from feed order by org_id').all();
  const count = (table: string): number =>
    Number(copy.prepare(`select count(*) as total from ${table}`).get()?.['total']);
  return {
    migrations,
    key_id: key === undefined ? null : String(key),
    organisations: organisations.map(({ org_id, seq, head }) => ({
      id: String(org_id),
      seq: Number(seq),
      head: String(head),
    })),
    rows: Object.fromEntries(tablesOf(copy).map((table) => [table, count(table)])),
  };
}

/** Photos and exports that the database names. */
export function filesNamedIn(file: string): { readonly organisationId: string; readonly sha256: string }[] {
  using copy = new DatabaseSync(file, { readOnly: true });
  const rows = copy
    .prepare(
      `select org_id, body ->> 'sha256' as sha256 from record
        where kind in ('photo', 'export', 'project_export') and deleted = 0 and body ->> 'sha256' is not null
        union select org_id, photo ->> 'sha256' from sent_file
        union select org_id, details ->> '$.logo.sha256' from feed where details ->> '$.logo.sha256' is not null
        order by 1, 2`,
    )
    .all();
  return rows.map(({ org_id, sha256 }) => ({ organisationId: String(org_id), sha256: String(sha256) }));
}
