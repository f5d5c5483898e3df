/**
 * Brings the tables up to date when a store opens. Any number of processes may open at once: on SQLite the whole
 * migration is one immediate transaction, on PostgreSQL Kysely holds an advisory lock.
 */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { engineOf, type Db } from './engine/db.ts';
import type { Engine } from './engine/engine.ts';
import { preparedRows } from './engine/prepared.ts';
import { migrationsFor } from './migrations/index.ts';

/** Throws what the failing migration threw; then nothing of it has happened. */
export async function migrate(writer: Db, engine: Engine): Promise<void> {
  const run = async (db: Db): Promise<void> => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(engine) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  await (engine === 'sqlite' ? writer.transaction().execute(run) : run(writer));
}

/** Migrations of this program that the database lacks, as after a restore of an older backup. */
export async function missingMigrations(db: Db): Promise<readonly string[]> {
  const ran = new Set((await migrationNames(db)).map(({ name }) => name));
  return Object.keys(migrationsFor(engineOf(db))).filter((name) => !ran.has(name));
}
const migrationNames = preparedRows(() => sql<{ name: string }>`select name from kysely_migration`);
