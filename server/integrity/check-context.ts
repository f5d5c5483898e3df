/** What each part of an integrity check is given. */
import type { BlobStore } from '../blobs/blobs.ts';
import type { Scratch } from '../store/integrity/scratch.ts';
import type { Store } from '../store/store.ts';
import type { Findings } from './findings.ts';

export interface CheckContext {
  readonly db: Store['db'];
  /** Null = files are left out. */
  readonly blobs: Pick<BlobStore, 'look'> | null;
  readonly orgId: string;
  readonly scratch: Scratch;
  readonly findings: Findings;
  readonly progress: Progress;
  /** ms since 1970 */
  readonly nowMs: number;
}

/** How much was compared so far. */
export interface Progress {
  entries: number;
  events: number;
  records: number;
  versions: number;
  signoffs: number;
  files: number;
}
