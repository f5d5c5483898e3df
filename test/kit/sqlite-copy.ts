/** A copy of a SQLite database, made while the server runs, and put in its place once it is closed. */
import { copyFile, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../server/store/engine/db.ts';

export async function copyOfSqlite(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const file = rows[0]?.file ?? '';
  const copy = `${file}.${randomUUID()}`;
  await sql`vacuum into ${copy}`.execute(db);
  return async () => {
    for (const log of ['-wal', '-shm']) await rm(`${file}${log}`, { force: true });
    await copyFile(copy, file);
  };
}
