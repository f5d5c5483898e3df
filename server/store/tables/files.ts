/** Tables of the files that devices send ahead of their photos, or after them (contract, Files of devices). */

/** A file that has arrived whole, by the hash of what was sent. */
export interface SentFileTable {
  readonly org_id: string;
  readonly sha256: string;
  /** JSON: what is kept of it (server/photos/keep.ts). */
  readonly photo: string;
  readonly at: string;
}

/** A command that was taken, and takes effect when its file is there. */
export interface DeferralTable {
  readonly org_id: string;
  readonly sha256: string;
  readonly client_id: string;
  readonly mutation_id: number;
  /** Of the push that brought it. */
  readonly schema_version: number;
  /** JSON: who sent it. */
  readonly actor: string;
}
