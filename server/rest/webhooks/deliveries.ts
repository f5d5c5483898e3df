/** The delivery log of a subscription, which outlives it, and repeated deliveries (contract, Webhooks). */
import type * as z from 'zod';
import { retentionOf } from '../../base/retention.ts';
import type { EventName } from '../../../shared/model/event.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import {
  listAttempts,
  listDeliveries as readDeliveries,
  readDelivery,
  recover,
  retryNow,
} from '../../store/queues/deliveries.ts';
import { eventIdOf, payloadOf, readEvent } from '../../store/records/events.ts';
import type { AttemptTable, DeliveryTable, WebhookTable } from '../../store/tables/tables.ts';
import { readWebhook } from '../../store/access/webhooks.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import type { HandlerRequest, Handler } from '../request/handler-request.ts';
import { idOf, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { envelope } from '../request/lists.ts';
import { subjectsOf, type Subject } from './delivered-documents.ts';
import { changeWebhook } from './rows.ts';

type DeliveryOnWire = z.output<(typeof endpoints)['retryDelivery']['reply']>;
type DeliveryDetailOnWire = z.output<(typeof endpoints)['getDelivery']['reply']>;
type AttemptOnWire = DeliveryDetailOnWire['attempt_log'][number];

const recoveredAtOnce = 10_000;
const dayMs = 86_400_000;

export const listDeliveries: Handler<'listDeliveries'> = async ({ actor, params, query }, context) => {
  const { db } = context.store;
  const webhookId = idOf('webhook', params.webhook);
  if (!(await readWebhook(db, actor.organisationId, webhookId))) throw missing('webhook');
  const { status, event: eventName, from, to, page, per_page: perPage } = query;
  const list = { webhookId, state: status, eventName, from, to, page, perPage };
  const { rows, total } = await readDeliveries(db, actor.organisationId, list);
  const subjectOf = await subjectsOf(db, actor, rows);
  return {
    body: envelope(
      rows.map((row) => showDelivery(row, subjectOf(row))),
      total,
      query,
    ),
  };
};

export const getDelivery: Handler<'getDelivery'> = async (request, context) => {
  const delivery = await deliveryOf(request, context.store.db);
  const attempts = await listAttempts(context.store.db, delivery.org_id, delivery.id);
  const last = attempts.at(-1);
  const isReadable = mayReadEvent(delivery.event_name as EventName, request.actor); // from the closed list
  const sent = last === undefined || !isReadable ? null : await sentIn(context, delivery, last);
  const log = attempts.map(showAttempt);
  // A receiver may answer with what it was sent.
  const shown = isReadable ? log : log.map((each) => ({ ...each, response_headers: null, response_body: null }));
  return { body: { ...(await showOne(request, context, delivery)), attempt_log: shown, sent } };
};

/** What an attempt sent, as far as it is no secret. */
async function sentIn(
  { store, saveWebhook }: RestContext,
  { id, org_id, event_seq, event_name }: DeliveryTable,
  { attempt, started_at }: AttemptTable,
): Promise<DeliveryDetailOnWire['sent']> {
  const event = await readEvent(store.db, org_id, event_seq);
  if (!event) return null;
  const [eventId, startedMs] = [eventIdOf(event), Date.parse(started_at)];
  const headers = saveWebhook.openHeaders({ eventName: event_name, eventId, deliveryId: id, attempt, startedMs });
  return { headers, body: JSON.stringify(payloadOf(event)) };
}

export const retryDelivery: Handler<'retryDelivery'> = async (request, context) => {
  const { id } = await deliveryOf(request, context.store.db);
  const location = `/api/v1/webhooks/${request.params.webhook.toLowerCase()}/deliveries/${id}`;
  const { organisationId } = request.actor;
  await changeWebhook(request, context, { op: 'act', action: 'retry_delivery' }, async (webhook, { trx }, now) => {
    requireEnabled(webhook);
    await retryNow(trx, organisationId, id, now);
    return {};
  });
  context.commitContext.wake(organisationId);
  return { body: await showOne(request, context, await deliveryOf(request, context.store.db)), location };
};

export const recoverDeliveries: Handler<'recoverDeliveries'> = async (request, context) => {
  const { since, until } = request.body;
  const { organisationId } = request.actor;
  let queued = 0;
  const webhook = await changeWebhook(
    request,
    context,
    { op: 'act', action: 'recover' },
    async (current, { trx }, now) => {
      requireEnabled(current);
      const range = { webhookId: current.id, since, until, now, limit: recoveredAtOnce };
      queued = await recover(trx, organisationId, range);
      return {};
    },
  );
  context.commitContext.wake(organisationId);
  const location = `/api/v1/webhooks/${webhook.id}/deliveries`;
  const kept = keptSince(context.commitContext.now());
  return {
    body: { queued, more: queued === recoveredAtOnce, kept_since: kept, notice: noticeOf(since, kept) },
    location,
  };
};

/** Older deliveries are deleted. */
function keptSince(nowMs: number): { readonly held: string; readonly failed: string } {
  const [held, failed] = [retentionOf('events'), retentionOf('deliveries')];
  return { held: new Date(nowMs - held).toISOString(), failed: new Date(nowMs - failed).toISOString() };
}

/** What of the period asked for is no longer there. */
function noticeOf(since: string, kept: { readonly held: string; readonly failed: string }): string | null {
  if (since >= kept.failed) return null;
  const [heldDays, failedDays] = [retentionOf('events') / dayMs, retentionOf('deliveries') / dayMs];
  const held =
    since < kept.held
      ? `Events held before ${kept.held} are deleted and cannot be recovered (kept for ${heldDays} days). `
      : '';
  return `${held}Failed deliveries that ended before ${kept.failed} are deleted and cannot be recovered (kept for ${failedDays} days).`;
}

/** The delivery that the path names, if it belongs to the subscription that the path names, even a deleted one. */
async function deliveryOf(
  { actor, params }: HandlerRequest<{ readonly webhook: string; readonly delivery: string }>,
  db: RestContext['store']['db'],
): Promise<DeliveryTable> {
  const delivery = await readDelivery(db, actor.organisationId, idOf('delivery', params.delivery));
  if (!delivery || delivery.webhook_id !== idOf('delivery', params.webhook)) throw missing('delivery');
  return delivery;
}

function requireEnabled({ state }: WebhookTable): void {
  if (state !== 'enabled') throw new Problem('webhook_disabled');
}

async function showOne(
  { actor }: Pick<HandlerRequest, 'actor'>,
  { store }: RestContext,
  delivery: DeliveryTable,
): Promise<DeliveryOnWire> {
  return showDelivery(delivery, (await subjectsOf(store.db, actor, [delivery]))(delivery));
}

function showDelivery(delivery: DeliveryTable, subject: Subject): DeliveryOnWire {
  const { id, webhook_id, event_name, event_seq, state, attempts, due_at, created_at, updated_at } = delivery;
  const about = { event: event_name, sequence: event_seq, ...subject };
  return { id, webhook_id, ...about, state, attempts, due_at, created_at, updated_at };
}

function showAttempt(row: AttemptTable): AttemptOnWire {
  const { attempt, started_at, ended_at, outcome, response_status, response_body, detail } = row;
  return {
    attempt,
    by_hand: row.by_hand === 1,
    started_at,
    ended_at,
    duration_ms: Date.parse(ended_at) - Date.parse(started_at),
    outcome,
    response_status,
    // Written by the follower, from the headers that are kept.
    response_headers:
      row.response_headers === null ? null : (JSON.parse(row.response_headers) as Readonly<Record<string, string>>),
    response_body,
    detail,
  };
}
