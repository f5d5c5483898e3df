/** Runs exchanges, one at a time, and says how they went. Whoever asks while one is under way gets the next, which sees his change. */
import type { BehaviorSubject } from 'rxjs';
import type { Exchange, SyncSummary } from './exchange.ts';
import { newLine, type Line } from './status.ts';
import { SyncError } from './sync-error.ts';
import type { Wire } from './wire.ts';

const graceMs = 500;

export class Engine {
  readonly line$: BehaviorSubject<Line> = newLine();
  readonly #exchange: Exchange;
  readonly #wire: Wire;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<SyncSummary> | undefined;
  #closed = false;

  constructor(exchange: Exchange, wire: Wire) {
    this.#exchange = exchange;
    this.#wire = wire;
  }

  /** Throws a SyncError where the exchange did not come to its end; everything that was reached until then is kept. */
  sync(): Promise<SyncSummary> {
    if (this.#next) return this.#next;
    const next = this.#running.then(() => {
      this.#next = undefined;
      return this.#run();
    });
    this.#next = next;
    this.#running = next.catch(() => undefined);
    return next;
  }

  /** Says that nothing is tried until somebody acts. */
  rest(): void {
    this.line$.next({ ...this.line$.value, phase: 'stopped' });
  }

  useToken(token: string): void {
    this.#wire.token = token;
    this.#exchange.forgetGreeting();
  }

  /** Begins nothing more, and gives the request that is under way a moment to end before it is cut. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wire.stop();
    const cut = setTimeout(() => this.#wire.cut(), graceMs);
    await this.#running;
    clearTimeout(cut);
    this.rest();
    this.line$.complete();
  }

  async #run(): Promise<SyncSummary> {
    if (this.#closed) throw new SyncError('stopped', 'The device is closed.');
    try {
      const summary = await this.#exchange.run((phase) => this.line$.next({ ...this.line$.value, phase }));
      this.line$.next({ phase: 'idle', online: true, problem: null });
      return summary;
    } catch (error) {
      const problem =
        error instanceof SyncError ? error : new SyncError('device', 'The device itself failed.', { cause: error });
      const phase = problem.needsAnotherToken || problem.fault === 'stopped' ? 'stopped' : 'offline';
      this.line$.next({ phase, online: false, problem });
      throw problem;
    }
  }
}
