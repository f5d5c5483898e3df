/** Records an attempt in one transaction: its row, the delivery's next state and the webhook's failure count. */
import { finishUnderLease } from '../../store/queues/delivery-leases.ts';
import { insertAttempt, readDelivery } from '../../store/queues/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryTable } from '../../store/tables/tables.ts';
import { lockWebhook } from '../../store/access/webhooks.ts';
import { countAttempt, type FailureCountContext } from './auto-disable.ts';
import { failureWords } from './failure-words.ts';
import { nextAttemptMs, retryAfterMs } from './schedule.ts';
import type { Failed, FailureReason, Succeeded } from './send.ts';

/** `secret`: the stored secret cannot be decrypted, so nothing was sent. */
export type AttemptResult = Succeeded | Failed<FailureReason | 'secret'>;

export interface FinishedAttempt {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly result: AttemptResult;
}

export interface RecordingContext extends FailureCountContext {
  readonly store: Store;
  readonly random: () => number;
}

/** `lease_lost`: the lease expired and another worker took over, so nothing is recorded. */
export type RecordOutcome = 'booked' | 'disabled_webhook' | 'lease_lost';

/** @param leased the delivery as leased: `retry_from` tells whether this is a manual retry */
export async function recordAttempt(
  context: RecordingContext,
  leased: DeliveryTable,
  finished: FinishedAttempt,
): Promise<RecordOutcome> {
  const { org_id, id } = leased;
  const { result } = finished;
  const attempt = leased.attempts + 1;
  const endedAt = timeOf(finished.endedMs);
  const wish = result.headers?.['webhook-delivery'];
  return await context.store.transaction(async (trx) => {
    // Lock order: the webhook first, as when it is disabled.
    const webhook = await lockWebhook(trx, org_id, leased.webhook_id);
    const delivery = await readDelivery(trx, org_id, id);
    if (webhook === undefined || delivery === undefined) return 'lease_lost';
    const next = nextState(delivery, leased, finished, context.random);
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
      response_headers: result.headers ? JSON.stringify(result.headers) : null,
      detail: result.outcome === 'failed' ? [result.reason, result.detail].filter(Boolean).join(': ') : null,
      by_hand: leased.retry_from === null ? 0 : 1,
    });
    const counted = {
      outcome: result.outcome,
      failure: result.outcome === 'failed' ? failureWords(result) : null,
      counts: leased.retry_from === null && wish !== 'abort-message',
      disables: wish === 'disable',
      deliveryId: id,
      attempt,
      endedAt,
    };
    return (await countAttempt(trx, webhook, counted, context)) ? 'disabled_webhook' : 'booked';
  });
}

type NextState = Pick<DeliveryTable, 'state' | 'due_at' | 'retry_from'>;

/**
 * A delivery that was held or cancelled during the attempt stays so, unless the attempt succeeded or was the last. A manual retry
 * requested during a failed attempt runs at once. A failed manual retry leaves the delivery's state unchanged and replaces a
 * scheduled attempt that was still due.
 */
function nextState(
  standing: DeliveryTable,
  leased: DeliveryTable,
  { endedMs, result }: FinishedAttempt,
  random: () => number,
): NextState {
  const over = (state: string): NextState => ({ state, due_at: null, retry_from: null });
  if (standing.state === 'cancelled') return over('cancelled');
  if (result.outcome === 'succeeded') return over('succeeded');
  if (result.headers?.['webhook-delivery'] === 'abort-message') return over('failed');
  const attempts = leased.attempts + 1 - standing.schedule_from;
  const askedMs = retryAfterMs(result.status, result.retryAfter, endedMs);
  const dueMs = nextAttemptMs({ attempts, endedMs, askedMs }, random);
  if (leased.retry_from === null && standing.retry_from !== null)
    return {
      state: standing.state,
      due_at: timeOf(endedMs),
      retry_from: dueMs === undefined ? 'failed' : standing.retry_from,
    };
  if (leased.retry_from !== null && leased.retry_from !== 'pending') return over(leased.retry_from);
  if (dueMs === undefined) return over('failed');
  return standing.state === 'pending'
    ? { state: 'pending', due_at: timeOf(dueMs), retry_from: null }
    : over(standing.state);
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
