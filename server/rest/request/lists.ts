/**
 * Lists in their envelope (contract, REST). A list whose row in the endpoint table has no default `per_page` is complete unless a page
 * is asked for: everything is on its first page, and `meta.per_page` still names the usual size.
 */
import { firmOf, type Actor } from '../../../shared/model/access.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import { usualPerPage, type SortKey } from '../../../shared/rest/endpoint.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { pageOfRecords, placeInList, type ListRequest, type Order } from '../../store/records/record-lists.ts';
import type { Db } from '../../store/engine/db.ts';
import { readPosition, writePosition } from './cursors.ts';
import type { HandlerRequest } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';
import { totalOf } from './list-totals.ts';
import { boundsOf, isUpTo } from './page-starts.ts';

export interface PageQuery {
  readonly page: number;
  readonly per_page?: number | undefined;
  /** A position, already verified and decoded. */
  readonly cursor?: string | undefined;
}

interface ListQuery extends PageQuery {
  readonly sort?: SortKey | undefined;
  readonly updated_since?: string | undefined;
}

export interface Envelope<Item> {
  readonly data: Item[];
  readonly meta: {
    readonly current_page: number;
    readonly per_page: number;
    readonly total: number;
    readonly last_page: number;
    /** A position, not yet sealed; null at the end. */
    readonly next_cursor: string | null;
  };
}

/** More rows than any list has. */
const unpaged = 1_000_000;

const orders: Readonly<Record<SortKey, Order>> = {
  created_at: 'created_at',
  '-created_at': 'created_at desc',
  updated_at: 'updated_at',
  '-updated_at': 'updated_at desc',
};

/** A page number without a page size means pages of the usual size. */
export function withPageSize<Query>(query: Query, sent: URLSearchParams): Query {
  const isUnsized = isJsonObject(query) && 'page' in query && query['per_page'] === undefined;
  return isUnsized && sent.has('page') ? { ...query, per_page: usualPerPage } : query;
}

/**
 * Newest first, or by last change with `updated_since`, unless `sort` says otherwise. An actor of a contractor gets what belongs to
 * that contractor.
 */
export async function listed<Item>(
  { actor, query }: Pick<HandlerRequest<unknown, ListQuery>, 'actor' | 'query'>,
  context: RestContext,
  kind: Kind,
  filters: ListRequest['filters'],
  show: (record: StoredRecord) => Item,
): Promise<Envelope<Item>> {
  const { db } = context.store;
  const { organisationId } = actor;
  const { page, per_page: perPage = unpaged, sort, updated_since: updatedSince } = query;
  const order = orders[sort ?? (updatedSince === undefined ? '-created_at' : 'updated_at')];
  const after = readPosition(query.cursor)?.after;
  const request: ListRequest = {
    kind,
    ...(filters ? { filters } : {}),
    updatedSince,
    firm: firmOf(actor),
    order,
    page,
    perPage,
    after,
  };
  if (updatedSince !== undefined && order === 'updated_at' && query.cursor === undefined && perPage !== unpaged)
    return await changesListed(db, actor, request, show);
  const found = await pageOfRecords(db, organisationId, request, 1);
  const rows = found.slice(0, perPage);
  // A first page that is not full has counted the list.
  const isWhole = page === 1 && found.length <= perPage;
  const total = isWhole ? rows.length : await totalOf(db, organisationId, request);
  const last = rows.at(-1);
  const isMore = found.length > perPage && last !== undefined;
  const next = isMore ? writePosition({ page: page + 1, perPage, after: placeInList(last, order) }) : null;
  const items = rows.map((row) => show(toRecord(row)));
  const { data, meta } = envelope(items, total, query);
  return { data, meta: { ...meta, next_cursor: next } };
}

/** One page of a list by last change, of which edits move the rows: its pages stay where they were in this walk. */
async function changesListed<Item>(
  db: Db,
  { organisationId, tokenId, id }: Actor,
  request: ListRequest,
  show: (record: StoredRecord) => Item,
): Promise<Envelope<Item>> {
  const { page, perPage, order } = request;
  const { after, upTo, endAt } = await boundsOf(db, organisationId, tokenId ?? id, request);
  const found = await pageOfRecords(db, organisationId, { ...request, after }, 1);
  const rows = found.slice(0, perPage).filter((row) => !upTo || isUpTo({ value: row.updated_at, id: row.id }, upTo));
  const last = rows.at(-1);
  const end = upTo ?? (last ? placeInList(last, order) : after);
  const isMore = found.length > rows.length;
  endAt(end);
  const total = page === 1 && !isMore ? rows.length : await totalOf(db, organisationId, request);
  const items = rows.map((row) => show(toRecord(row)));
  const { data, meta } = envelope(items, total, { page, per_page: perPage });
  return {
    data,
    meta: {
      ...meta,
      last_page: isMore ? Math.max(meta.last_page, page + 1) : page,
      next_cursor: isMore ? writePosition({ page: page + 1, perPage, after: end }) : null,
    },
  };
}

/** One page of a list that is complete in memory. */
export function pageOf<Item>(items: readonly Item[], query: PageQuery): Envelope<Item> {
  const size = query.per_page ?? unpaged;
  return envelope(items.slice((query.page - 1) * size, query.page * size), items.length, query);
}

export function envelope<Item>(data: Item[], total: number, { page, per_page }: PageQuery): Envelope<Item> {
  const size = per_page ?? usualPerPage;
  const last = per_page === undefined ? 1 : Math.max(1, Math.ceil(total / size));
  const next = page < last ? writePosition({ page: page + 1, perPage: size }) : null;
  return { data, meta: { current_page: page, per_page: size, total, last_page: last, next_cursor: next } };
}
