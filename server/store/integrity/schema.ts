/**
 * Compares the tables, indexes, triggers and views of a SQLite database with those that the migrations of this release make: a trigger
 * that somebody added runs in the server, and one that is gone protects nothing. On PostgreSQL nothing is compared; a backup is SQLite
 * whatever it was made of.
 */
import { Kysely, sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import { preparedRows } from '../engine/prepared.ts';
import { sqliteDialect } from '../engine/sqlite-dialect.ts';
import { migrate } from '../migrate.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables/tables.ts';

/** One line for each thing that differs; empty if nothing does. */
export async function schemaDifferences({ engine, db }: Pick<Store, 'engine' | 'db'>): Promise<readonly string[]> {
  if (engine !== 'sqlite') return [];
  const found = await definitionsIn(db);
  const own = await ownDefinitions();
  return [
    ...[...found].flatMap(([name, text]) => {
      if (!own.has(name)) return [`${name} is not one of this release`];
      return own.get(name) === text ? [] : [`${name} is not as this release makes it`];
    }),
    ...[...own.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
  ];
}

async function ownDefinitions(): Promise<ReadonlyMap<string, string>> {
  const fresh = new Kysely<Tables>({ dialect: sqliteDialect(':memory:', 'write') });
  try {
    await migrate(fresh, 'sqlite');
    return await definitionsIn(fresh);
  } finally {
    await fresh.destroy();
  }
}

/** Tables that the search and the migration tool define in words of their own, which change with their releases. */
const foreign = /^table (?:search_text_|kysely_)/;
/** What SQLite makes by itself when it gathers statistics. */
const statistics = /^table sqlite_stat/;

async function definitionsIn(db: Db): Promise<ReadonlyMap<string, string>> {
  const named = (await schemaRows(db)).map(({ type, name, text }) => [`${type} ${name}`, text ?? ''] as const);
  const own = named.filter(([name]) => !statistics.test(name));
  return new Map(own.map(([name, text]) => [name, foreign.test(name) ? '' : text]));
}
const schemaRows = preparedRows(
  () => sql<{ type: string; name: string; text: string | null }>`select type, name, sql as text from sqlite_master`,
);
