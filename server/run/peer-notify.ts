/**
 * Other processes on the same store: their commits signal this one's followers and streams too (contract, Sync, SY23). Polling the feed
 * rows every second always works; PostgreSQL also notifies at once.
 */
import { listFeedEnds } from '../store/records/feed.ts';
import { listenForCommits, type CommitListener } from '../store/engine/pg-notify.ts';
import type { Store } from '../store/store.ts';
import type { CommitSignal } from '../base/commit-signal.ts';

export interface PeerNotify extends AsyncDisposable {
  /** A commit of this process. */
  tell(organisationId: string): void;
}

export interface PeerNotifyContext {
  readonly store: Store;
  /** Absent = SQLite, which has no notifications. */
  readonly databaseUrl: string | undefined;
  /** Unique to this process. */
  readonly name: string;
  readonly wake: CommitSignal;
  readonly pollMs: number;
}

export function openPeerNotify({ store, databaseUrl, name, wake, pollMs }: PeerNotifyContext): PeerNotify {
  const seqByOrganisation = new Map<string, number>();
  const listener: CommitListener | null =
    databaseUrl === undefined ? null : listenForCommits(databaseUrl, name, wake.ring);
  let looking: Promise<void> = look(() => undefined);
  let closed = false;

  /** Every feed that has moved since the last look; a redundant signal is harmless. */
  async function look(moved: (organisationId: string) => void): Promise<void> {
    try {
      for (const { org_id, seq } of await listFeedEnds(store.db)) {
        if (seqByOrganisation.get(org_id) === seq) continue;
        seqByOrganisation.set(org_id, seq);
        moved(org_id);
      }
    } catch {
      // The store is not available; the next look finds what this one missed.
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(() => (closed ? undefined : look(wake.ring)));
  }, pollMs);
  timer.unref();
  return {
    tell: (organisationId) => listener?.notify(organisationId),
    [Symbol.asyncDispose]: async () => {
      closed = true;
      clearInterval(timer);
      await looking;
      await listener?.[Symbol.asyncDispose]();
    },
  };
}
