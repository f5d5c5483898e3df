/** What it takes to work on a mirror, and how its credentials are sealed. */
import type { Secrets } from '../../auth/secrets.ts';
import type { Log } from '../../base/log.ts';
import type { BlobStore } from '../../blobs/blobs.ts';
import type { Store } from '../../store/store.ts';
import type { Guard } from '../outgoing/guard.ts';

export interface MirrorContext {
  readonly store: Store;
  readonly blobs: Pick<BlobStore, 'open'>;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
  /** Told of each failed attempt. */
  readonly failed: (reason: string) => void;
  readonly secrets: Secrets;
  readonly guard: Guard;
  readonly caFile: string | undefined;
  /** How long a lease lasts unless it is renewed, which happens all the time: a process that died holds it no longer. */
  readonly leaseMs: number;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The context in which the credentials of a mirror are sealed. */
export function mirrorContext(organisationId: string, mirrorId: string): string {
  return JSON.stringify(['mirror', organisationId, mirrorId]);
}
