/** Webhook subscriptions (interface section 4.6; contract, Webhooks). A secret is told once, and only one that the server made. */
import { invalid } from '../../../shared/model/validation.ts';
import { endWaiting } from '../../store/queues/deliveries.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { insertWebhook, listWebhooks as readWebhooks } from '../../store/access/webhooks.ts';
import type { Handler } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';
import { pageOf } from '../request/lists.ts';
import { withIdempotency } from '../request/idempotency.ts';
import { audit, changeWebhook, liveWebhook, madeSecret, show, usableHeaders, usableUrl } from './rows.ts';

export const createWebhook: Handler<'createWebhook'> = (request, context) =>
  withIdempotency(request, context, async (atomically) => {
    const { actor, body } = request;
    const { organisationId } = actor;
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
      ...headerColumns(context, organisationId, id, headers),
      created_at: at,
      updated_at: at,
    };
    return await atomically(async ({ store, commitContext: ground }) => {
      const webhook = await store.write(organisationId, ground.now, async (tx) => {
        const inserted = await insertWebhook(tx.trx, organisationId, row);
        await audit(request, tx, { op: 'create' }, inserted);
        return inserted;
      });
      return {
        body: { ...show(webhook), ...(made === undefined ? {} : { secret: made }) },
        revision: webhook.revision,
        location: `/api/v1/webhooks/${id}`,
        headers: { 'Cache-Control': 'no-store' },
      };
    });
  });

export const listWebhooks: Handler<'listWebhooks'> = async ({ actor, query }, context) => {
  const webhooks = await readWebhooks(context.store.db, actor.organisationId);
  return { body: pageOf(webhooks.map(show), query) };
};

export const getWebhook: Handler<'getWebhook'> = async (request, context) => {
  const webhook = await liveWebhook(request, context);
  return { body: show(webhook), revision: webhook.revision };
};

/** A secret that comes this way counts at once; `rotate-secret` leaves the receiver time. */
export const updateWebhook: Handler<'updateWebhook'> = async (request, context) => {
  const { events, secret, description, ordering } = request.body;
  const standing = await liveWebhook(request, context);
  const { org_id, id } = standing;
  const url = request.body.url === undefined ? standing.url : usableUrl(context, request.body.url);
  const headers = request.body.headers === undefined ? undefined : usableHeaders(context, request.body.headers);
  if (headers === undefined) requireSameReceiver(standing, url);
  if (url !== standing.url) {
    const opened = secret === undefined ? context.saveWebhook.opened(standing) : { secret, headers: {} };
    await context.saveWebhook.test({ ...opened, ...(headers ? { headers } : {}), organisationId: org_id, id, url });
  }
  const webhook = await changeWebhook(request, context, { op: 'patch' }, () => ({
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
  return { body: show(webhook), revision: webhook.revision };
};

/** The row stays without its secrets, because the log belongs to it. */
export const deleteWebhook: Handler<'deleteWebhook'> = async (request, context) => {
  await changeWebhook(request, context, { op: 'remove' }, async ({ org_id, id }, { trx }, now) => {
    await endWaiting(trx, org_id, id, 'cancelled', now);
    return { state: 'deleted', secret: '', previous_secret: null, previous_secret_until: null, headers: null };
  });
  return { body: null };
};

/** Headers may be keys, and nobody reads them here: pointing them at another receiver would be the way to. */
function requireSameReceiver({ url: standing, header_names: names }: WebhookTable, url: string): void {
  if (names === '[]' || new URL(url).origin === new URL(standing).origin) return;
  throw invalid([
    { pointer: '#/headers', code: 'required', detail: 'must be sent again, or null, where another receiver is named' },
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
