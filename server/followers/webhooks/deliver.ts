/** One attempt of one leased delivery: read what is needed, send, book. */
import { finishUnderLease } from '../../store/delivery-leases.ts';
import { readEvent } from '../../store/events.ts';
import type { DeliveryTable, EventTable, WebhookTable } from '../../store/tables.ts';
import { readWebhook } from '../../store/webhooks.ts';
import { UnsealError, webhookContext, type Secrets } from '../../secrets.ts';
import { bookAttempt, type AttemptResult, type BookingGround } from './book.ts';
import { requestOf } from './request.ts';
import type { Send } from './send.ts';

export interface DeliveryGround extends BookingGround {
  readonly secrets: Secrets;
  readonly send: Send;
  readonly signatureHeaderName: string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly log: DeliveryLog;
}

/** The part of pino that is used here. */
export interface DeliveryLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** False when no attempt was made, because the webhook has been disabled since the delivery was written. */
export async function deliver(ground: DeliveryGround, delivery: DeliveryTable): Promise<boolean> {
  const { store, now, log } = ground;
  const { org_id, id, webhook_id, event_seq } = delivery;
  const webhook = await readWebhook(store.db, org_id, webhook_id);
  const event = await readEvent(store.db, org_id, event_seq);
  if (webhook === undefined || event === undefined) throw new Error(`delivery ${id} lacks its webhook or its event`);
  if (webhook.state !== 'enabled') {
    await hold(ground, delivery);
    return false;
  }
  const startedMs = now();
  const result = await attempt(ground, { delivery, webhook, event, startedMs });
  const booked = await bookAttempt(ground, delivery, { startedMs, endedMs: now(), result });
  const names = { organisation: org_id, webhook: webhook_id, delivery: id, attempt: delivery.attempts + 1 };
  if (booked === 'lease_lost') log.warn(names, 'a webhook attempt outlived its lease and is not booked');
  if (booked === 'disabled_webhook') log.warn(names, 'a webhook was disabled after consecutive failures');
  return true;
}

interface Subject {
  readonly delivery: DeliveryTable;
  readonly webhook: WebhookTable;
  readonly event: EventTable;
  readonly startedMs: number;
}

async function attempt(
  { secrets, send, signatureHeaderName }: DeliveryGround,
  { delivery, webhook, event, startedMs }: Subject,
): Promise<AttemptResult> {
  let secret: string;
  try {
    secret = secrets.unseal(webhook.secret, webhookContext(webhook.org_id, webhook.id));
  } catch (error) {
    if (error instanceof UnsealError) return { outcome: 'failed', reason: 'secret', detail: error.reason };
    throw error;
  }
  const { url } = webhook;
  const { name: eventName, id: eventId, body } = event;
  return await send(
    requestOf(
      { url, secret, eventName, eventId, deliveryId: delivery.id, attempt: delivery.attempts + 1, startedMs, body },
      signatureHeaderName,
    ),
  );
}

async function hold(
  { store, now }: DeliveryGround,
  { org_id, id, lease_token, attempts }: DeliveryTable,
): Promise<void> {
  const finish = {
    id,
    token: lease_token ?? '',
    now: new Date(now()).toISOString(),
    state: 'held',
    attempts,
    due_at: null,
  };
  await store.transaction((trx) => finishUnderLease(trx, org_id, finish));
}
