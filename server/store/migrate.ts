/**
 * Brings the tables up to date when a store opens. Any number of processes may open at once: on SQLite the whole
 * migration is one immediate transaction, on PostgreSQL Kysely holds an advisory lock.
 */
import { Migrator } from 'kysely/migration';
import type { Db } from './engine/db.ts';
import type { Engine } from './engine/engine.ts';
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
