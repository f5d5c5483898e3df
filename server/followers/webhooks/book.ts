/** Books an attempt: its row, the delivery's next state and the webhook's count of failures, all or nothing. */
import { finishUnderLease } from '../../store/delivery-leases.ts';
import { insertAttempt, readDelivery } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryTable } from '../../store/tables.ts';
import { countAttempt, lockWebhook } from './auto-disable.ts';
import { nextAttemptMs, retryAfterMs } from './schedule.ts';
import type { Failed, FailureReason, Succeeded } from './send.ts';

/** `secret`: the stored secret cannot be opened, so nothing could be signed or sent. */
export type AttemptResult = Succeeded | Failed<FailureReason | 'secret'>;

export interface FinishedAttempt {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly result: AttemptResult;
}

export interface BookingGround {
  readonly store: Store;
  readonly random: () => number;
  readonly newId: () => string;
}

/** `lease_lost`: the lease ran out and another worker took over; nothing is booked, theirs will be. */
export type Booked = 'booked' | 'disabled_webhook' | 'lease_lost';

/** @param leased the delivery as it was leased */
export async function bookAttempt(
  { store, random, newId }: BookingGround,
  leased: DeliveryTable,
  finished: FinishedAttempt,
): Promise<Booked> {
  const { org_id, id } = leased;
  const { result } = finished;
  const attempt = leased.attempts + 1;
  const endedAt = timeOf(finished.endedMs);
  return await store.transaction(async (trx) => {
    // The webhook first: whoever disables it takes its rows in the same order.
    const webhook = await lockWebhook(trx, org_id, leased.webhook_id);
    const delivery = await readDelivery(trx, org_id, id);
    const next = nextState(delivery?.state ?? 'cancelled', attempt, finished, random);
    const kept = await finishUnderLease(trx, org_id, {
      id,
      token: leased.lease_token ?? '',
      now: endedAt,
      attempts: attempt,
      ...next,
    });
    if (!kept) return 'lease_lost';
    await insertAttempt(trx, org_id, {
      delivery_id: id,
      attempt,
      started_at: timeOf(finished.startedMs),
      ended_at: endedAt,
      outcome: result.outcome,
      response_status: result.status ?? null,
      response_body: result.body ?? null,
      detail: result.outcome === 'failed' ? [result.reason, result.detail].filter(Boolean).join(': ') : null,
    });
    const disabled = await countAttempt(
      trx,
      webhook,
      { outcome: result.outcome, deliveryId: id, attempt, endedAt },
      newId,
    );
    return disabled ? 'disabled_webhook' : 'booked';
  });
}

/** A delivery that was held or cancelled during the attempt stays so, unless the attempt was its success or its last. */
function nextState(
  state: string,
  attempts: number,
  { endedMs, result }: FinishedAttempt,
  random: () => number,
): Pick<DeliveryTable, 'state' | 'due_at'> {
  if (state === 'cancelled') return { state, due_at: null };
  if (result.outcome === 'succeeded') return { state: 'succeeded', due_at: null };
  const askedMs = retryAfterMs(result.status, result.retryAfter, endedMs);
  const dueMs = nextAttemptMs({ attempts, endedMs, askedMs }, random);
  if (dueMs === undefined) return { state: 'failed', due_at: null };
  return state === 'pending' ? { state, due_at: timeOf(dueMs) } : { state, due_at: null };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
