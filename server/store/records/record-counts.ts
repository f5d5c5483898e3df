/**
 * Record counts by kind, status, type and project. Triggers maintain them in the transaction of the change, so that the total of a list is
 * exact and reads a few dozen rows, regardless of the number of records (contract, REST, R55; migrations/record-counts.ts).
 */
import { sql } from 'kysely';
import { anyOf } from '../engine/clauses.ts';
import type { Db } from '../engine/db.ts';
import { preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { ListRequest } from './record-lists.ts';

/** Kinds with many records that are only listed within their document or site. */
export const uncountedKinds = [
  'section',
  'hazard',
  'coshh',
  'personnel',
  'version',
  'signoff',
  'crew_member',
  'photo',
] as const;

/** As `project_id`: all projects together. As `status` or `type`: none. */
const none = '';

type Counted = Omit<ListRequest, 'order' | 'page' | 'perPage' | 'after'>;

/** Undefined if the stored counts do not cover the filter; the caller must then count the records. */
export async function storedCount(
  db: Db,
  orgId: string,
  { kind, filters = {}, includeDeleted = false, ...others }: Counted,
): Promise<number | undefined> {
  const { status, type, project_id: projectId = none, ...otherFilters } = filters;
  const isCovered = Object.values({ ...others, ...otherFilters }).every((value) => value === undefined);
  if (!isCovered || uncountedKinds.some((each) => each === kind)) return undefined;
  const counted = { status: listOf(status), type: listOf(type), project_id: listOf(projectId) };
  return Number((await sumOf(db, orgId, kind, counted, includeDeleted))?.total ?? 0);
}

function listOf(wanted: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof wanted === 'string' ? [wanted] : wanted;
}

type Filters = Readonly<Record<'status' | 'type' | 'project_id', readonly string[] | undefined>>;

const sumOf = preparedFirst((db, orgId: string, kind: string, filters: Filters, includeDeleted: boolean) => {
  let query = db.selectFrom('record_count').where('org_id', '=', orgId).where('kind', '=', kind);
  for (const column of ['status', 'type', 'project_id'] as const) {
    const values = filters[column];
    if (values !== undefined) query = query.where(column, 'in', anyOf(values));
  }
  if (!includeDeleted) query = query.where('deleted', '=', 0);
  return query.select(({ fn }) => fn.sum<number | string | null>('total').as('total'));
});

/** Kinds that the stored counts speak of. */
export const listCountedKinds = preparedRows((db, orgId: string) =>
  db.selectFrom('record_count').select('kind').distinct().where('org_id', '=', orgId).orderBy('kind'),
);

/** Whether the stored counts of the kind are those of its records, in one statement. */
export async function hasRightCounts(db: Db, orgId: string, kind: string): Promise<boolean> {
  return (await wrongCounts(db, orgId, kind)).length === 0;
}
const wrongCounts = preparedRows(
  (_db, orgId: string, kind: string) => sql`
    select status from (
      select project_id, status, type, deleted, total from record_count where org_id = ${orgId} and kind = ${kind}
      union all
      select '', coalesce(status, ''), coalesce(type, ''), deleted, -1 from record where org_id = ${orgId} and kind = ${kind}
      union all
      select project_id, coalesce(status, ''), coalesce(type, ''), deleted, -1 from record
        where org_id = ${orgId} and kind = ${kind} and project_id is not null
    ) as counted
    group by project_id, status, type, deleted having sum(total) <> 0 limit 1`,
);
