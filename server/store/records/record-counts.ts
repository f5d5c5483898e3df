/**
 * How many records of a kind there are, by status, type and project. Triggers keep the counts in the change's own transaction, so that the
 * total of a list is exact and reads a few dozen rows, however many records are counted (contract, REST, R55; migrations/record-counts.ts).
 */
import { anyOf } from '../engine/clauses.ts';
import type { Db } from '../engine/db.ts';
import { preparedFirst } from '../engine/prepared.ts';
import type { ListRequest } from './record-lists.ts';

/** Kinds that have many records and are only ever listed within their document or site. */
export const uncountedKinds = ['section', 'hazard', 'coshh', 'personnel', 'version', 'signoff', 'photo'] as const;

/** Stands for all projects together; and for no status, and no type. */
const none = '';

type Counted = Omit<ListRequest, 'order' | 'page' | 'perPage' | 'after'>;

/** Undefined where these counts cannot tell: then the records themselves have to be counted. */
export async function storedCount(
  db: Db,
  orgId: string,
  { kind, filters = {}, includeDeleted = false, ...others }: Counted,
): Promise<number | undefined> {
  const { status, type, project_id: projectId = none, ...otherFilters } = filters;
  const knows = Object.values({ ...others, ...otherFilters }).every((wanted) => wanted === undefined);
  if (!knows || uncountedKinds.some((each) => each === kind)) return undefined;
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
