/** Backup and restore of the test's server (SQLite). */
import { copyFileSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { World } from '../../kit/world.ts';

export interface Backup {
  /** Stops the server, replaces its file, and restarts it with a new feed epoch. */
  restore(): Promise<void>;
}

export async function backUp(world: World): Promise<Backup> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(world.app.commitContext.store.db);
  const file = rows[0]?.file ?? '';
  const copy = `${file}.backup`;
  await sql`vacuum into ${copy}`.execute(world.app.commitContext.store.db);
  return {
    restore: async () => {
      await world.app.close();
      for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
      copyFileSync(copy, file);
      await world.restart();
      const { store, newId } = world.app.commitContext;
      await store.transaction((trx) => trx.updateTable('feed').set({ epoch: newId() }).execute());
    },
  };
}

/** The name of the server's present history. */
export async function epochOf(world: World): Promise<string> {
  const feed = await world.app.commitContext.store.db.selectFrom('feed').select('epoch').executeTakeFirstOrThrow();
  return feed.epoch;
}
