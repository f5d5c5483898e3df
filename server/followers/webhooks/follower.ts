/** The follower that delivers events to webhooks. The delivery table is the queue; this decides when to look at it. */
import { nextDueMs } from '../../store/queues/delivery-leases.ts';
import { listenLater } from '../poll-loop.ts';
import type { DeliveryContext } from './deliver.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { sweepLog } from './sweep.ts';

/** Signals get lost and workers die holding leases, so the queue is polled as well. */
const pollMs = 30_000;
/** When due deliveries cannot be leased because other workers hold all places of the webhook. */
const waitForOthersMs = 1_000;
const sweepEveryMs = 3_600_000;

export class WebhookFollower {
  readonly #context: DeliveryContext;
  readonly #worker: DeliveryWorker;
  #isSignalled = false;
  #polling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sweptMs = -Infinity;
  #isClosed = false;
  #stopListening = (): void => undefined;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#worker = new DeliveryWorker(context);
  }

  /** Delivers until nothing more is due; resolves to the number of attempts. */
  run(): Promise<number> {
    return this.#worker.run();
  }

  /** Runs now, at each signal, and when the next delivery is due. @param signal registers a listener; returns how to remove it */
  start(signal: (listener: () => void) => () => void): void {
    this.#stopListening = listenLater(signal, () => this.#wake());
    this.#wake();
  }

  /** Leases nothing more and waits for the attempts in flight: as long as a send may take. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    await this.#worker.close();
    await this.#polling;
  }

  /** Signals during a poll cost one more look at the queue. */
  #wake(): void {
    this.#isSignalled = true;
    if (this.#polling === undefined) this.#polling = this.#poll();
    else this.#worker.look();
  }

  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    let delayMs = pollMs;
    while (this.#isSignalled && !this.#isClosed) {
      this.#isSignalled = false;
      delayMs = await this.#runOnce();
    }
    this.#polling = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#wake(), delayMs).unref();
  }

  /** Milliseconds until the next look at the queue. */
  async #runOnce(): Promise<number> {
    const { store, now, log } = this.#context;
    try {
      await this.run();
      if (now() - this.#sweptMs >= sweepEveryMs) {
        await sweepLog(store, now());
        this.#sweptMs = now();
      }
      const dueMs = await nextDueMs(store.db);
      return dueMs === undefined ? pollMs : Math.min(pollMs, dueMs > now() ? dueMs - now() : waitForOthersMs);
    } catch (error) {
      log.error({ err: error }, 'the delivery queue could not be read; the follower retries shortly');
      return pollMs;
    }
  }
}
