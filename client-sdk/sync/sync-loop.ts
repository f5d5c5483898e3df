/** Runs sync cycles and stores live pages, one at a time, and reports the state. A call during a cycle waits for the next one, which includes its change. */
import { BehaviorSubject } from 'rxjs';
import type { SyncCycle, SyncSummary } from './sync-cycle.ts';
import type { LivePage } from './stream.ts';
import type { SyncState } from './status.ts';
import { SyncError } from '../base/sync-error.ts';
import type { Tabs } from './tabs.ts';
import type { SyncTransport } from './sync-transport.ts';

const graceMs = 500;

export class SyncLoop {
  readonly state$ = new BehaviorSubject<SyncState>({ phase: 'idle', online: false, problem: null });
  readonly #cycle: SyncCycle;
  readonly #transport: SyncTransport;
  readonly #tabs: Tabs;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<SyncSummary> | undefined;
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
    this.#next ??= this.#queue(() => {
      this.#next = undefined;
      return this.#run(() => false);
    });
    return this.#next;
  }

  /** Pushes what waits, and pulls unless the stream is live at the replica's cursor: its effect comes by the stream then. */
  push(isLiveAt: (cursor: string | null) => boolean): Promise<SyncSummary> {
    return this.#next ?? this.#queue(() => this.#run(isLiveAt));
  }

  /** Stores a live page when no cycle is running; false if it has to be pulled instead. Throws as `sync` does. */
  receive(page: LivePage): Promise<boolean> {
    return this.#queue(() =>
      this.#closed ? Promise.resolve(false) : this.#tabs.runExclusive(() => this.#cycle.receive(page)),
    );
  }

  /** Runs `work` while nothing is pulled or received, in any tab. Throws SyncError `stopped` if the device is closed. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue(() => {
      if (this.#closed) throw new SyncError('stopped', 'The device is closed.');
      return this.#tabs.runExclusive(work);
    });
  }

  /** Long poll: waits for the next page; null = no news. */
  nextPage(ended: AbortSignal): Promise<LivePage | null> {
    return this.#cycle.nextPage(ended);
  }

  /** The oldest accepted command whose effect has not been received. */
  get oldestUnconfirmed(): string | undefined {
    return this.#cycle.oldestUnconfirmed;
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

  /** Tells the other tabs the state of this one, which syncs for them. */
  announce(): void {
    const { phase, online } = this.state$.value;
    this.#tabs.broadcast({ type: 'state', phase, online });
  }

  /** Resolves when everything requested has ended. */
  async idle(): Promise<void> {
    for (let running; running !== this.#running;) {
      running = this.#running;
      await running;
    }
  }

  useToken(token: string): void {
    this.#transport.sessions.begin(token);
  }

  /** Starts nothing more, and aborts the running request after a short grace period. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#transport.stop();
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
      const isPostponed = problem.fault === 'busy' && (problem.retryAfterMs ?? 0) > 0;
      const hasStopped = problem.needsAnotherToken || problem.fault === 'stopped';
      const phase = hasStopped ? 'stopped' : isPostponed ? 'waiting' : 'offline';
      this.#report({ phase, online: false, problem });
      throw problem;
    }
  }

  /** One after another, whether or not the one before succeeded. */
  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#running.then(work);
    this.#running = result.catch(() => undefined);
    return result;
  }

  /** To this tab's status and to the other tabs, which do not sync themselves. */
  #report(news: Partial<SyncState>): void {
    const next = { ...this.state$.value, ...news };
    const hasEnded = next.phase === 'idle' || next.phase === 'offline' || next.phase === 'waiting';
    this.state$.next(this.#isStopped && hasEnded ? { ...next, phase: 'stopped' } : next);
    this.#tabs.broadcast({ type: 'state', phase: next.phase, online: next.online });
  }
}
