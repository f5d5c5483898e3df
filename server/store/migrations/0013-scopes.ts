/** Scopes of the feed (contract, Sync): to which project each record belongs, the sums of each scope, what has moved, what was swept. */
import { sql, type Kysely } from 'kysely';
import { added, contributionOf, emptySum, everyScope, type ScopeSum } from '../../../shared/sync/scope-checksum.ts';
import type { Engine, SchemaWords } from '../engine/engine.ts';

const pageRows = 5000;

export async function scopes(
  db: Kysely<unknown>,
  { text, integer, strict }: SchemaWords,
  engine: Engine,
): Promise<void> {
  await sql`alter table token add column project_ids ${text}`.execute(db);
  await sql`alter table record add column scope ${text} not null default ''`.execute(db);
  await sql`create table scope_sum (
    org_id ${text} not null references feed (org_id),
    scope ${text} not null,
    kind ${text} not null,
    total ${integer} not null,
    digest ${integer} not null,
    primary key (org_id, scope, kind)
  ) ${strict}`.execute(db);
  await sql`create table scope_move (
    org_id ${text} not null references feed (org_id),
    seq ${integer} not null,
    id ${text} not null,
    kind ${text} not null,
    rev ${integer} not null,
    from_scope ${text} not null,
    to_scope ${text} not null,
    primary key (org_id, seq)
  ) ${strict}`.execute(db);
  await sql`create table scope_horizon (
    org_id ${text} not null references feed (org_id),
    scope ${text} not null,
    seq ${integer} not null,
    primary key (org_id, scope)
  ) ${strict}`.execute(db);
  await place(db);
  await sql`create index record_by_scope on record (org_id, scope, seq)`.execute(db);
  await sql`create index record_tombstones on record (updated_at) where deleted = 1`.execute(db);
  await sum(db);
  await (engine === 'sqlite' ? letGoOnSqlite(db) : letGoOnPostgres(db));
}

/** From the outside in: projects, what names one, what stands at a site, what belongs to a document, and conflicts about any of them. */
async function place(db: Kysely<unknown>): Promise<void> {
  await sql`update record set scope = id where kind = 'project'`.execute(db);
  await sql`update record set scope = project_id where kind <> 'project' and project_id is not null`.execute(db);
  for (const parent of ['site_id', 'document_id'] as const)
    await sql`update record set scope =
      (select parent.scope from record as parent where parent.org_id = record.org_id and parent.id = record.${sql.ref(parent)})
      where scope = '' and kind <> 'project' and ${sql.ref(parent)} is not null
      and exists (select 1 from record as parent where parent.org_id = record.org_id and parent.id = record.${sql.ref(parent)})`.execute(
      db,
    );
  const conflicts = await sql<{ org_id: string; id: string; body: string }>`
    select org_id, id, body from record where kind = 'conflict' and document_id is null`.execute(db);
  for (const { org_id: orgId, id, body } of conflicts.rows) {
    const about = (JSON.parse(body) as { record_id?: string }).record_id ?? ''; // a conflict names its record
    await sql`update record set scope = coalesce(
      (select about.scope from record as about where about.org_id = ${orgId} and about.id = ${about}), '')
      where org_id = ${orgId} and id = ${id}`.execute(db);
  }
}

async function sum(db: Kysely<unknown>): Promise<void> {
  const sums = new Map<string, ScopeSum>();
  let [org, id] = ['', ''];
  for (;;) {
    const { rows } = await sql<{ org_id: string; id: string; rev: number; kind: string; scope: string }>`
      select org_id, id, rev, kind, scope from record
      where deleted = 0 and (org_id > ${org} or (org_id = ${org} and id > ${id}))
      order by org_id, id limit ${sql.lit(pageRows)}`.execute(db);
    for (const row of rows)
      for (const scope of [row.scope, everyScope]) {
        const key = JSON.stringify([row.org_id, scope, row.kind]);
        const one = { count: 1, sum: contributionOf(row.id, row.rev) };
        sums.set(key, added(sums.get(key) ?? emptySum, one));
      }
    const last = rows.at(-1);
    if (!last) break;
    [org, id] = [last.org_id, last.id];
  }
  for (const [key, { count, sum: digest }] of sums) {
    const [orgId, scope, kind] = JSON.parse(key) as [string, string, string]; // written above
    await sql`insert into scope_sum values (${orgId}, ${scope}, ${kind}, ${count}, ${digest})`.execute(db);
  }
}

/** Records still do not vanish, but for tombstones of entries that are noted as swept: whoever may have missed one is told to begin again. */
const isSwept = sql`old.deleted = 1 and old.kind in ('section', 'hazard', 'coshh', 'personnel') and exists (
  select 1 from scope_horizon as horizon
  where horizon.org_id = old.org_id and horizon.scope = old.scope and horizon.seq >= old.seq)`;

async function letGoOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger record_refuses_delete`.execute(db);
  await sql`create trigger record_refuses_delete before delete on record when not (${isSwept})
    begin select raise(abort, 'delete of record is refused'); end`.execute(db);
}

async function letGoOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_record_delete() returns trigger language plpgsql as
    $$ begin if not (${isSwept}) then raise exception 'delete of record is refused'; end if; return old; end $$`.execute(
    db,
  );
  await sql`drop trigger record_refuses_change on record`.execute(db);
  await sql`create trigger record_refuses_change before delete on record
    for each row execute function refuse_record_delete()`.execute(db);
}
