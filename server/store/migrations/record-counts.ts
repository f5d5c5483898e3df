/** Triggers that maintain the record counts (contract, REST, R55; records/record-counts.ts). */
import { sql, type Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { uncountedKinds } from '../records/record-counts.ts';

const isCounted = `new.kind not in (${uncountedKinds.map((kind) => `'${kind}'`).join(', ')})`;
const countedColumns = ['status', 'type', 'project_id', 'deleted'] as const;

const oneLess = `update record_count set total = total - 1
  where org_id = old.org_id and kind = old.kind and project_id in ('', coalesce(old.project_id, ''))
  and status = coalesce(old.status, '') and type = coalesce(old.type, '') and deleted = old.deleted;`;

/** Counts the record for all projects together and, if it has a project, for that project. */
const oneMore = `insert into record_count
  select new.org_id, new.kind, project, coalesce(new.status, ''), coalesce(new.type, ''), new.deleted, 1
  from (select '' as project union all select new.project_id where new.project_id is not null) as projects where true
  on conflict (org_id, kind, project_id, status, type, deleted) do update set total = record_count.total + 1;`;

/** Most updates do not change the counted columns, and skip the trigger. */
const changesCount = (differs: string): string =>
  countedColumns.map((column) => `old.${column} ${differs} new.${column}`).join(' or ');

const onSqlite = [
  `create trigger record_counted after insert on record when ${isCounted} begin ${oneMore} end`,
  `create trigger record_recounted after update of ${countedColumns.join(', ')} on record
    when ${isCounted} and (${changesCount('is not')}) begin ${oneLess} ${oneMore} end`,
];

const onPostgres = [
  `create function count_record() returns trigger language plpgsql as
    $$ begin if tg_op = 'UPDATE' then ${oneLess} end if; ${oneMore} return null; end $$`,
  `create trigger record_counted after insert on record for each row
    when (${isCounted}) execute function count_record()`,
  `create trigger record_recounted after update of ${countedColumns.join(', ')} on record for each row
    when (${isCounted} and (${changesCount('is distinct from')})) execute function count_record()`,
];

export async function keepRecordCounts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === 'sqlite' ? onSqlite : onPostgres) await sql.raw(statement).execute(db);
}
