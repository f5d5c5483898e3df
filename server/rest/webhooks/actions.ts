/** Actions on a subscription: enable, disable, test, and rotation of its secret (contract, Webhooks). */
import { Problem } from '../../../shared/model/problem.ts';
import { endWaiting } from '../../store/queues/deliveries.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { isInGrace } from '../../store/access/webhooks.ts';
import type { PassedTest } from '../../followers/webhooks/test-event.ts';
import type { HandlerResult, Handler } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';
import { withIdempotency } from '../request/idempotency.ts';
import { changeWebhook, liveWebhook, madeSecret, showWebhook, type WebhookOnWire } from './rows.ts';

/** Also where it is already enabled: then it tests the endpoint and resets the count of failures. */
export const enableWebhook: Handler<'enableWebhook'> = (request, context) =>
  withIdempotency(request, context, async (atomically) => {
    await test(context, await liveWebhook(request, context));
    return await atomically(async (inside) =>
      resultOf(
        await changeWebhook(request, inside, { op: 'act', action: 'enable' }, () => ({
          state: 'enabled',
          disabled_reason: null,
          disabled_note: null,
          consecutive_failures: 0,
          failing_since: null,
        })),
      ),
    );
  });

export const disableWebhook: Handler<'disableWebhook'> = async (request, context) => {
  const { reason = null } = request.body;
  const webhook = await changeWebhook(
    request,
    context,
    { op: 'act', action: 'disable' },
    async (current, { trx }, now) => {
      await endWaiting(trx, current.org_id, current.id, 'held', now);
      return { state: 'disabled', disabled_reason: 'manual', disabled_note: reason };
    },
  );
  return resultOf(webhook);
};

export const testWebhook: Handler<'testWebhook'> = (request, context) =>
  withIdempotency(request, context, async (atomically) => {
    const { durationMs } = await test(context, await liveWebhook(request, context));
    const body = { event: 'webhook.test', response_status: 200, duration_ms: durationMs } as const;
    return await atomically(async () => ({ body }));
  });

/** At most two secrets are valid at once: a second rotation waits for the first to end, or ends both old ones. */
export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (request, context) => {
  const { secret: given, grace_seconds: graceSeconds } = request.body;
  const made = given == null ? madeSecret() : undefined;
  const nowMs = context.commitContext.now();
  const webhook = await changeWebhook(request, context, { op: 'act', action: 'rotate_secret' }, (current) => {
    const { org_id, id, secret } = current;
    if (graceSeconds > 0 && isInGrace(current, nowMs))
      throw new Problem(
        'conflict',
        `The previous secret is valid until ${current.previous_secret_until}: complete that rotation first, or rotate without a grace period.`,
      );
    const until = new Date(nowMs + graceSeconds * 1000).toISOString();
    return {
      secret: context.saveWebhook.seal(org_id, id, made ?? given ?? ''),
      previous_secret: graceSeconds > 0 ? secret : null,
      previous_secret_until: graceSeconds > 0 ? until : null,
    };
  });
  return {
    body: { ...showWebhook(webhook), ...(made === undefined ? {} : { secret: made }) },
    revision: webhook.revision,
    headers: { 'Cache-Control': 'no-store' },
  };
};

export const completeSecretRotation: Handler<'completeSecretRotation'> = async (request, context) =>
  resultOf(
    await changeWebhook(request, context, { op: 'act', action: 'complete_rotation' }, () => ({
      previous_secret: null,
      previous_secret_until: null,
    })),
  );

/** Checks the address again, as before every delivery. Throws `webhook_test_failed`. */
async function test(context: RestContext, webhook: WebhookTable): Promise<PassedTest> {
  const { org_id: organisationId, id, url } = webhook;
  return await context.saveWebhook.test({ ...context.saveWebhook.opened(webhook), organisationId, id, url });
}

function resultOf(webhook: WebhookTable): HandlerResult<WebhookOnWire> {
  return { body: showWebhook(webhook), revision: webhook.revision };
}
