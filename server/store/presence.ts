/** Whether there is a store at a place, seen without making one (contract, Configuration, CF10). */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { openReader, type StoreOptions } from './store.ts';

type Place = Pick<StoreOptions, 'url' | 'file'>;

export async function hasStore({ url, file }: Place): Promise<boolean> {
  if (url === undefined) return existsSync(file);
  await using reader = openReader({ url, file });
  const { rows } = await sql<{ feed: string | null }>`select to_regclass('feed')::text as feed`.execute(reader.db);
  return rows[0]?.feed !== null;
}
