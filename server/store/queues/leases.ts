/** Work of a queue table, leased by the worker that does it. The lease of one that dies expires. */
import type { Db, Trx } from '../engine/db.ts';
import type { Store } from '../store.ts';

/** A worker's request to lease work from a queue table. */
export interface LeaseRequest {
  /** RFC 3339 UTC with ms, like all times here. Work with `due_at` up to this is due; leases that expired by then are taken over. */
  readonly now: string;
  /** New for each call; required to finish the work. */
  readonly token: string;
  readonly leaseUntil: string;
  readonly limit: number;
}

interface Lease {
  readonly attempts: number;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
}

/** Oldest first, over all organisations. Attempts are counted when leased, so that work that crashes its worker counts too. */
export async function leaseRows<Row extends Lease>(
  store: Store,
  { now, token, leaseUntil, limit }: LeaseRequest,
  due: (db: Db, now: string, limit: number, forUpdate: boolean) => Promise<Row[]>,
  set: (trx: Trx, row: Row, lease: Lease) => Promise<unknown>,
): Promise<Row[]> {
  return store.transaction(async (trx) => {
    const leased: Row[] = [];
    for (const row of await due(trx, now, limit, true)) {
      const lease: Lease = { attempts: row.attempts + 1, lease_token: token, lease_until: leaseUntil };
      await set(trx, row, lease);
      leased.push({ ...row, ...lease });
    }
    return leased;
  });
}
