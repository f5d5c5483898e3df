/**
 * The follower that delivers events to webhooks (interface section 6; contract, Webhooks). The delivery table is the queue:
 * what is due is leased, sent and booked, at most 64 at once and 4 for one webhook, so that a slow receiver delays only itself.
 */
import { randomUUID } from 'node:crypto';
import { hasDueDelivery, leaseDue, nextDueMs } from '../../store/queues/delivery-leases.ts';
import type { DeliveryTable } from '../../store/tables/tables.ts';
import { listenLater } from '../poll-loop.ts';
import { deliver, type DeliveryGround } from './deliver.ts';
import { sweepLog } from './sweep.ts';

export interface WebhookFollower {
  /** Delivers until nothing more is due; resolves to the number of attempts. Called meanwhile, it joins the round that runs. */
  run(): Promise<number>;
  /** From now on by itself: now, at each wake-up, and when the next delivery is due. @param wake calls the listener at each hint; returns how to stop */
  start(wake: (listener: () => void) => () => void): void;
  /** Leases nothing more and waits for the attempts under way: as long as a send may take. */
  close(): Promise<void>;
}

const maxUnderWay = 64;
const maxUnderWayPerWebhook = 4;
/** Longer than a send may take and a booking needs. */
const leaseMs = 30_000;
/** Hints get lost, workers die holding leases: so the queue is looked at this often in any case. */
const pollMs = 30_000;
/** When what is due cannot be leased, because other workers hold the webhook's places. */
const waitForOthersMs = 1_000;
/** How often the log is asked for what it has kept for long enough. */
const sweepEveryMs = 3_600_000;

export function openWebhookFollower(commitContext: DeliveryGround): WebhookFollower {
  const { store, now, log } = commitContext;
  let underWay = 0;
  let attempts = 0;
  let round: Promise<number> | undefined;
  let dirty = Promise.withResolvers<void>();
  let isDirty = false;
  let closed = false;
  let isSignalled = false;
  let polling: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sweptMs = -Infinity;
  let stopListening = (): void => undefined;

  /** Something may be due, or a place is free. */
  function stir(): void {
    isDirty = true;
    dirty.resolve();
  }

  async function runRound(): Promise<number> {
    attempts = 0;
    try {
      do {
        dirty = Promise.withResolvers();
        isDirty = false;
        for (const delivery of await lease()) void take(delivery);
        if (underWay > 0) await dirty.promise;
      } while (underWay > 0 || isDirty);
      return attempts;
    } finally {
      round = undefined; // with the last look at `restless`, so that no call joins a round that has ended
    }
  }

  /** Everybody gets one place before anybody gets a second. */
  async function lease(): Promise<DeliveryTable[]> {
    const leased: DeliveryTable[] = [];
    if (!(await hasDueDelivery(store.db, new Date(now()).toISOString()))) return leased;
    for (const perWebhookLimit of [1, maxUnderWayPerWebhook]) {
      const limit = closed ? 0 : maxUnderWay - underWay - leased.length;
      if (limit === 0) break;
      const at = now();
      const times = { now: new Date(at).toISOString(), leaseUntil: new Date(at + leaseMs).toISOString() };
      leased.push(...(await leaseDue(store, { ...times, token: randomUUID(), limit, perWebhookLimit })));
    }
    return leased;
  }

  async function take(delivery: DeliveryTable): Promise<void> {
    underWay++;
    try {
      if (await deliver(commitContext, delivery)) attempts++;
    } catch (error) {
      log.error(
        { err: error, delivery: delivery.id },
        'a webhook attempt could not be booked; it is made again when its lease has ended',
      );
    } finally {
      underWay--;
      stir();
    }
  }

  /** Hints that come meanwhile cost nothing but one more look. */
  function wakeUp(): void {
    isSignalled = true;
    if (polling === undefined) polling = pace();
    else stir();
  }

  async function pace(): Promise<void> {
    clearTimeout(timer);
    let delayMs = pollMs;
    while (isSignalled && !closed) {
      isSignalled = false;
      delayMs = await runOnce();
    }
    polling = undefined;
    if (!closed) timer = setTimeout(wakeUp, delayMs).unref();
  }

  /** ms until the next look. */
  async function runOnce(): Promise<number> {
    try {
      await follower.run();
      if (now() - sweptMs >= sweepEveryMs) {
        await sweepLog(store, now());
        sweptMs = now();
      }
      const dueMs = await nextDueMs(store.db);
      return dueMs === undefined ? pollMs : Math.min(pollMs, dueMs > now() ? dueMs - now() : waitForOthersMs);
    } catch (error) {
      log.error({ err: error }, 'the delivery queue could not be read; it is looked at again shortly');
      return pollMs;
    }
  }

  const follower: WebhookFollower = {
    async run() {
      stir();
      return await (round ??= runRound());
    },
    start(wake) {
      stopListening = listenLater(wake, wakeUp);
      wakeUp();
    },
    async close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
      await round;
      await polling;
    },
  };
  return follower;
}
