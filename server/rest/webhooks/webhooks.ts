/** Webhook subscriptions (contract, Webhooks). A secret that the server generated is shown once. */
import { invalid } from '../../../shared/model/validation.ts';
import { endWaiting } from '../../store/queues/deliveries.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { insertWebhook, listWebhooks as readWebhooks } from '../../store/access/webhooks.ts';
import type { Handler } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';
import { pageOf } from '../request/lists.ts';
import { withIdempotency } from '../request/idempotency.ts';
import {
  audit,
  changeWebhook,
  liveWebhook,
  madeSecret,
  requireReadable,
  showWebhook,
  usableHeaders,
  usableUrl,
} from './rows.ts';

export const createWebhook: Handler<'createWebhook'> = (request, context) =>
  withIdempotency(request, context, async (atomically) => {
    const { actor, body } = request;
    const { organisationId } = actor;
    requireReadable(actor, body.events);
    const url = usableUrl(context, body.url);
    const headers = usableHeaders(context, body.headers);
    const id = context.commitContext.newId();
    const made = body.secret == null ? madeSecret() : undefined;
    const secret = made ?? body.secret ?? '';
    await context.saveWebhook.test({ organisationId, id, url, secret, headers });
    const at = new Date(context.commitContext.now()).toISOString();
    const row = {
      id,
      url,
      events: distinctNames(body.events),
      secret: context.saveWebhook.seal(organisationId, id, secret),
      state: 'enabled',
      disabled_reason: null,
      consecutive_failures: 0,
      description: body.description ?? null,
      ordering: body.ordering ?? 'none',
      token_id: actor.tokenId ?? null,
      ...headerColumns(context, organisationId, id, headers),
      created_at: at,
      updated_at: at,
    };
    return await atomically(async ({ store, commitContext }) => {
      const webhook = await store.write(organisationId, commitContext.now, async (tx) => {
        const inserted = await insertWebhook(tx.trx, organisationId, row);
        await audit(request, tx, { op: 'create' }, inserted);
        return inserted;
      });
      return {
        body: { ...showWebhook(webhook), ...(made === undefined ? {} : { secret: made }) },
        revision: webhook.revision,
        location: `/api/v1/webhooks/${id}`,
        headers: { 'Cache-Control': 'no-store' },
      };
    });
  });

export const listWebhooks: Handler<'listWebhooks'> = async ({ actor, query }, context) => {
  const webhooks = await readWebhooks(context.store.db, actor.organisationId);
  return { body: pageOf(webhooks.map(showWebhook), query) };
};

export const getWebhook: Handler<'getWebhook'> = async (request, context) => {
  const webhook = await liveWebhook(request, context);
  return { body: showWebhook(webhook), revision: webhook.revision };
};

/** A secret set here is valid at once; `rotate-secret` gives the receiver time. */
export const updateWebhook: Handler<'updateWebhook'> = async (request, context) => {
  const { events, secret, description, ordering } = request.body;
  const current = await liveWebhook(request, context);
  // Also with another receiver for the same events.
  requireReadable(request.actor, events ?? showWebhook(current).events);
  const { org_id, id } = current;
  const url = request.body.url === undefined ? current.url : usableUrl(context, request.body.url);
  const headers = request.body.headers === undefined ? undefined : usableHeaders(context, request.body.headers);
  if (headers === undefined) requireSameReceiver(current, url);
  if (url !== current.url) {
    const opened = secret === undefined ? context.saveWebhook.opened(current) : { secret, headers: {} };
    await context.saveWebhook.test({ ...opened, ...(headers ? { headers } : {}), organisationId: org_id, id, url });
  }
  // Who changes what is sent, or where to, answers for it from then on.
  const isRedirected = [request.body.url, request.body.headers, events, secret].some((sent) => sent !== undefined);
  const webhook = await changeWebhook(request, context, { op: 'patch' }, () => ({
    ...(isRedirected ? { token_id: request.actor.tokenId ?? null } : {}),
    ...(request.body.url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: distinctNames(events) }),
    ...(description === undefined ? {} : { description }),
    ...(ordering === undefined ? {} : { ordering }),
    ...(headers === undefined ? {} : headerColumns(context, org_id, id, headers)),
    ...(secret === undefined
      ? {}
      : {
          secret: context.saveWebhook.seal(org_id, id, secret),
          previous_secret: null,
          previous_secret_until: null,
        }),
  }));
  return { body: showWebhook(webhook), revision: webhook.revision };
};

/** The row is kept, without its secrets, because the delivery log refers to it. */
export const deleteWebhook: Handler<'deleteWebhook'> = async (request, context) => {
  await changeWebhook(request, context, { op: 'remove' }, async ({ org_id, id }, { trx }, now) => {
    await endWaiting(trx, org_id, id, 'cancelled', now);
    return { state: 'deleted', secret: '', previous_secret: null, previous_secret_until: null, headers: null };
  });
  return { body: null };
};

/** Headers may contain credentials that nobody can read here: redirecting them to another receiver would reveal them. */
function requireSameReceiver({ url: current, header_names: names }: WebhookTable, url: string): void {
  if (names === '[]' || new URL(url).origin === new URL(current).origin) return;
  throw invalid([
    { pointer: '#/headers', code: 'required', detail: 'must be sent again, or be null, when the receiver changes' },
  ]);
}

function distinctNames(events: readonly string[]): string {
  return JSON.stringify([...new Set(events)]);
}

function headerColumns(
  context: RestContext,
  organisationId: string,
  id: string,
  headers: Readonly<Record<string, string>>,
): { headers: string | null; header_names: string } {
  return {
    headers: context.saveWebhook.sealHeaders(organisationId, id, headers),
    header_names: JSON.stringify(Object.keys(headers)),
  };
}
