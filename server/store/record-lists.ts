/** Lists of one kind of record, filtered, ordered and paged, as the REST lists show them (contract, REST, R13 and R17). */
import type { Kysely } from 'kysely';
import { anyOf } from './any-of.ts';
import type { Page, PageRequest } from './rows.ts';
import type { RecordTable, Tables } from './tables.ts';

type FilterColumn = 'status' | 'type' | 'project_id' | 'site_id' | 'document_id' | 'created_by';

export interface ListRequest extends PageRequest {
  readonly kind: string;
  /** One value or any of several; none of them finds nothing. */
  readonly filters?: { readonly [column in FilterColumn]?: string | readonly string[] | undefined };
  /** Inclusive, so that asking again from the last `updated_at` seen can skip nothing. */
  readonly updatedSince?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  readonly order: 'updated_at' | 'created_at desc' | 'sort_key';
}

/** Ties are broken by id, so that pages never overlap. */
export async function listRecords(db: Kysely<Tables>, orgId: string, request: ListRequest): Promise<Page<RecordTable>> {
  const { updatedSince, page, perPage } = request;
  let query = db.selectFrom('record').where('org_id', '=', orgId).where('kind', '=', request.kind);
  for (const [column, wanted] of filtersOf(request)) {
    query = typeof wanted === 'string' ? query.where(column, '=', wanted) : query.where(column, 'in', anyOf(wanted));
  }
  if (updatedSince !== undefined) query = query.where('updated_at', '>=', updatedSince);
  if (!request.includeDeleted) query = query.where('deleted', '=', 0);
  const [column, direction] = orders[request.order];
  const rows = await query
    .selectAll()
    // SQLite puts NULL first by itself, PostgreSQL last; only `sort_key` can be NULL.
    .orderBy(column, (order) => (column === 'sort_key' ? order.asc().nullsFirst() : order[direction]()))
    .orderBy('id', direction)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

const orders = {
  updated_at: ['updated_at', 'asc'],
  'created_at desc': ['created_at', 'desc'],
  sort_key: ['sort_key', 'asc'],
} as const;

function filtersOf({ filters = {} }: ListRequest): [FilterColumn, string | readonly string[]][] {
  const columns: readonly FilterColumn[] = ['status', 'type', 'project_id', 'site_id', 'document_id', 'created_by'];
  return columns.flatMap((column) => {
    const wanted = filters[column];
    return wanted === undefined ? [] : [[column, wanted]];
  });
}
