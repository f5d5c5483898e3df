/**
 * Several browser tabs on one replica: all of them read and write, one syncs. Web Locks decide which; they only save work, because the
 * journal's term rejects writes of a second one. A tab that holds a lock and does not answer, because it is frozen, loses it.
 */
import { BehaviorSubject, Subject, type Observable } from 'rxjs';
import type { Phase } from './status.ts';
import { SyncError } from '../base/sync-error.ts';
import { TabLocks, type LockMessage } from './tab-locks.ts';

/** What a tab tells the others. */
export type TabMessage =
  | { readonly type: 'state'; readonly phase: Phase; readonly online: boolean }
  /** Ids of the commands that it sends. */
  | { readonly type: 'sending'; readonly ids: readonly string[] }
  /** Of a tab that was opened, to the one that syncs. */
  | { readonly type: 'state_asked' }
  | { readonly type: 'logged_out' };

export interface Tabs {
  /** Runs `work` while no other tab syncs. Throws SyncError `taken_over` or `stopped`. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls `begin` once this tab is the one that syncs by itself; what it returns ends that. Returns what gives up the lead. */
  lead(begin: () => () => void): () => void;
  broadcast(message: TabMessage): void;
  readonly messages$: Observable<TabMessage>;
  close(): void;
}

/** Which commands are on their way to the server. */
export class Sending {
  readonly ids$ = new BehaviorSubject<ReadonlySet<string>>(new Set());

  /** What another tab sends; or nothing, where it ended. */
  mirror(ids: readonly string[] = []): void {
    this.ids$.next(new Set(ids));
  }

  /** What this tab sends. */
  show(ids: readonly string[], tabs: Pick<Tabs, 'broadcast'>): void {
    if (ids.length + this.ids$.value.size === 0) return;
    this.mirror(ids);
    tabs.broadcast({ type: 'sending', ids });
  }
}

/** In Node, and for storages that no other tab can open. */
export function singleTab(): Tabs {
  return {
    runExclusive: (work) => work(),
    lead: (begin) => begin(),
    broadcast: () => undefined,
    messages$: new Subject(),
    close: () => undefined,
  };
}

/** `patienceMs` = how long the holder of a lock may be silent. */
export function sharedTabs(name: string, patienceMs: number): Tabs {
  const channel = new BroadcastChannel(`sitefile:${name}`);
  const messages$ = new Subject<TabMessage>();
  const closing = new AbortController();
  const post = (message: TabMessage | LockMessage): void => {
    // A channel only reaches its own origin, so it takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!closing.signal.aborted) channel.postMessage(message);
  };
  const locks = new TabLocks(name, patienceMs, post);
  // Messages come from tabs of the same origin, which run this same code.
  channel.addEventListener('message', ({ data }: { readonly data: TabMessage | LockMessage }) => {
    if (data.type === 'ask' || data.type === 'alive') locks.received(data);
    else messages$.next(data);
  });
  return {
    messages$,
    broadcast: post,
    runExclusive: async (work) => {
      // A closing tab does not wait: it stores what it still has only if no other tab syncs.
      if (closing.signal.aborted) return locks.holdIfFree('sync', work);
      try {
        return await locks.hold('sync', closing.signal, work);
      } catch (error) {
        if (closing.signal.aborted && !(error instanceof SyncError))
          throw new SyncError('stopped', 'The device is closed.', { cause: error });
        if (!isAbort(error)) throw error;
        throw new SyncError('taken_over', 'Another tab has taken over the sync.', { cause: error });
      }
    },
    lead: (begin) => {
      const ended = new AbortController();
      const over = AbortSignal.any([ended.signal, closing.signal]);
      void leadUntil(over, (work) => locks.hold('leader', over, work), begin);
      return () => ended.abort();
    },
    close: () => {
      closing.abort();
      channel.close();
      messages$.complete();
    },
  };
}

/** Leads, and queues for the lead again if it is taken away, until it is over. */
async function leadUntil(
  over: AbortSignal,
  hold: (work: () => Promise<void>) => Promise<void>,
  begin: () => () => void,
): Promise<void> {
  while (!over.aborted) {
    let end: (() => void) | undefined;
    const led = (): Promise<void> =>
      new Promise((resolve) => {
        end = begin();
        over.addEventListener('abort', () => resolve(), { once: true });
      });
    // Rejects if the lead was taken away, or it is over before it began.
    await hold(led).catch(() => undefined);
    end?.();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
