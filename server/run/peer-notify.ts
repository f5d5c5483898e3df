/**
 * Other processes on the same store: their commits wake this one's followers and streams too (contract, Sync, SY23). The feed rows are
 * looked at every second, which always works; PostgreSQL rings at once besides.
 */
import { listPlaces } from '../store/records/feed.ts';
import { listenForCommits, type CommitListener } from '../store/engine/pg-notify.ts';
import type { Store } from '../store/store.ts';
import type { CommitSignal } from '../base/commit-signal.ts';

export interface Neighbours extends AsyncDisposable {
  /** A commit of this process. */
  tell(organisationId: string): void;
}

export interface PeerNotifyContext {
  readonly store: Store;
  /** Absent = SQLite, which rings no bells. */
  readonly databaseUrl: string | undefined;
  /** Of this process, unlike any other’s. */
  readonly name: string;
  readonly wake: CommitSignal;
  readonly pollMs: number;
}

export function openPeerNotify({ store, databaseUrl, name, wake, pollMs }: PeerNotifyContext): Neighbours {
  const seqByOrganisation = new Map<string, number>();
  const bell: CommitListener | null = databaseUrl === undefined ? null : listenForCommits(databaseUrl, name, wake.call);
  let looking: Promise<void> = look(() => undefined);
  let closed = false;

  /** What has moved since the last look, by whomever: a hint too many is harmless. */
  async function look(moved: (organisationId: string) => void): Promise<void> {
    try {
      for (const { org_id, seq } of await listPlaces(store.db)) {
        if (seqByOrganisation.get(org_id) === seq) continue;
        seqByOrganisation.set(org_id, seq);
        moved(org_id);
      }
    } catch {
      // The store does not answer just now; the next look finds what this one missed.
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(() => (closed ? undefined : look(wake.call)));
  }, pollMs);
  timer.unref();
  return {
    tell: (organisationId) => bell?.ring(organisationId),
    [Symbol.asyncDispose]: async () => {
      closed = true;
      clearInterval(timer);
      await looking;
      await bell?.[Symbol.asyncDispose]();
    },
  };
}
