/**
 * Several tabs of one browser on one replica: all of them read and write, one exchanges. Locks of the browser say which (Web Locks API);
 * they only save work, because what keeps the replica right is the journal's count of exchanges. A tab that holds a lock and does not
 * answer, because it was frozen, loses it.
 */
import { Subject, type Observable } from 'rxjs';
import type { Phase } from './status.ts';
import { SyncError } from '../base/sync-error.ts';

/** What a tab tells the others. */
export type TabMessage =
  | { readonly type: 'line'; readonly phase: Phase; readonly online: boolean }
  | { readonly type: 'logged_out' };

type Message =
  | TabMessage
  | { readonly type: 'ask'; readonly lock: string }
  | { readonly type: 'alive'; readonly lock: string };

export interface Tabs {
  /** Runs while no other tab exchanges. Throws SyncError `taken_over` or `stopped`. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls `begin` when this tab is the one that exchanges by itself; what that returns ends it. Returns what ends the waiting too. */
  lead(begin: () => () => void): () => void;
  broadcast(news: TabMessage): void;
  readonly messages$: Observable<TabMessage>;
  close(): void;
}

/** Node, and storages that no other tab can see. */
export function singleTab(): Tabs {
  return {
    runExclusive: (work) => work(),
    lead: (begin) => begin(),
    broadcast: () => undefined,
    messages$: new Subject(),
    close: () => undefined,
  };
}

const asksUntilGone = 3;

/** `patienceMs` is how long the holder of a lock may be silent. */
export function sharedTabs(name: string, patienceMs: number): Tabs {
  const channel = new BroadcastChannel(`sitefile:${name}`);
  const news$ = new Subject<TabMessage>();
  const held = new Map<string, symbol>();
  const waiting = new Map<string, () => void>();
  const closing = new AbortController();
  // Where a page was not loaded over https there are no locks: every tab exchanges, and the count of exchanges keeps them apart.
  const locks = navigator.locks as LockManager | undefined;

  const post = (message: Message): void => {
    // A channel reaches its own origin alone, so it takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!closing.signal.aborted) channel.postMessage(message);
  };

  // Messages come from tabs of the same origin, which run this same code.
  channel.addEventListener('message', ({ data }: { readonly data: Message }) => {
    if (data.type === 'ask') {
      if (held.has(data.lock)) post({ type: 'alive', lock: data.lock });
    } else if (data.type === 'alive') waiting.get(data.lock)?.();
    else news$.next(data);
  });

  /** Asks the holder again and again whether it is there, until it is not, or `end` is called. */
  function watchHolder(lock: string, onGone: () => void): () => void {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered++ < asksUntilGone) post({ type: 'ask', lock });
      else onGone();
    }, patienceMs / asksUntilGone);
    waiting.set(lock, () => (unanswered = 0));
    return () => {
      clearInterval(timer);
      waiting.delete(lock);
    };
  }

  async function hold<Result>(lock: string, ended: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (!locks) return work();
    const gone = new AbortController();
    const endWatch = watchHolder(lock, () => gone.abort());
    const mine = Symbol(lock);
    const granted = (): Promise<Result> => {
      endWatch();
      held.set(lock, mine);
      return work();
    };
    const full = `sitefile:${name}:${lock}`;
    try {
      return await locks.request(full, { signal: AbortSignal.any([ended, gone.signal]) }, granted);
    } catch (error) {
      if (!gone.signal.aborted || ended.aborted || held.get(lock) === mine) throw error;
      return await locks.request(full, { steal: true }, granted);
    } finally {
      endWatch();
      // Reached as well where the lock was taken away while the work goes on.
      if (held.get(lock) === mine) held.delete(lock);
    }
  }

  /** A tab that closes waits for nobody: it stores what it still has where no other tab is at it. */
  async function atOnce<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
    if (!locks) return work();
    return await locks.request(`sitefile:${name}:${lock}`, { ifAvailable: true }, (granted) => {
      if (!granted) throw new SyncError('stopped', 'The device is closed.');
      return work();
    });
  }

  return {
    messages$: news$,
    broadcast: post,
    runExclusive: async (work) => {
      if (closing.signal.aborted) return atOnce('exchange', work);
      try {
        return await hold('exchange', closing.signal, work);
      } catch (error) {
        if (closing.signal.aborted && !(error instanceof SyncError))
          throw new SyncError('stopped', 'The device is closed.', { cause: error });
        if (!isAbort(error)) throw error;
        throw new SyncError('taken_over', 'Another tab has taken over the exchange.', { cause: error });
      }
    },
    lead: (begin) => {
      const ended = new AbortController();
      const over = AbortSignal.any([ended.signal, closing.signal]);
      void leadUntil(over, (work) => hold('leader', over, work), begin);
      return () => ended.abort();
    },
    close: () => {
      closing.abort();
      channel.close();
      news$.complete();
    },
  };
}

/** Leads, and where the lead is taken away stands in line for it again, until it is over. */
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
    // Rejects where the lead was taken away, or it is over before it began.
    await hold(led).catch(() => undefined);
    end?.();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
