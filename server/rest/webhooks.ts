/** Webhook subscriptions and their delivery log (interface section 4.6). A secret is told once, and only one that the server made. */
import { randomBytes } from 'node:crypto';
import { invalid } from '../../shared/validation.ts';
import { listDeliveries as readDeliveries } from '../store/deliveries.ts';
import type { WebhookTable } from '../store/tables.ts';
import { insertWebhook, listWebhooks as readWebhooks, readWebhook } from '../store/webhooks.ts';
import type { Handler } from './call.ts';
import { idOf, missing } from './find.ts';
import type { RestHouse } from './house.ts';
import { envelope, pageOf } from './lists.ts';
import { once } from './once.ts';

export const createWebhook: Handler<'createWebhook'> = (call, house) =>
  once(call, house, async (atomically) => {
    const { actor, body } = call;
    const { organisationId } = actor;
    const url = usableUrl(house, body.url);
    const id = house.ground.newId();
    const made = body.secret == null ? `whsec_${randomBytes(32).toString('base64')}` : undefined;
    const secret = made ?? body.secret ?? '';
    await house.saveWebhook.test({ organisationId, id, url, secret });
    const at = new Date(house.ground.now()).toISOString();
    const webhook = {
      id,
      url,
      events: JSON.stringify([...new Set(body.events)]),
      secret: house.saveWebhook.seal(organisationId, id, secret),
      state: 'enabled',
      disabled_reason: null,
      consecutive_failures: 0,
      description: body.description ?? null,
      created_at: at,
      updated_at: at,
    };
    return await atomically(async ({ store }) => {
      await store.transaction((trx) => insertWebhook(trx, organisationId, webhook));
      return {
        body: { ...show(webhook), ...(made === undefined ? {} : { secret: made }) },
        location: `/api/v1/webhooks/${id}`,
        headers: { 'Cache-Control': 'no-store' },
      };
    });
  });

export const listWebhooks: Handler<'listWebhooks'> = async ({ actor, query }, house) => {
  const webhooks = await readWebhooks(house.store.db, actor.organisationId);
  return { body: pageOf(webhooks.map(show), query) };
};

export const listDeliveries: Handler<'listDeliveries'> = async ({ actor, params, query }, house) => {
  const { db } = house.store;
  const webhookId = idOf('webhook', params.webhook);
  if (!(await readWebhook(db, actor.organisationId, webhookId))) throw missing('webhook');
  const { status, event: eventName, from, to, page, per_page: perPage } = query;
  const request = { webhookId, state: status, eventName, from, to, page, perPage };
  const { rows, total } = await readDeliveries(db, actor.organisationId, request);
  const deliveries = rows.map(({ id, event_name, event_seq, state, attempts, due_at, created_at, updated_at }) => ({
    id,
    webhook_id: webhookId,
    event: event_name,
    sequence: event_seq,
    state,
    attempts,
    due_at,
    created_at,
    updated_at,
  }));
  return { body: envelope(deliveries, total, query) };
};

/** The URL in its normal form; what it resolves to is judged when something is sent there. */
function usableUrl(house: RestHouse, text: string): string {
  const url = new URL(text);
  const refusal = house.saveWebhook.refusalOf(url);
  if (refusal)
    throw invalid([
      { pointer: '#/url', code: refusal, detail: 'must be an HTTPS address that webhooks may be sent to' },
    ]);
  return url.href;
}

function show({
  id,
  url,
  events,
  description,
  state,
  disabled_reason,
  consecutive_failures,
  created_at,
  updated_at,
}: Omit<WebhookTable, 'org_id'>) {
  // Written by createWebhook from a checked list of names.
  const names = JSON.parse(events) as string[];
  return { id, url, events: names, description, state, disabled_reason, consecutive_failures, created_at, updated_at };
}
