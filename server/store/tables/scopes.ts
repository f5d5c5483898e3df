/** Tables of the feed's scopes (contract, Sync). A scope is a project's id, or empty for records of the whole organisation. */

/** Checksums of the live records, maintained in the transaction of the change (shared/sync/scope-checksum.ts); scope `*` = all scopes. */
export interface ScopeChecksumTable {
  readonly org_id: string;
  readonly scope: string;
  readonly kind: string;
  /** The permissions that it takes to see the whole bodies, separated by commas; empty = everybody sees them (shared/visible.ts). */
  readonly needed: string;
  /** 1 = over whole bodies, 0 = over the bodies as everyone else sees them. */
  readonly whole: number;
  readonly total: number;
  /** Below 2^48. */
  readonly digest: number;
}

/** A record or its tombstone left a scope; devices that hold only that scope have to drop it. */
export interface ScopeMoveTable {
  readonly org_id: string;
  /** The record's position in the feed after the move. */
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly rev: number;
  readonly from_scope: string;
  readonly to_scope: string;
}

/** The position up to which tombstones of a scope are deleted; a device with an earlier cursor has to resync the scope. */
export interface ScopeHorizonTable {
  readonly org_id: string;
  readonly scope: string;
  readonly seq: number;
}
