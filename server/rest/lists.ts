/** Lists in the envelope of the interface document, section 2.1. A list without `per_page` in its table row's defaults is complete. */
import type { StoredRecord } from '../../shared/record.ts';
import { toRecord } from '../record-rows.ts';
import { listRecords, type ListRequest } from '../store/record-lists.ts';
import type { RestHouse } from './house.ts';

export interface PageQuery {
  readonly page: number;
  readonly per_page?: number | undefined;
}

export interface Envelope<Item> {
  readonly data: Item[];
  readonly meta: {
    readonly current_page: number;
    readonly per_page: number;
    readonly total: number;
    readonly last_page: number;
  };
}

const all = 1_000_000;
const usual = 25;

export async function listed<Item>(
  house: RestHouse,
  organisationId: string,
  request: Omit<ListRequest, 'page' | 'perPage'>,
  query: PageQuery,
  show: (record: StoredRecord) => Item,
): Promise<Envelope<Item>> {
  const { rows, total } = await listRecords(house.store.db, organisationId, {
    ...request,
    page: query.page,
    perPage: query.per_page ?? all,
  });
  return envelope(
    rows.map((row) => show(toRecord(row))),
    total,
    query,
  );
}

/** The page of a list that is in memory whole. */
export function pageOf<Item>(items: readonly Item[], query: PageQuery): Envelope<Item> {
  const size = query.per_page ?? all;
  return envelope(items.slice((query.page - 1) * size, query.page * size), items.length, query);
}

export function envelope<Item>(data: Item[], total: number, { page, per_page }: PageQuery): Envelope<Item> {
  const size = per_page ?? Math.max(total, usual);
  return { data, meta: { current_page: page, per_page: size, total, last_page: Math.max(1, Math.ceil(total / size)) } };
}
