/**
 * The exact `total` of a list without counting it each time (contract, REST, R55). The store keeps counts for the common filters; any
 * other total is counted and cached until a record of the kind changes, which the greatest `updated_at` of the kind shows in one index
 * lookup.
 */
import { countRecords, lastChangeOf, type ListRequest } from '../../store/records/record-lists.ts';
import { storedCount } from '../../store/records/record-counts.ts';
import type { Store } from '../../store/store.ts';

interface Counted {
  readonly lastChange: string | null;
  readonly total: number;
}

const maxTotals = 2_000;
/** By connection: a transaction sees its own state. */
const totalsByStore = new WeakMap<Store['db'], Map<string, Counted>>();

export async function totalOf(db: Store['db'], organisationId: string, request: ListRequest): Promise<number> {
  const { order: _order, page: _page, perPage: _perPage, after: _after, ...counted } = request;
  const tallied = await storedCount(db, organisationId, counted);
  if (tallied !== undefined) return tallied;
  // What a contractor may see also depends on records of other kinds.
  if (request.firm !== undefined) return await countRecords(db, organisationId, request);
  const totals = totalsByStore.get(db) ?? new Map<string, Counted>();
  totalsByStore.set(db, totals);
  const { filters = {}, ...others } = counted;
  const key = JSON.stringify([organisationId, sorted(others), sorted(filters)]);
  // Before the count, so that a change in between makes the count stale instead of wrong.
  const lastChange = await lastChangeOf(db, organisationId, request.kind);
  const known = totals.get(key);
  if (known?.lastChange === lastChange) return known.total;
  const total = await countRecords(db, organisationId, request);
  totals.delete(key);
  totals.set(key, { lastChange, total });
  for (const oldest of totals.keys()) {
    if (totals.size <= maxTotals) break;
    totals.delete(oldest);
  }
  return total;
}

function sorted(values: object): [string, unknown][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
