/**
 * One PostgreSQL cluster for a whole run of tests, started when the first test asks for it, so that a run without such
 * tests pays nothing. Tests run in processes of their own: they ask over HTTP, and get the reason when it cannot start.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../server/store/store.ts';
import { startPostgres, type Cluster } from './postgres.ts';
import { databaseUrl, runStatement } from './postgres-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with PostgresForTests. */
    readonly postgresLauncher: string;
  }
}

export interface PostgresForTests {
  readonly url: string;
  /** A database with all tables and no rows, to copy from. */
  readonly template: string;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Cluster> | undefined;
  const template = `sitefile_template_${randomUUID().replaceAll('-', '')}`;
  const start = async (): Promise<Cluster> => {
    const cluster = await startPostgres();
    await runStatement(cluster.url, `create database ${template}`);
    await (await openStore({ url: databaseUrl(cluster.url, template), file: '' })).close();
    return cluster;
  };
  const launcher = createServer((_, response) => {
    started ??= start();
    started.then(
      ({ url }) => response.end(JSON.stringify({ url, template } satisfies PostgresForTests)),
      (error: unknown) => response.writeHead(500).end(inspect(error)),
    );
  });
  await new Promise<void>((resolve) => launcher.listen(0, '127.0.0.1', resolve));
  const address = launcher.address();
  if (address === null || typeof address === 'string') throw new Error('the launcher has no port');
  project.provide('postgresLauncher', `http://127.0.0.1:${address.port}/`);
  return async () => {
    launcher.close();
    launcher.closeAllConnections();
    const cluster = await started?.catch(() => undefined); // the tests that asked have told why
    if (cluster === undefined) return;
    await runStatement(cluster.url, `drop database ${template} with (force)`);
    await cluster[Symbol.asyncDispose]();
  };
}
