/** The tally of records (contract, REST, R55): its table, the triggers that keep it, and what it says of the records that are there. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Engine, SchemaWords } from '../engine/engine.ts';
import { untallied } from '../records/record-counts.ts';

export async function recordTally(
  db: Kysely<unknown>,
  { text, integer, strict }: SchemaWords,
  engine: Engine,
): Promise<void> {
  await sql`create table record_tally (
    org_id ${text} not null references feed (org_id),
    kind ${text} not null,
    project_id ${text} not null,
    status ${text} not null,
    type ${text} not null,
    deleted ${integer} not null,
    total ${integer} not null,
    primary key (org_id, kind, project_id, status, type, deleted)
  ) ${strict}`.execute(db);
  for (const project of [sql`''`, sql`project_id`])
    await sql`insert into record_tally
      select org_id, kind, ${project}, coalesce(status, ''), coalesce(type, ''), deleted, count(*) from record
      where kind not in (${kinds}) and ${project} is not null
      group by 1, 2, 3, 4, 5, 6`.execute(db);
  await (engine === 'sqlite' ? keepOnSqlite(db) : keepOnPostgres(db));
}

const kinds = sql.join(untallied.map((kind) => sql.lit(kind)));
/** By which records are counted. */
export const talliedColumns = ['status', 'type', 'project_id', 'deleted'] as const;

const oneLess = sql`update record_tally set total = total - 1
  where org_id = old.org_id and kind = old.kind and project_id in ('', coalesce(old.project_id, ''))
  and status = coalesce(old.status, '') and type = coalesce(old.type, '') and deleted = old.deleted;`;

/** Under its project, where it has one, and under all of them. */
const oneMore = sql`insert into record_tally
  select new.org_id, new.kind, project, coalesce(new.status, ''), coalesce(new.type, ''), new.deleted, 1
  from (select '' as project union all select new.project_id where new.project_id is not null) as projects where true
  on conflict (org_id, kind, project_id, status, type, deleted) do update set total = record_tally.total + 1;`;

async function keepOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger record_tallied after insert on record when new.kind not in (${kinds})
    begin ${oneMore} end`.execute(db);
  await retallyOnSqlite(db, sql`update`);
}

/** @param change the event of the trigger */
export async function retallyOnSqlite(db: Kysely<unknown>, change: RawBuilder<unknown>): Promise<void> {
  await sql`create trigger record_retallied after ${change} on record
    when new.kind not in (${kinds}) and (${moved(sql`is not`)})
    begin ${oneLess} ${oneMore} end`.execute(db);
}

async function keepOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function tally_record() returns trigger language plpgsql as
    $$ begin if tg_op = 'UPDATE' then ${oneLess} end if; ${oneMore} return null; end $$`.execute(db);
  await sql`create trigger record_tallied after insert on record for each row
    when (new.kind not in (${kinds})) execute function tally_record()`.execute(db);
  await retallyOnPostgres(db, sql`update`);
}

/** @param change the event of the trigger */
export async function retallyOnPostgres(db: Kysely<unknown>, change: RawBuilder<unknown>): Promise<void> {
  await sql`create trigger record_retallied after ${change} on record for each row
    when (new.kind not in (${kinds}) and (${moved(sql`is distinct from`)})) execute function tally_record()`.execute(
    db,
  );
}

/** Whether an update puts the record elsewhere; most do not. */
function moved(differs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql.join(
    talliedColumns.map((column) => sql`old.${sql.ref(column)} ${differs} new.${sql.ref(column)}`),
    sql` or `,
  );
}
