/** What happened and who did it: events and audit entries, which the database itself keeps from changing, as it keeps records from vanishing. */
import { sql, type Kysely } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';

export async function log(db: Kysely<unknown>, { text, integer, strict }: SchemaWords, engine: Engine): Promise<void> {
  await sql`create table event (
    org_id ${text} not null references feed (org_id),
    seq ${integer} not null,
    id ${text} not null,
    name ${text} not null,
    at ${text} not null,
    resource_id ${text} not null,
    body ${text} not null,
    primary key (org_id, seq),
    unique (org_id, id)
  ) ${strict}`.execute(db);

  await sql`create table audit (
    org_id ${text} not null references feed (org_id),
    seq ${integer} not null,
    entry ${text} not null,
    leaf ${text} not null,
    primary key (org_id, seq)
  ) ${strict}`.execute(db);

  const refuse = engine === 'sqlite' ? refuseOnSqlite : refuseOnPostgres;
  await refuse(db, 'event', ['update', 'delete']);
  await refuse(db, 'audit', ['update', 'delete']);
  await refuse(db, 'record', ['delete']);
}

type Operation = 'update' | 'delete';

async function refuseOnSqlite(db: Kysely<unknown>, table: string, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    await sql`create trigger ${sql.ref(`${table}_refuses_${operation}`)} before ${sql.raw(operation)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(`${operation} of ${table} is refused`)}); end`.execute(db);
  }
}

async function refuseOnPostgres(db: Kysely<unknown>, table: string, operations: readonly Operation[]): Promise<void> {
  await sql`create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception '% of % is refused', lower(tg_op), tg_table_name; end $$`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_refuses_change`)} before ${sql.raw(operations.join(' or '))} on ${sql.table(table)}
    for each row execute function refuse_change()`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_refuses_truncate`)} before truncate on ${sql.table(table)}
    for each statement execute function refuse_change()`.execute(db);
}
