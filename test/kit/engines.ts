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
  /** PostgreSQL only: copies the database while nothing has it open; the returned function puts the copy in its place. */
  readonly copy: (() => Promise<() => Promise<void>>) | undefined;
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
  return { url: database?.url, file, copy: database?.copy, dispose, [Symbol.asyncDispose]: dispose };
}

interface FreshDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
  readonly copy: () => Promise<() => Promise<void>>;
}

async function freshDatabase(migrated: boolean): Promise<FreshDatabase> {
  const { url, template } = await postgresForTests();
  const name = `sitefile_test_${randomUUID().replaceAll('-', '')}`;
  await createFrom(url, name, migrated ? template : 'template0');
  const copies: string[] = [];
  const drop = async (): Promise<void> => {
    for (const each of [name, ...copies]) await runStatement(url, `drop database ${each} with (force)`);
  };
  const copy = async (): Promise<() => Promise<void>> => {
    const kept = `${name}_${copies.length}`;
    await createFrom(url, kept, name);
    copies.push(kept);
    return async () => {
      await runStatement(url, `drop database ${name} with (force)`);
      await createFrom(url, name, kept);
    };
  };
  return { url: databaseUrl(url, name), drop, copy };
}

/** Copies the files of a database: without a disk to wait for that takes a third of the time of a copy through the log. */
function createFrom(url: string, name: string, template: string): Promise<void> {
  return runStatement(url, `create database ${name} template ${template} strategy file_copy`);
}

async function postgresForTests(): Promise<PostgresForTests> {
  const response = await fetch(inject('postgresLauncher'));
  if (!response.ok) throw new Error(`PostgreSQL for the tests did not start:\n${await response.text()}`);
  return (await response.json()) as PostgresForTests; // global-setup.ts answers with nothing else
}
