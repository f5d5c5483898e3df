/** Tables of files that devices upload before or after the photo records that use them (contract, Files of devices). */

/** A completely uploaded file, by the hash of the bytes sent. */
export interface SentFileTable {
  readonly org_id: string;
  readonly sha256: string;
  /** JSON: what server/photos/keep.ts stored of it. */
  readonly photo: string;
  readonly at: string;
}

/** An accepted command that takes effect when its file arrives. */
export interface DeferralTable {
  readonly org_id: string;
  readonly sha256: string;
  readonly command_id: string;
  readonly command_hash: string;
  /** Schema version of the push that contained the command. */
  readonly schema_version: number;
  /** JSON: the actor who sent the command. */
  readonly actor: string;
  /** The server's signature over the rest (sync/photo-files.ts). */
  readonly seal: string;
}
