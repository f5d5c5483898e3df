/** What syncs bring about beyond rows: waiting acts are run again, and the replica is brought within its limits. */
import type { ActRefresher } from '../write/refresh-acts.ts';
import type { Eviction } from './eviction.ts';
import type { SyncSummary } from './sync-cycle.ts';
import type { LivePage } from './stream.ts';
import type { SyncLoop } from './sync-loop.ts';

export class FullSync {
  readonly #loop: SyncLoop;
  readonly #eviction: Eviction;
  readonly #measure: () => Promise<void>;
  readonly #acts: ActRefresher;
  #hasEvicted = false;

  /** `measure` counts what the storage holds. */
  constructor(loop: SyncLoop, eviction: Eviction, acts: ActRefresher, measure: () => Promise<void>) {
    this.#loop = loop;
    this.#eviction = eviction;
    this.#acts = acts;
    this.#measure = measure;
  }

  async sync(): Promise<SyncSummary> {
    const summary = await this.#loop.sync();
    if (summary.pulled > 0) await this.#acts.run();
    if (summary.pulled === 0 && this.#hasEvicted) return summary;
    this.#hasEvicted = true;
    // A second time if evicted records have to be fetched again. What cannot be evicted now is evicted after the next sync.
    for (let round = 0; round < 2; round++) {
      const evicted = await this.#evictNow().catch(() => 0);
      if (evicted !== null) break;
      await this.#loop.sync();
    }
    await this.#measure();
    return summary;
  }

  /** Stores a live page; false if the device has to pull instead. Throws a SyncError or StorageError. */
  async receive(page: LivePage): Promise<boolean> {
    const isStored = await this.#loop.receive(page);
    await this.#acts.run();
    return isStored;
  }

  /** Long poll: waits for news, and stores or pulls them. Throws a SyncError. */
  async poll(ended: AbortSignal): Promise<void> {
    const page = await this.#loop.nextPage(ended);
    if (page && !(await this.receive(page))) await this.sync();
  }

  /** Number of records that were dropped. */
  async evict(): Promise<number> {
    const evicted = await this.#evictNow();
    await this.#measure();
    return evicted ?? 0;
  }

  /** What arrives meanwhile is not stored before the rows are gone, so that none of it is dropped. */
  #evictNow(): Promise<number | null> {
    return this.#loop.exclusively(() => this.#eviction.run());
  }
}
