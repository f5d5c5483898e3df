/** Leases due deliveries and sends them: at most 64 at once and 4 for one webhook, so that a slow receiver delays only itself. */
import { randomUUID } from 'node:crypto';
import { hasDueDelivery, leaseDue } from '../../store/queues/delivery-leases.ts';
import type { DeliveryTable } from '../../store/tables/tables.ts';
import { deliver, type DeliveryContext } from './deliver.ts';

const maxInFlight = 64;
const maxInFlightPerWebhook = 4;
/** Longer than a send and recording its result take. */
const leaseMs = 30_000;

export class DeliveryWorker {
  readonly #context: DeliveryContext;
  #inFlight = 0;
  #attempts = 0;
  #round: Promise<number> | undefined;
  #progress = Promise.withResolvers<void>();
  /** Something may be due, or a place is free. */
  #isDirty = false;
  #isClosed = false;

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  /** Delivers until nothing more is due; resolves to the number of attempts. A call during a round joins it. */
  async run(): Promise<number> {
    this.look();
    return await (this.#round ??= this.#runRound());
  }

  /** The running round looks at the queue once more. */
  look(): void {
    this.#isDirty = true;
    this.#progress.resolve();
  }

  /** Leases nothing more and waits for the attempts in flight. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#round;
  }

  async #runRound(): Promise<number> {
    this.#attempts = 0;
    try {
      do {
        this.#progress = Promise.withResolvers();
        this.#isDirty = false;
        for (const delivery of await this.#lease()) void this.#deliver(delivery);
        if (this.#inFlight > 0) await this.#progress.promise;
      } while (this.#inFlight > 0 || this.#isDirty);
      return this.#attempts;
    } finally {
      this.#round = undefined; // in the same turn as the last look at #isDirty, so that no call joins a round that has ended
    }
  }

  /** Every webhook gets one place before any gets a second. */
  async #lease(): Promise<DeliveryTable[]> {
    const { store, now } = this.#context;
    const leased: DeliveryTable[] = [];
    if (!(await hasDueDelivery(store.db, new Date(now()).toISOString()))) return leased;
    for (const perWebhookLimit of [1, maxInFlightPerWebhook]) {
      const limit = this.#isClosed ? 0 : maxInFlight - this.#inFlight - leased.length;
      if (limit === 0) break;
      const at = now();
      const times = { now: new Date(at).toISOString(), leaseUntil: new Date(at + leaseMs).toISOString() };
      leased.push(...(await leaseDue(store, { ...times, token: randomUUID(), limit, perWebhookLimit })));
    }
    return leased;
  }

  async #deliver(delivery: DeliveryTable): Promise<void> {
    this.#inFlight++;
    try {
      if (await deliver(this.#context, delivery)) this.#attempts++;
    } catch (error) {
      this.#context.log.error(
        { err: error, delivery: delivery.id },
        'a webhook attempt could not be recorded; it is repeated when its lease expires',
      );
    } finally {
      this.#inFlight--;
      this.look();
    }
  }
}
