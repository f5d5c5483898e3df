/** What the API allows one caller: rates in a minute, and caps on what is open at once. The one table of these numbers. */

import type { Config } from '../base/config.ts';

export type Quota =
  | 'read'
  | 'write'
  | 'search'
  | 'export'
  | 'upload'
  | 'auth'
  | 'push'
  | 'pull'
  | 'file'
  | 'bytes'
  | 'refused'
  | 'check';

/** In a minute, by token; `RATE_LIMIT=off` lifts them. A tablet with 20,000 waiting commands sends 100 pushes. */
export const quotas: Readonly<Record<Quota, number>> = {
  read: 600,
  write: 120,
  search: 60,
  export: 20,
  upload: 30,
  /** Requests with an invalid token, by address. */
  auth: 10,
  /** Sync, by HTTP or stream: pushes; hellos and pulls; requests about a file. */
  push: 1200,
  pull: 1200,
  file: 3000,
  /** Bytes received by sync, decompressed. */
  bytes: 512 * 1024 * 1024,
  /** New commands of which the answer is a refusal, which is kept. */
  refused: 5000,
  /** Of the public check page, by address. */
  check: 60,
};
/** The tokens of an organisation together have the sync quotas of this many; REST counts each token alone. */
export const organisationTokens = 10;

/** What may be open at once, whatever `RATE_LIMIT` says. */
export const caps = {
  /** Streams, and among them those that have not said who they are. */
  socketsByToken: 200,
  socketsByOrganisation: 2000,
  silentByNetwork: 200,
  silentInAll: 2000,
  /** ms in which a stream has to say who it is, and between two pings; one that answers none is closed. */
  helloMs: 10_000,
  pingMs: 20_000,
  /** ms in which a connection has to send its first headers. */
  headersMs: 20_000,
  framesASecond: 500,
  /** On all its streams: reading so many small ones takes about a fifth of a second. */
  framesASecondByToken: 5000,
  /** Uploads that are not complete. A photo has 15 MB at most. */
  uploadsByToken: 16,
  uploadsByOrganisation: 500,
};
/** What an organisation may store is set by the operator (base/config.ts). */
export type StorageCaps = Pick<
  Config,
  | 'recordBytesByOrganisation'
  | 'exportBytesByOrganisation'
  | 'uploadBytesByOrganisation'
  | 'refusedBytesByOrganisation'
  | 'refusedRowsByOrganisation'
>;
export type Caps = Readonly<typeof caps> & StorageCaps;

/** Limits of a test's own. */
export interface LimitOverrides {
  readonly quotas?: Partial<Record<Quota, number>>;
  readonly caps?: Partial<Caps>;
}
