/** What a forger does to the rows of a SQLite file. */
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Evidence } from './evidence.ts';

export interface Forgery {
  readonly name: string;
  readonly forge: (db: DatabaseSync, evidence: Evidence) => void;
  /** What one of the faults says; a string starting with `missed: ` = why nothing can be found. */
  readonly finds: RegExp | `missed: ${string}`;
}

type Row = Readonly<Record<string, string | number | null>>;

/** Nothing in the database stops a forger who has the file; the triggers are put back as they were. */
export function forgeIn(file: string, forge: (db: DatabaseSync) => void): void {
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const triggers = rows(db, `select name, sql from sqlite_master where type = 'trigger'`);
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  forge(db);
  for (const { sql } of triggers) db.exec(String(sql));
}

export function rows(db: DatabaseSync, sql: string, ...values: string[]): Row[] {
  return db.prepare(sql).all(...values) as Row[];
}

function bodyOf(db: DatabaseSync, id: string): JsonObject {
  return JSON.parse(String(rows(db, 'select body from record where id = ?', id)[0]?.['body'])) as JsonObject;
}

export function setBody(db: DatabaseSync, id: string, change: (body: JsonObject) => JsonObject): void {
  db.prepare('update record set body = ? where id = ?').run(JSON.stringify(change(bodyOf(db, id))), id);
}

/** A copy of a stored one under another id. */
export function insertSignoff(db: DatabaseSync, change: (row: Row) => Row): void {
  const [row = {}] = rows(db, `select * from record where kind = 'signoff' limit 1`);
  const copy = { ...row, id: 'forged', ...change(row) };
  const names = Object.keys(copy);
  db.prepare(`insert into record (${names.join()}) values (${names.map(() => '?').join()})`).run(
    ...Object.values(copy),
  );
}

export function run(...statements: string[]): Forgery['forge'] {
  return (db) => {
    for (const statement of statements) db.exec(statement);
  };
}
