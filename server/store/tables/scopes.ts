/** Tables by which the feed is cut into scopes (contract, Sync): a project’s id, or empty for what belongs to the whole organisation. */

/** Sums of the live records, kept in the change’s own transaction (shared/sync/scope-checksum.ts); the scope `*` stands for all of them. */
export interface ScopeSumTable {
  readonly org_id: string;
  readonly scope: string;
  readonly kind: string;
  readonly total: number;
  /** Below 2^48. */
  readonly digest: number;
}

/** A record, or its tombstone, left a scope: devices that hold only that scope have to drop it. */
export interface ScopeMoveTable {
  readonly org_id: string;
  /** The record’s place in the feed after the move. */
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly rev: number;
  readonly from_scope: string;
  readonly to_scope: string;
}

/** Up to where the tombstones of a scope are gone: a cursor before that takes the scope anew. */
export interface ScopeHorizonTable {
  readonly org_id: string;
  readonly scope: string;
  readonly seq: number;
}
