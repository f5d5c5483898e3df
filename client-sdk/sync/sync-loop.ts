/** Runs exchanges, one at a time, and says how they went. Whoever asks while one is under way gets the next, which sees his change. */
import type { BehaviorSubject } from 'rxjs';
import type { SyncCycle, SyncSummary } from './sync-cycle.ts';
import type { LiveChange } from './live-changes.ts';
import { mutex } from '../base/mutex.ts';
import { newSyncState, type SyncState } from './status.ts';
import { SyncError } from '../base/sync-error.ts';
import type { Tabs } from './tabs.ts';
import type { SyncTransport } from './sync-transport.ts';

const graceMs = 500;
/** Changes that come live within this time are stored together; they are in sight at once. */
const keepAfterMs = 200;

export class SyncLoop {
  readonly state$: BehaviorSubject<SyncState> = newSyncState();
  readonly #exchange: SyncCycle;
  readonly #transport: SyncTransport;
  readonly #tabs: Tabs;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<SyncSummary> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** Something was sent whose effect has to come by the stream; hears of it where it does not. */
  #missed: (() => void) | undefined;
  readonly #exclusive = mutex();
  /** Nothing is tried but what somebody asks for. */
  #isResting = false;
  #closed = false;

  constructor(exchange: SyncCycle, transport: SyncTransport, tabs: Tabs) {
    this.#exchange = exchange;
    this.#transport = transport;
    this.#tabs = tabs;
  }

  /** Throws a SyncError where the exchange did not come to its end; everything that was reached until then is kept. */
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
   * Sends what waits. Its effect comes by the stream where that is live at the place where the replica stands; where it does not come
   * soon, `missed` is called. Throws as `sync` does.
   */
  push(isLiveAt: (cursor: string | null) => boolean, missed: () => void): Promise<SyncSummary> {
    if (this.#next) return this.#next;
    const sent = this.#running.then(async () => {
      const before = this.#exchange.oldestUnconfirmed;
      const summary = await this.#run(isLiveAt);
      const { oldestUnconfirmed: outstanding } = this.#exchange;
      // What had been shown is stored: unless something was missing before, the time begins now.
      if (outstanding === undefined || outstanding !== before) this.#disarm();
      this.#missed = outstanding === undefined ? undefined : missed;
      if (this.#missed) this.#keepSoon();
      return summary;
    });
    this.#running = sent.catch(() => undefined);
    return sent;
  }

  /** Shows a change that came by the stream, when nothing else is under way, and stores it soon; false where it has to be pulled. */
  applyLive(frame: LiveChange): Promise<boolean> {
    return this.#exclusive(async () => {
      await this.#rest();
      if (this.#closed || !this.#exchange.showLive(frame)) return false;
      this.#keepSoon();
      return true;
    });
  }

  /** Asks for news, waits for them a while, and takes them in. */
  async poll(ended: AbortSignal): Promise<void> {
    if (await this.#exchange.waitForNews(ended)) await this.sync();
  }

  /** Says that nothing is tried until somebody acts, now and after what is under way or asked for. */
  markStopped(): void {
    this.#isResting = true;
    this.state$.next({ ...this.state$.value, phase: 'stopped' });
  }

  /** Things are tried again without being asked for. */
  markStarted(): void {
    if (!this.#isResting) return;
    this.#isResting = false;
    const { problem, phase } = this.state$.value;
    if (phase === 'stopped') this.state$.next({ ...this.state$.value, phase: problem ? 'offline' : 'idle' });
  }

  /** What another tab says of its exchange. */
  mirror({ phase, online }: Pick<SyncState, 'phase' | 'online'>): void {
    this.state$.next({ phase, online, problem: online ? null : this.state$.value.problem });
  }

  /** Resolves when what was asked for so far has come to its end, and what came live is stored. */
  async idle(): Promise<void> {
    this.#missed = undefined; // nothing more is asked for
    this.#keep();
    await this.#rest();
  }

  useToken(token: string): void {
    this.#transport.token = token;
    this.#exchange.forgetGreeting();
  }

  /** Begins nothing more, and gives the request that is under way a moment to end before it is cut. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#transport.stop();
    this.#keep();
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
        this.#exchange.run((phase) => this.#say({ phase }), isLiveAt),
      );
      this.#say({ phase: 'idle', online: true, problem: null });
      return summary;
    } catch (error) {
      const problem =
        error instanceof SyncError ? error : new SyncError('device', 'The device itself failed.', { cause: error });
      const phase = problem.needsAnotherToken || problem.fault === 'stopped' ? 'stopped' : 'offline';
      this.#say({ phase, online: false, problem });
      throw problem;
    }
  }

  /** Resolves when nothing is under way. */
  async #rest(): Promise<void> {
    for (let running; running !== this.#running;) {
      running = this.#running;
      await running;
    }
  }

  #keepSoon(): void {
    this.#keeping ??= setTimeout(() => this.#keep(), keepAfterMs);
  }

  #disarm(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
  }

  #keep(): void {
    this.#disarm();
    this.#running = this.#running.then(() => this.#store());
  }

  /**
   * Stores what is shown. Where that cannot be done, it is out of sight again and pulled: that says what is wrong. Whether what was sent
   * has come back is looked at now.
   */
  async #store(): Promise<void> {
    const missed = this.#missed;
    this.#missed = undefined;
    try {
      if (!this.#exchange.isLiveStored) await this.#tabs.runExclusive(() => this.#exchange.storeLive());
      if (!this.#closed && this.#exchange.oldestUnconfirmed !== undefined) missed?.();
    } catch {
      this.#exchange.dropLive();
      if (!this.#closed && this.state$.value.phase !== 'stopped') void this.sync().catch(() => undefined);
    }
  }

  /** Here, and in the other tabs, which do not exchange themselves. */
  #say(line: Partial<SyncState>): void {
    const next = { ...this.state$.value, ...line };
    const isOver = next.phase === 'idle' || next.phase === 'offline';
    this.state$.next(this.#isResting && isOver ? { ...next, phase: 'stopped' } : next);
    this.#tabs.broadcast({ type: 'line', phase: next.phase, online: next.online });
  }
}
