/**
 * Runs the state machine of automatic sync (sync-machine.ts): a timer that is always armed, the network and the page coming back, and the
 * outcome of each sync. After a mere local change nothing is pulled: what waits is pushed, and its effect comes by the stream.
 */
import { backOffMs, pauseMs, waitMs } from './back-off.ts';
import { SyncError } from '../base/sync-error.ts';
import { machine, type Effect, type Event, type State } from './sync-machine.ts';

/** What was pushed and has not come back by the stream within this time is pulled. */
const missedAfterMs = 1000;

export interface AutoSyncOptions {
  readonly sync: () => Promise<unknown>;
  /** Pushes what waits, and pulls unless its effect comes by the stream. */
  readonly push: () => Promise<unknown>;
  /** The oldest command that the server has accepted and whose effect is not here yet. */
  readonly oldestUnconfirmed: () => string | undefined;
  /** Opens the stream; returns what closes it. */
  readonly follow: () => () => void;
  /** The server refused the token: nothing more happens here. */
  readonly giveUp: () => void;
  /** 0 to 1. */
  readonly random: () => number;
}

export class AutoSync {
  readonly #options: AutoSyncOptions;
  #state: State = 'syncing';
  #failures = 0;
  #retryAfterMs = 0;
  /** Whether the last sync was a full one: they alone arm the timer, so that a run of edits does not postpone it. */
  #wasFull = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The command whose effect is waited for. */
  #missing: string | undefined;
  #missedTimer: ReturnType<typeof setTimeout> | undefined;
  #unfollow: (() => void) | undefined;
  readonly #onNews = (): void => this.tell('news');
  readonly #effects: Readonly<Record<Effect, () => void>> = {
    push: () => void this.#run(this.#options.push, false),
    sync: () => void this.#run(this.#options.sync, true),
    rest: () => this.#rest(),
    backOff: () => this.#arm(backOffMs(this.#failures++, this.#options.random)),
    wait: () => this.#arm(waitMs(this.#retryAfterMs, this.#options.random)),
    unfollow: () => this.#end(),
    giveUp: () => this.#options.giveUp(),
  };

  constructor(options: AutoSyncOptions) {
    this.#options = options;
    this.#follow();
    this.#effects.sync();
  }

  tell(event: Event): void {
    const [next, ...effects] = machine[this.#state][event];
    this.#state = next;
    for (const effect of effects) this.#effects[effect]();
  }

  async #run(work: () => Promise<unknown>, isFull: boolean): Promise<void> {
    try {
      await work();
      this.#failures = 0;
      this.#wasFull = isFull;
      this.tell('done');
    } catch (error) {
      const known = error instanceof SyncError ? error : null;
      this.#retryAfterMs = known?.retryAfterMs ?? 0;
      const event = this.#retryAfterMs > 0 ? 'postponed' : 'failed';
      this.tell(known?.needsAnotherToken ? 'unauthorised' : event);
    }
  }

  #rest(): void {
    if (this.#wasFull) this.#arm(pauseMs(this.#options.random));
    this.#watch();
  }

  #arm(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.tell('due'), delayMs);
  }

  /** Waits for the effect of what was pushed, and pulls if it does not come. */
  #watch(): void {
    const oldest = this.#options.oldestUnconfirmed();
    if (oldest === this.#missing) return;
    clearTimeout(this.#missedTimer);
    this.#missing = oldest;
    if (oldest === undefined) return;
    this.#missedTimer = setTimeout(() => {
      this.#missing = undefined;
      if (this.#options.oldestUnconfirmed() === oldest) this.tell('news');
      else this.#watch();
    }, missedAfterMs);
  }

  #follow(): void {
    this.#unfollow = this.#options.follow();
    for (const name of wakingEvents) globalThis.addEventListener?.(name, this.#onNews);
  }

  #end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#missedTimer);
    this.#unfollow?.();
    for (const name of wakingEvents) globalThis.removeEventListener?.(name, this.#onNews);
  }
}

/** The network may be back, or the page returns to the front; absent in Node. */
const wakingEvents = ['online', 'pageshow', 'focus'] as const;
