/** Filtered, ordered and paged lists of one kind of record, for the REST API (contract, REST, R13, R17 and R53 to R55). */
import { anyOf } from '../engine/clauses.ts';
import type { Db } from '../engine/db.ts';
import { preparedFirst, preparedRows } from '../engine/prepared.ts';
import { limitsOf, type Page, type PageRequest } from '../tables/rows.ts';
import type { RecordTable } from '../tables/tables.ts';
import { isRecordVisible } from './contractor-access.ts';

const filterColumns = ['id', 'status', 'type', 'project_id', 'site_id', 'document_id', 'created_by'] as const;

interface Filter {
  readonly kind: string;
  /** One value or any of several; an empty list matches nothing. */
  readonly filters?: { readonly [column in (typeof filterColumns)[number]]?: string | readonly string[] | undefined };
  /** Inclusive, so that a poll from the last `updated_at` seen cannot skip a record. */
  readonly updatedSince?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Limits the result to what this contractor may see. */
  readonly firm?: string | undefined;
}

export interface ListRequest extends Filter, PageRequest {
  readonly order: Order;
  /** Keyset cursor: the page begins after this row, and the page number is ignored. Not supported for the order `sort_key`. */
  readonly after?: Place | undefined;
}

const orders = {
  updated_at: ['updated_at', 'asc'],
  'updated_at desc': ['updated_at', 'desc'],
  created_at: ['created_at', 'asc'],
  'created_at desc': ['created_at', 'desc'],
  sort_key: ['sort_key', 'asc'],
} as const;
export type Order = keyof typeof orders;

/** The position of a row in an order, unaffected by inserts and removals around it. */
export interface Place {
  readonly value: string;
  readonly id: string;
}

/** Ties are broken by id, so that pages never overlap. */
export async function listRecords(db: Db, orgId: string, request: ListRequest): Promise<Page<RecordTable>> {
  return { rows: await pageOfRecords(db, orgId, request), total: await countRecords(db, orgId, request) };
}

/** `beyond` = rows to read in addition to the page, which tell the caller whether there is a next page. */
export async function pageOfRecords(db: Db, orgId: string, request: ListRequest, beyond = 0): Promise<RecordTable[]> {
  const { order, after } = request;
  const { limit, offset } = limitsOf(request);
  const from = order === 'sort_key' ? undefined : after;
  return await pages[order](db, orgId, filterOf(request), from, limit + beyond, after === undefined ? offset : 0);
}

/** Walks an index; linear in the number of matching records. */
export async function countRecords(db: Db, orgId: string, request: Filter): Promise<number> {
  return (await countOf(db, orgId, filterOf(request)))?.total ?? 0;
}

/** Time of the kind's last change; null = no records. Every change increases it, because times are unique within an organisation. */
export async function lastChangeOf(db: Db, orgId: string, kind: string): Promise<string | null> {
  return (await lastChange(db, orgId, kind))?.at ?? null;
}
const lastChange = preparedFirst((db, orgId: string, kind: string) =>
  db
    .selectFrom('record')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind),
);

/** The row's position in the order; undefined for `sort_key`, which has no cursors. */
export function placeInList(
  row: Pick<RecordTable, 'id' | 'created_at' | 'updated_at'>,
  order: Order,
): Place | undefined {
  const [column] = orders[order];
  return column === 'sort_key' ? undefined : { value: row[column], id: row.id };
}

/** One prepared query per order, because column and direction are part of the SQL. */
const pages = {
  updated_at: pageBy('updated_at'),
  'updated_at desc': pageBy('updated_at desc'),
  created_at: pageBy('created_at'),
  'created_at desc': pageBy('created_at desc'),
  sort_key: pageBy('sort_key'),
} as const satisfies Record<Order, unknown>;

function pageBy(order: Order) {
  const [column, direction] = orders[order];
  return preparedRows((db, orgId: string, filter: Filter, after: Place | undefined, limit: number, offset: number) => {
    let query = matching(db, orgId, filter).selectAll();
    if (after !== undefined)
      query = query.where((eb) =>
        eb(eb.refTuple(column, 'id'), direction === 'asc' ? '>' : '<', eb.tuple(after.value, after.id)),
      );
    return (
      query
        // SQLite puts NULL first by default, PostgreSQL last; only `sort_key` can be NULL.
        .orderBy(column, (by) => (column === 'sort_key' ? by.asc().nullsFirst() : by[direction]()))
        .orderBy('id', direction)
        .limit(limit)
        .offset(offset)
    );
  });
}

const countOf = preparedFirst((db, orgId: string, filter: Filter) =>
  matching(db, orgId, filter).select(({ fn }) => fn.countAll<number>().as('total')),
);

/** Only the filter members. A list of one value becomes that value, because then an index walk returns the rows in order. */
function filterOf({ kind, filters = {}, updatedSince, includeDeleted = false, firm }: Filter): Filter {
  const single = (value: string | readonly string[] | undefined): string | readonly string[] | undefined =>
    typeof value === 'object' && value.length === 1 ? value[0] : value;
  const values = filterColumns.map((column) => [column, single(filters[column])]);
  return { kind, filters: Object.fromEntries(values), updatedSince, includeDeleted, firm };
}

function matching(db: Db, orgId: string, { kind, filters = {}, updatedSince, includeDeleted, firm }: Filter) {
  let query = db.selectFrom('record').where('org_id', '=', orgId).where('kind', '=', kind);
  for (const column of filterColumns) {
    const value = filters[column];
    if (Array.isArray(value)) query = query.where(column, 'in', anyOf(value));
    else if (value !== undefined) query = query.where(column, '=', value);
  }
  if (firm !== undefined) query = query.where(isRecordVisible(db, orgId, firm));
  if (updatedSince !== undefined) query = query.where('updated_at', '>=', updatedSince);
  return includeDeleted ? query : query.where('deleted', '=', 0);
}
