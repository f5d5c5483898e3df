/**
 * What makes a write lighter. The search index follows the feed instead of every write: it keeps its place, and by what text it knows a
 * record. And the tally of records is looked after only where a
 * change sets what records are counted by.
 */
import { sql, type Kysely } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';
import { retallyOnPostgres, retallyOnSqlite, talliedColumns } from './0009-record-tally.ts';

export async function lighterWrites(
  db: Kysely<unknown>,
  { text, integer, strict }: SchemaWords,
  engine: Engine,
): Promise<void> {
  await sql`alter table search add column digest ${text} not null default ''`.execute(db);
  await sql`create table search_place (
    org_id ${text} primary key not null references feed (org_id),
    seq ${integer} not null
  ) ${strict}`.execute(db);
  // Until now each write indexed its own records: behind the last of them nothing is missing.
  await sql`insert into search_place select org_id, max(seq) from search group by org_id`.execute(db);
  const moved = sql`update of ${sql.join(talliedColumns.map((column) => sql.ref(column)))}`;
  await sql`drop trigger record_retallied ${engine === 'sqlite' ? sql`` : sql`on record`}`.execute(db);
  await (engine === 'sqlite' ? retallyOnSqlite(db, moved) : retallyOnPostgres(db, moved));
}
