/** Web Locks that a frozen tab cannot keep: those who wait ask the holder whether it is alive, and steal the lock if it is silent. */
import { SyncError } from '../base/sync-error.ts';

export type LockMessage =
  | { readonly type: 'ask'; readonly lock: string }
  | { readonly type: 'alive'; readonly lock: string };

const asksUntilGone = 3;

export class TabLocks {
  readonly #name: string;
  readonly #patienceMs: number;
  readonly #post: (message: LockMessage) => void;
  readonly #held = new Map<string, symbol>();
  readonly #waiting = new Map<string, () => void>();
  /** Absent on a page that was not loaded over https: then every tab syncs, and the journal's term keeps them apart. */
  readonly #locks = navigator.locks as LockManager | undefined;

  constructor(name: string, patienceMs: number, post: (message: LockMessage) => void) {
    this.#name = name;
    this.#patienceMs = patienceMs;
    this.#post = post;
  }

  received({ type, lock }: LockMessage): void {
    if (type === 'alive') this.#waiting.get(lock)?.();
    else if (this.#held.has(lock)) this.#post({ type: 'alive', lock });
  }

  async hold<Result>(lock: string, ended: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (!this.#locks) return work();
    const gone = new AbortController();
    const endWatch = this.#watchHolder(lock, () => gone.abort());
    const mine = Symbol(lock);
    const granted = (): Promise<Result> => {
      endWatch();
      this.#held.set(lock, mine);
      return work();
    };
    const name = this.#fullName(lock);
    try {
      return await this.#locks.request(name, { signal: AbortSignal.any([ended, gone.signal]) }, granted);
    } catch (error) {
      if (!gone.signal.aborted || ended.aborted || this.#held.get(lock) === mine) throw error;
      return await this.#locks.request(name, { steal: true }, granted);
    } finally {
      endWatch();
      // Also reached if the lock was stolen while the work goes on.
      if (this.#held.get(lock) === mine) this.#held.delete(lock);
    }
  }

  /** Throws SyncError `stopped` if another tab holds the lock. */
  async holdIfFree<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#locks) return work();
    return await this.#locks.request(this.#fullName(lock), { ifAvailable: true }, (granted) => {
      if (!granted) throw new SyncError('stopped', 'The device is closed.');
      return work();
    });
  }

  /** Asks the holder repeatedly, until it is silent or the returned function is called. */
  #watchHolder(lock: string, onGone: () => void): () => void {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered++ < asksUntilGone) this.#post({ type: 'ask', lock });
      else onGone();
    }, this.#patienceMs / asksUntilGone);
    const alive = (): void => {
      unanswered = 0;
    };
    this.#waiting.set(lock, alive);
    return () => {
      clearInterval(timer);
      // This tab may be waiting for it again.
      if (this.#waiting.get(lock) === alive) this.#waiting.delete(lock);
    };
  }

  #fullName(lock: string): string {
    return `sitefile:${this.#name}:${lock}`;
  }
}
