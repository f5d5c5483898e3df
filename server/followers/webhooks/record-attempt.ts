/** Books an attempt: its row, the delivery's next state and the webhook's count of failures, all or nothing. */
import { finishUnderLease } from '../../store/queues/delivery-leases.ts';
import { insertAttempt, readDelivery } from '../../store/queues/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryTable } from '../../store/tables/tables.ts';
import { lockWebhook } from '../../store/access/webhooks.ts';
import { countAttempt, type FailureCountContext } from './auto-disable.ts';
import { nextAttemptMs, retryAfterMs } from './schedule.ts';
import type { Failed, FailureReason, Succeeded } from './send.ts';

/** `secret`: the stored secret cannot be opened, so nothing could be signed or sent. */
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

/** `lease_lost`: the lease ran out and another worker took over; nothing is booked, theirs will be. */
export type RecordOutcome = 'booked' | 'disabled_webhook' | 'lease_lost';

/** @param leased the delivery as it was leased, which says whether somebody had asked for this very attempt */
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
    // The webhook first: whoever disables it takes its rows in the same order.
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
 * A delivery that was held or cancelled during the attempt stays so, unless the attempt was its success or its last. One attempt more,
 * asked for meanwhile, is made at once where this one failed. An attempt that somebody asked for leaves the delivery as it was when
 * it fails, and takes the place of the scheduled one where that was still to come.
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
