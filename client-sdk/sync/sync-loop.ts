/** Runs sync cycles one at a time, and reports their state. A call during a cycle waits for the next one, which includes its change. */
import { BehaviorSubject } from 'rxjs';
import type { SyncCycle, SyncSummary } from './sync-cycle.ts';
import type { LiveChange } from './live-changes.ts';
import { mutex } from '../base/mutex.ts';
import type { SyncState } from './status.ts';
import { SyncError } from '../base/sync-error.ts';
import type { Tabs } from './tabs.ts';
import type { SyncTransport } from './sync-transport.ts';

const graceMs = 500;
/** Live changes show at once; those that arrive within this time are stored together. */
const storeAfterMs = 200;

export class SyncLoop {
  readonly state$ = new BehaviorSubject<SyncState>({ phase: 'idle', online: false, problem: null });
  readonly #cycle: SyncCycle;
  readonly #transport: SyncTransport;
  readonly #tabs: Tabs;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<SyncSummary> | undefined;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  /** Called if the effect of what was pushed does not arrive by the stream. */
  #onMissed: (() => void) | undefined;
  readonly #exclusive = mutex();
  /** Nothing runs unless the app asks for it. */
  #isStopped = false;
  #closed = false;

  constructor(cycle: SyncCycle, transport: SyncTransport, tabs: Tabs) {
    this.#cycle = cycle;
    this.#transport = transport;
    this.#tabs = tabs;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Throws a SyncError if the cycle did not complete; everything answered or received until then is kept. */
  sync(): Promise<SyncSummary> {
    if (this.#next) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#run(() => false);
    });
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  /**
   * Pushes what waits. Its effect comes back by the stream if that is live at the replica's cursor; if it does not arrive soon,
   * `onMissed` is called. Throws as `sync` does.
   */
  push(isLiveAt: (cursor: string | null) => boolean, onMissed: () => void): Promise<SyncSummary> {
    if (this.#next) return this.#next;
    const sent = this.#running.then(async () => {
      const before = this.#cycle.oldestUnconfirmed;
      const summary = await this.#run(isLiveAt);
      const { oldestUnconfirmed } = this.#cycle;
      // The wait starts anew, unless the same command was missing before.
      if (oldestUnconfirmed === undefined || oldestUnconfirmed !== before) this.#disarm();
      this.#onMissed = oldestUnconfirmed === undefined ? undefined : onMissed;
      if (this.#onMissed) this.#storeSoon();
      return summary;
    });
    this.#running = sent.catch(() => undefined);
    return sent;
  }

  /** Shows a live change as soon as no cycle is running, and stores it soon after; false if it has to be pulled instead. */
  applyLive(change: LiveChange): Promise<boolean> {
    return this.#exclusive(async () => {
      await this.#untilIdle();
      if (this.#closed || !this.#cycle.showLive(change)) return false;
      this.#storeSoon();
      return true;
    });
  }

  /** Long poll: waits for news, and pulls them. */
  async poll(ended: AbortSignal): Promise<void> {
    if (await this.#cycle.waitForNews(ended)) await this.sync();
  }

  /** From now on the phase is `stopped`, except while a requested cycle runs. */
  markStopped(): void {
    this.#isStopped = true;
    this.state$.next({ ...this.state$.value, phase: 'stopped' });
  }

  markStarted(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    const { problem, phase } = this.state$.value;
    if (phase === 'stopped') this.state$.next({ ...this.state$.value, phase: problem ? 'offline' : 'idle' });
  }

  /** Shows the state of the tab that syncs. */
  mirror({ phase, online }: Pick<SyncState, 'phase' | 'online'>): void {
    this.state$.next({ phase, online, problem: online ? null : this.state$.value.problem });
  }

  /** Resolves when every requested cycle has ended and live changes are stored. */
  async idle(): Promise<void> {
    this.#onMissed = undefined;
    this.#queueStore();
    await this.#untilIdle();
  }

  useToken(token: string): void {
    this.#transport.token = token;
    this.#cycle.forgetGreeting();
  }

  /** Starts nothing more, and aborts the running request after a short grace period. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#transport.stop();
    this.#queueStore();
    const cut = setTimeout(() => this.#transport.cut(), graceMs);
    await this.#running;
    clearTimeout(cut);
    this.markStopped();
    this.state$.complete();
  }

  async #run(isLiveAt: (cursor: string | null) => boolean): Promise<SyncSummary> {
    if (this.#closed) throw new SyncError('stopped', 'The device is closed.');
    try {
      const summary = await this.#tabs.runExclusive(() =>
        this.#cycle.run((phase) => this.#report({ phase }), isLiveAt),
      );
      this.#report({ phase: 'idle', online: true, problem: summary.blocked ?? null });
      return summary;
    } catch (error) {
      const problem =
        error instanceof SyncError ? error : new SyncError('device', 'The device itself failed.', { cause: error });
      const phase = problem.needsAnotherToken || problem.fault === 'stopped' ? 'stopped' : 'offline';
      this.#report({ phase, online: false, problem });
      throw problem;
    }
  }

  async #untilIdle(): Promise<void> {
    for (let running; running !== this.#running;) {
      running = this.#running;
      await running;
    }
  }

  #storeSoon(): void {
    this.#storeTimer ??= setTimeout(() => this.#queueStore(), storeAfterMs);
  }

  #disarm(): void {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
  }

  #queueStore(): void {
    this.#disarm();
    this.#running = this.#running.then(() => this.#store());
  }

  /**
   * Stores the live changes. If that fails, they are dropped and pulled again, which reports the reason. Then checks whether the effect
   * of what was pushed has arrived.
   */
  async #store(): Promise<void> {
    const onMissed = this.#onMissed;
    this.#onMissed = undefined;
    try {
      if (!this.#cycle.isLiveStored) await this.#tabs.runExclusive(() => this.#cycle.storeLive());
      if (!this.#closed && this.#cycle.oldestUnconfirmed !== undefined) onMissed?.();
    } catch {
      this.#cycle.dropLive();
      if (!this.#closed && this.state$.value.phase !== 'stopped') void this.sync().catch(() => undefined);
    }
  }

  /** To this tab's status and to the other tabs, which do not sync themselves. */
  #report(news: Partial<SyncState>): void {
    const next = { ...this.state$.value, ...news };
    const hasEnded = next.phase === 'idle' || next.phase === 'offline';
    this.state$.next(this.#isStopped && hasEnded ? { ...next, phase: 'stopped' } : next);
    this.#tabs.broadcast({ type: 'state', phase: next.phase, online: next.online });
  }
}
