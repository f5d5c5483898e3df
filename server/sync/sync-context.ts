/** What the sync door needs; made by the composition root. */
import type { CommitSignal } from '../base/commit-signal.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { Caps } from '../http/limits.ts';
import type { RefusedQuota } from '../store/devices/refused-quota.ts';
import type { Uploads } from '../store/devices/uploads.ts';

export interface SyncContext extends HttpContext {
  readonly commitContext: CommitContext;
  readonly blobs: BlobStore;
  /** Files of devices that have not arrived whole yet. */
  readonly uploads: Uploads;
  readonly caps: Caps;
  readonly refusedQuota: RefusedQuota;
  readonly commitSignal: CommitSignal;
  /** Seals cursors. */
  readonly signingKey: Uint8Array;
}
