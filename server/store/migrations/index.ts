/** All migrations in order. Imported instead of read from a folder, so that a bundled server includes them. Released ones never change. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine/engine.ts';
import { access } from './access.ts';
import { define } from './ddl.ts';
import { log, protectLog } from './log.ts';
import { queues } from './queues.ts';
import { keepRecordCounts } from './record-counts.ts';
import { records } from './records.ts';
import { search } from './search.ts';

export function migrationsFor(engine: Engine): Record<string, Migration> {
  return { '0001-first-schema': { up: (db) => firstSchema(db, engine) } };
}

async function firstSchema(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const tables of [records, log, access, queues, search[engine]]) await define(db, engine, tables);
  await protectLog(db, engine);
  await keepRecordCounts(db, engine);
}
