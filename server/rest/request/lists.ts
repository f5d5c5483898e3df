/**
 * Lists in the envelope of the interface document, section 2.1. A list without `per_page` in its table row's defaults is complete unless a
 * page of it is asked for: then it is all on its first page, though `meta.per_page` names the usual size, as that section has it.
 */
import { firmOf, type Actor } from '../../../shared/model/access.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { usualPerPage, type SortKey } from '../../../shared/rest/endpoint.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { pageOfRecords, placeOf, type ListRequest, type Order } from '../../store/records/record-lists.ts';
import { readPosition, writePosition } from './cursors.ts';
import type { RestContext } from './rest-context.ts';
import { totalOf } from './list-totals.ts';

export interface PageQuery {
  readonly page: number;
  readonly per_page?: number | undefined;
  /** A position, opened. */
  readonly cursor?: string | undefined;
  readonly sort?: SortKey | undefined;
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

const all = 1_000_000;

const orders: Readonly<Record<SortKey, Order>> = {
  created_at: 'created_at',
  '-created_at': 'created_at desc',
  updated_at: 'updated_at',
  '-updated_at': 'updated_at desc',
};

/** Whoever asks for a page by its number, and names no size, means pages of the usual one. */
export function withPageSize<Query>(query: Query, sent: URLSearchParams): Query {
  const isUnsized = isJsonObject(query) && 'page' in query && query['per_page'] === undefined;
  return isUnsized && sent.has('page') ? { ...query, per_page: usualPerPage } : query;
}

/** Of somebody who acts for a contractor: what is its part. */
export async function listed<Item>(
  context: RestContext,
  actor: Actor,
  request: Omit<ListRequest, 'page' | 'perPage' | 'after' | 'firm'>,
  query: PageQuery,
  show: (record: StoredRecord) => Item,
): Promise<Envelope<Item>> {
  const { db } = context.store;
  const { organisationId } = actor;
  const { page, per_page: perPage = all } = query;
  const order = query.sort === undefined ? request.order : orders[query.sort];
  const after = readPosition(query.cursor)?.after;
  const wanted = { ...request, firm: firmOf(actor), order, page, perPage, after };
  const found = await pageOfRecords(db, organisationId, wanted, 1);
  const rows = found.slice(0, perPage);
  // A first page that is not full has counted the list.
  const isWhole = page === 1 && found.length <= perPage;
  const total = isWhole ? rows.length : await totalOf(db, organisationId, wanted);
  const last = rows.at(-1);
  const isMore = found.length > perPage && last !== undefined;
  const next = isMore ? writePosition({ page: page + 1, perPage, after: placeOf(last, order) }) : null;
  const { data, meta } = envelope(
    rows.map((row) => show(toRecord(row))),
    total,
    query,
  );
  return { data, meta: { ...meta, next_cursor: next } };
}

/** The page of a list that is in memory whole. */
export function pageOf<Item>(items: readonly Item[], query: PageQuery): Envelope<Item> {
  const size = query.per_page ?? all;
  return envelope(items.slice((query.page - 1) * size, query.page * size), items.length, query);
}

export function envelope<Item>(data: Item[], total: number, { page, per_page }: PageQuery): Envelope<Item> {
  const size = per_page ?? usualPerPage;
  const last = per_page === undefined ? 1 : Math.max(1, Math.ceil(total / size));
  const next = page < last ? writePosition({ page: page + 1, perPage: size }) : null;
  return { data, meta: { current_page: page, per_page: size, total, last_page: last, next_cursor: next } };
}
