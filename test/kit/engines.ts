/** The storage engines under test: every rule of the store is tested on both, with `describe.each(engines)`. The fast lane has SQLite only. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Engine } from '../../server/store/engine/engine.ts';
import type { PostgresForTests } from './global-setup.ts';
import { databaseUrl, runStatement } from './postgres-database.ts';

export const engines: readonly Engine[] =
  process.env['TEST_ENGINES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];

export interface FreshStoreOptions extends AsyncDisposable {
  readonly url: string | undefined;
  readonly file: string;
  /** After the stores are closed: removes the database. */
  dispose(): Promise<void>;
}

/** Where to open a store that nobody has used. `migrated: false` = without any table (PostgreSQL starts from a migrated copy otherwise). */
export async function freshStoreOptions(engine: Engine, { migrated = true } = {}): Promise<FreshStoreOptions> {
  const database = engine === 'postgres' ? await freshDatabase(migrated) : undefined;
  const dir = await mkdtemp(join(tmpdir(), 'sitefile-store-'));
  const file = join(dir, 'store.sqlite');
  const dispose = async (): Promise<void> => {
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  };
  return { url: database?.url, file, dispose, [Symbol.asyncDispose]: dispose };
}

async function freshDatabase(migrated: boolean): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template } = await postgresForTests();
  const name = `sitefile_test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(url, `create database ${name} template ${migrated ? template : 'template0'}`);
  return { url: databaseUrl(url, name), drop: () => runStatement(url, `drop database ${name} with (force)`) };
}

async function postgresForTests(): Promise<PostgresForTests> {
  const response = await fetch(inject('postgresLauncher'));
  if (!response.ok) throw new Error(`PostgreSQL for the tests did not start:\n${await response.text()}`);
  return (await response.json()) as PostgresForTests; // global-setup.ts answers with nothing else
}
