/** Events and audit entries. Triggers reject changes to them, and deletes of records and events other than expired ones. */
import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

export const log = `
create table event (
  org_id text not null references feed (org_id),
  seq integer not null,
  name text not null,
  at_ms integer not null,
  resource_id text not null,
  data text not null,
  primary key (org_id, seq)
) strict, without rowid

create table audit (
  org_id text not null references feed (org_id),
  seq integer not null,
  entry text not null,
  head text not null,
  primary key (org_id, seq)
) strict, without rowid
`;

/** A tombstone may be deleted once its scope's horizon has passed it: a device that missed it is told to resync the scope. */
const isExpired = `old.deleted = 1 and old.kind in ('section', 'hazard', 'coshh', 'personnel', 'crew_member', 'conflict', 'merged_edit', 'export', 'project_export') and exists (
  select 1 from scope_horizon as horizon
  where horizon.org_id = old.org_id and horizon.scope = old.scope and horizon.seq >= old.seq)`;

/** An event may be deleted once it is noted how far events are gone: a poller that missed it is told. */
const isGone = `exists (select 1 from feed where feed.org_id = old.org_id and feed.events_until >= old.seq)`;

export async function protectLog(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === 'sqlite' ? onSqlite() : onPostgres()) await sql.raw(statement).execute(db);
}

function onSqlite(): string[] {
  const refuse = (operation: string, table: string, unless = ''): string =>
    `create trigger ${table}_refuses_${operation} before ${operation} on ${table} ${unless}
      begin select raise(abort, '${operation} of ${table} is refused'); end`;
  return [
    refuse('update', 'event'),
    refuse('update', 'audit'),
    refuse('delete', 'audit'),
    refuse('delete', 'event', `when not ${isGone}`),
    refuse('delete', 'record', `when not (${isExpired})`),
  ];
}

function onPostgres(): string[] {
  const trigger = (name: string, when: string, table: string, run: string): string =>
    `create trigger ${table}_refuses_${name} before ${when} on ${table} for each ${run}()`;
  return [
    `create function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% of % is refused', lower(tg_op), tg_table_name; end $$`,
    `create function refuse_record_delete() returns trigger language plpgsql as
      $$ begin if not (${isExpired}) then raise exception 'delete of record is refused'; end if; return old; end $$`,
    `create function refuse_event_delete() returns trigger language plpgsql as
      $$ begin if not ${isGone} then raise exception 'delete of event is refused'; end if; return old; end $$`,
    trigger('update', 'update', 'event', 'row execute function refuse_change'),
    trigger('delete', 'delete', 'event', 'row execute function refuse_event_delete'),
    trigger('change', 'update or delete', 'audit', 'row execute function refuse_change'),
    trigger('change', 'delete', 'record', 'row execute function refuse_record_delete'),
    ...['event', 'audit', 'record'].map((table) =>
      trigger('truncate', 'truncate', table, 'statement execute function refuse_change'),
    ),
  ];
}
