/** The database of a storm, and copies of it, which are made and put back while no server has it open. */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../server/store/engine/engine.ts';
import { databaseUrl, runStatement } from '../kit/postgres-database.ts';
import { startPostgres } from '../kit/postgres.ts';

export interface StormStore extends AsyncDisposable {
  /** Settings of a server that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Returns what puts the copy in its place. */
  copy(): Promise<() => Promise<void>>;
}

/** All files go into the folder `keep`, and stay there; without it, into a temporary one. */
export async function openStore(engine: Engine, keep: string | undefined): Promise<StormStore> {
  const opened = new AsyncDisposableStack();
  const folder = keep ?? (await mkdtemp(join(tmpdir(), 'sitefile-storm-')));
  if (keep === undefined) opened.defer(() => rm(folder, { recursive: true, force: true }));
  else await mkdir(folder, { recursive: true });
  const dispose = { folder, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  if (engine === 'sqlite') return { ...sqliteStore(folder), ...dispose };
  const cluster = opened.use(await startPostgres());
  const name = `sitefile_storm_${process.pid}`;
  await runStatement(cluster.url, `create database ${name} template template0`);
  const copy = `${name}_copy`;
  const drop = (database: string) => runStatement(cluster.url, `drop database if exists ${database} with (force)`);
  opened.defer(async () => {
    await drop(name);
    await drop(copy);
  });
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: databaseUrl(cluster.url, name) },
    copy: async () => {
      await drop(copy);
      await runStatement(cluster.url, `create database ${copy} template ${name}`);
      return async () => {
        await drop(name);
        await runStatement(cluster.url, `create database ${name} template ${copy}`);
      };
    },
    ...dispose,
  };
}

function sqliteStore(folder: string): Pick<StormStore, 'environment' | 'copy'> {
  const file = join(folder, 'sitefile.db');
  const copy = `${file}.copy`;
  const logs = ['', '-wal', '-shm'];
  const move = async (from: string, to: string): Promise<void> => {
    for (const log of logs) {
      await rm(`${to}${log}`, { force: true });
      await copyFile(`${from}${log}`, `${to}${log}`).catch(() => undefined); // a closed database has no log
    }
  };
  return {
    environment: { DATA_DIR: folder },
    copy: async () => {
      await move(file, copy);
      return () => move(copy, file);
    },
  };
}
