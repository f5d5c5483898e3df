/**
 * How many records of a kind there are, by status, type and project: kept by triggers in the change's own transaction, so that the total
 * of a list is exact and costs a few dozen rows, however many records are counted (contract, REST, R55; migration 0009).
 */
import type { Db } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import type { ListRequest } from './record-lists.ts';

/** Kinds whose records are many and are only ever listed within their document or site. */
export const untallied = ['section', 'hazard', 'coshh', 'personnel', 'version', 'signoff', 'photo'] as const;

/** Stands for all projects together; and for no status, and no type. */
export const none = '';

type Counted = Omit<ListRequest, 'order' | 'page' | 'perPage' | 'after'>;

/** Undefined where the tally does not know: then the records themselves are to be counted. */
export async function talliedCount(
  db: Db,
  orgId: string,
  { kind, filters = {}, includeDeleted, ...others }: Counted,
): Promise<number | undefined> {
  const { status, type, project_id: projectId, ...otherFilters } = filters;
  const knows = Object.values({ ...others, ...otherFilters }).every((wanted) => wanted === undefined);
  if (!knows || untallied.some((each) => each === kind)) return undefined;
  const wanted = { status, type, project_id: projectId ?? none };
  let query = db.selectFrom('record_tally').where('org_id', '=', orgId).where('kind', '=', kind);
  for (const column of ['status', 'type', 'project_id'] as const) {
    const values = wanted[column];
    if (values !== undefined) query = query.where(column, 'in', anyOf([values].flat()));
  }
  if (!includeDeleted) query = query.where('deleted', '=', 0);
  const { total } = await query
    .select(({ fn }) => fn.sum<number | string | null>('total').as('total'))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}
