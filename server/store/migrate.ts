/**
 * Migrates the tables when a store opens. Any number of processes may open it at the same time: on SQLite the whole migration is one
 * immediate transaction, and on PostgreSQL Kysely holds an advisory lock.
 */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { engineOf, type Db } from './engine/db.ts';
import type { Engine } from './engine/engine.ts';
import { preparedRows } from './engine/prepared.ts';
import { migrationsFor } from './migrations/index.ts';

/** Rethrows the error of a failing migration, after rolling it back. */
export async function migrate(writer: Db, engine: Engine): Promise<void> {
  const run = async (db: Db): Promise<void> => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  await (engine === 'sqlite' ? writer.transaction().execute(run) : run(writer));
}

/** Migrations that the database lacks, for example after restoring an older backup. */
export async function missingMigrations(db: Db): Promise<readonly string[]> {
  const ran = new Set((await migrationNames(db)).map(({ name }) => name));
  return Object.keys(migrationsFor(engineOf(db))).filter((name) => !ran.has(name));
}
const migrationNames = preparedRows(() => sql<{ name: string }>`select name from kysely_migration`);

/** Throws where the tables were made by another release than this one. */
export async function requireSameSchema(db: Db): Promise<void> {
  requireSameMigrations((await migrationNames(db)).map(({ name }) => name));
}

export function requireSameMigrations(names: readonly string[]): void {
  const own = Object.keys(migrationsFor('sqlite'));
  if (own.join() !== names.toSorted().join())
    throw new Error(
      `the tables are of another release (${names.join()}; this one has ${own.join()}): use that release`,
    );
}
