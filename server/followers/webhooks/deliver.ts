/** One attempt of one leased delivery: read, send, record. */
import { finishUnderLease } from '../../store/queues/delivery-leases.ts';
import { readDelivery } from '../../store/queues/deliveries.ts';
import { eventIdOf, payloadOf, readEvent } from '../../store/records/events.ts';
import type { DeliveryTable, EventTable, WebhookTable } from '../../store/tables/tables.ts';
import type { Db } from '../../store/engine/db.ts';
import { lockWebhook, readWebhook } from '../../store/access/webhooks.ts';
import { UnsealError, type Secrets } from '../../auth/secrets.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import { makerMay } from '../../auth/maker.ts';
import { disable } from './auto-disable.ts';
import { recordAttempt, type AttemptResult, type RecordingContext } from './record-attempt.ts';
import { requestOf } from './request.ts';
import { openedWebhook, type OpenedWebhook } from './sealed.ts';
import type { Send } from './send.ts';

export interface DeliveryContext extends RecordingContext {
  readonly secrets: Secrets;
  readonly send: Send;
  readonly signatureHeaderName: string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly log: DeliveryLog;
  /** Called for every recorded attempt. */
  readonly observe?: (outcome: AttemptResult['outcome'], durationMs: number) => void;
}

/** The used subset of pino. */
export interface DeliveryLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** False when no attempt was made, because the webhook was disabled or deleted after the delivery was queued. */
export async function deliver(context: DeliveryContext, delivery: DeliveryTable): Promise<boolean> {
  const { store, now, log } = context;
  const { org_id, id, webhook_id, event_seq } = delivery;
  const webhook = await readWebhook(store.db, org_id, webhook_id);
  const event = await readEvent(store.db, org_id, event_seq);
  if (webhook === undefined || event === undefined) throw new Error(`delivery ${id} lacks its webhook or its event`);
  const isWithdrawn = webhook.state === 'enabled' && !(await mayReceive(store.db, webhook, event.name));
  if (isWithdrawn) await disableForMaker(context, delivery);
  if (isWithdrawn || webhook.state !== 'enabled') {
    await endLease(context, delivery);
    return false;
  }
  const startedMs = now();
  const result = await attempt(context, { delivery, webhook, event, startedMs });
  const endedMs = now();
  const booked = await recordAttempt(context, delivery, { startedMs, endedMs, result });
  if (booked !== 'lease_lost') context.observe?.(result.outcome, endedMs - startedMs);
  const names = { organisation: org_id, webhook: webhook_id, delivery: id, attempt: delivery.attempts + 1 };
  if (booked === 'lease_lost') log.warn(names, 'a webhook attempt outlived its lease and is not recorded');
  if (booked === 'disabled_webhook')
    log.warn(names, 'a webhook was disabled after consecutive failures or at the request of its receiver');
  return true;
}

interface Subject {
  readonly delivery: DeliveryTable;
  readonly webhook: WebhookTable;
  readonly event: EventTable;
  readonly startedMs: number;
}

async function attempt(
  { secrets, send, signatureHeaderName }: DeliveryContext,
  { delivery, webhook, event, startedMs }: Subject,
): Promise<AttemptResult> {
  let opened: OpenedWebhook;
  try {
    opened = openedWebhook(secrets, webhook, startedMs);
  } catch (error) {
    if (error instanceof UnsealError) return { outcome: 'failed', reason: 'secret', detail: error.reason };
    throw error;
  }
  const { url } = webhook;
  const [eventName, eventId] = [event.name, eventIdOf(event)];
  const body = JSON.stringify(payloadOf(event));
  return await send(
    requestOf(
      { ...opened, url, eventName, eventId, deliveryId: delivery.id, attempt: delivery.attempts + 1, startedMs, body },
      signatureHeaderName,
    ),
  );
}

/** A subscription is the whole organisation's, so nobody who is limited to a contractor receives anything of it. */
function mayReceive(db: Db, webhook: WebhookTable, event: string): Promise<boolean> {
  const name = event as EventName; // from the closed list
  return makerMay(db, webhook, (maker) => maker.role !== 'contractor_author' && mayReadEvent(name, maker));
}

/** Its maker may no longer read what it receives. Under the lock, because somebody else may have enabled it meanwhile. */
async function disableForMaker(
  context: DeliveryContext,
  { org_id, webhook_id, id, event_name, attempts }: DeliveryTable,
): Promise<void> {
  await context.store.transaction(async (trx) => {
    const webhook = await lockWebhook(trx, org_id, webhook_id);
    if (webhook?.state !== 'enabled' || (await mayReceive(trx, webhook, event_name))) return;
    const at = new Date(context.now()).toISOString();
    await disable(trx, webhook, { at, deliveryId: id, attempt: attempts, reason: 'token_withdrawn' }, context);
    context.log.warn(
      { organisation: org_id, webhook: webhook_id },
      'a webhook was disabled with the rights of its token',
    );
  });
}

/** Under the webhook's lock, because it may have been enabled again: then the delivery keeps its state. */
async function endLease(
  { store, now }: DeliveryContext,
  { org_id, id, webhook_id, lease_token }: DeliveryTable,
): Promise<void> {
  await store.transaction(async (trx) => {
    const webhook = await lockWebhook(trx, org_id, webhook_id);
    const standing = await readDelivery(trx, org_id, id);
    if (standing === undefined) return;
    const { attempts, state, due_at, retry_from } = standing;
    const rest = webhook?.state === 'deleted' ? 'cancelled' : 'held';
    const isOver = retry_from === 'failed' || retry_from === 'succeeded';
    const next =
      webhook?.state === 'enabled' || state !== 'pending'
        ? { state, due_at, retry_from }
        : { state: isOver ? retry_from : rest, due_at: null };
    await finishUnderLease(trx, org_id, {
      id,
      token: lease_token ?? '',
      now: new Date(now()).toISOString(),
      attempts,
      ...next,
    });
  });
}
