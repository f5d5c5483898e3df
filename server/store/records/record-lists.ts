/** Lists of one kind of record, filtered, ordered and paged, as the REST lists show them (contract, REST, R13, R17 and R53 to R55). */
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import { inPartOf } from './contractor-access.ts';
import type { Page, PageRequest } from '../tables/rows.ts';
import type { RecordTable, Tables } from '../tables/tables.ts';

type FilterColumn = 'status' | 'type' | 'project_id' | 'site_id' | 'document_id' | 'created_by';

export interface ListRequest extends PageRequest {
  readonly kind: string;
  /** One value or any of several; none of them finds nothing. */
  readonly filters?: { readonly [column in FilterColumn]?: string | readonly string[] | undefined };
  /** Inclusive, so that asking again from the last `updated_at` seen can skip nothing. */
  readonly updatedSince?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Only what is this contractor's part. */
  readonly firm?: string | undefined;
  readonly order: Order;
  /** The row behind which the page begins, instead of by its number; not in the order of `sort_key`. */
  readonly after?: Place | undefined;
}

export type Order = 'updated_at' | 'updated_at desc' | 'created_at' | 'created_at desc' | 'sort_key';

/** Where a row stands in an order: it stays there whatever is inserted or removed around it. */
export interface Place {
  readonly value: string;
  readonly id: string;
}

/** Ties are broken by id, so that pages never overlap. */
export async function listRecords(db: Db, orgId: string, request: ListRequest): Promise<Page<RecordTable>> {
  return { rows: await pageOfRecords(db, orgId, request), total: await countRecords(db, orgId, request) };
}

/** `beyond` = further rows than the page has, by which its reader knows whether more follow. */
export async function pageOfRecords(db: Db, orgId: string, request: ListRequest, beyond = 0): Promise<RecordTable[]> {
  const { page, perPage, after } = request;
  const [column, direction] = orders[request.order];
  return await matching(db, orgId, request)
    .selectAll()
    .$if(after !== undefined && column !== 'sort_key', (query) =>
      query.where((eb) =>
        eb(eb.refTuple(column, 'id'), direction === 'asc' ? '>' : '<', eb.tuple(after?.value ?? '', after?.id ?? '')),
      ),
    )
    // SQLite puts NULL first by itself, PostgreSQL last; only `sort_key` can be NULL.
    .orderBy(column, (order) => (column === 'sort_key' ? order.asc().nullsFirst() : order[direction]()))
    .orderBy('id', direction)
    .limit(perPage + beyond)
    .offset(after === undefined ? (page - 1) * perPage : 0)
    .execute();
}

/** Linear in what it counts, along an index. */
export async function countRecords(
  db: Db,
  orgId: string,
  request: Omit<ListRequest, 'page' | 'perPage'>,
): Promise<number> {
  const { total } = await matching(db, orgId, request)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Moves with every change of a record of the kind, because no two changes of an organisation have one time; null = there is none. */
export async function lastChangeOf(db: Db, orgId: string, kind: string): Promise<string | null> {
  const { at } = await db
    .selectFrom('record')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return at;
}

function matching(
  db: Db,
  orgId: string,
  request: Omit<ListRequest, 'page' | 'perPage'>,
): SelectQueryBuilder<Tables, 'record', object> {
  let query = db.selectFrom('record').where('org_id', '=', orgId).where('kind', '=', request.kind);
  for (const [column, wanted] of filtersOf(request)) {
    const [only, ...others] = typeof wanted === 'string' ? [wanted] : wanted;
    query =
      only !== undefined && others.length === 0
        ? query.where(column, '=', only)
        : query.where(column, 'in', anyOf(typeof wanted === 'string' ? [wanted] : wanted));
  }
  if (request.firm !== undefined) query = query.where(inPartOf(db, orgId, request.firm));
  if (request.updatedSince !== undefined) query = query.where('updated_at', '>=', request.updatedSince);
  return request.includeDeleted ? query : query.where('deleted', '=', 0);
}

/** Where the row stands in the order; undefined where the order has no such places. */
export function placeOf(row: Pick<RecordTable, 'id' | 'created_at' | 'updated_at'>, order: Order): Place | undefined {
  const [column] = orders[order];
  return column === 'sort_key' ? undefined : { value: row[column], id: row.id };
}

const orders = {
  updated_at: ['updated_at', 'asc'],
  'updated_at desc': ['updated_at', 'desc'],
  created_at: ['created_at', 'asc'],
  'created_at desc': ['created_at', 'desc'],
  sort_key: ['sort_key', 'asc'],
} as const;

function filtersOf({ filters = {} }: Pick<ListRequest, 'filters'>): [FilterColumn, string | readonly string[]][] {
  const columns: readonly FilterColumn[] = ['status', 'type', 'project_id', 'site_id', 'document_id', 'created_by'];
  return columns.flatMap((column) => {
    const wanted = filters[column];
    return wanted === undefined ? [] : [[column, wanted]];
  });
}
