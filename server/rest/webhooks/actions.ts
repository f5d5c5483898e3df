/** Actions on a subscription: enable, disable, test, and rotation of its secret (contract, Webhooks). */
import { Problem } from '../../../shared/model/problem.ts';
import { invalid } from '../../../shared/model/validation.ts';
import { endWaiting } from '../../store/queues/deliveries.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { hasTwoSecrets } from '../../store/access/webhooks.ts';
import type { PassedTest } from '../../followers/webhooks/test-event.ts';
import type { HandlerResult, Handler } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';
import { withIdempotency } from '../request/idempotency.ts';
import { changeWebhook, liveWebhook, madeSecret, requireReadable, showWebhook, type WebhookOnWire } from './rows.ts';

/** Also where it is already enabled: then it tests the endpoint and resets the count of failures. */
export const enableWebhook: Handler<'enableWebhook'> = (request, context) =>
  withIdempotency(request, context, async (atomically) => {
    const current = await liveWebhook(request, context);
    requireReadable(request.actor, showWebhook(current).events);
    await test(context, current);
    return await atomically(async (inside) =>
      resultOf(
        await changeWebhook(request, inside, { op: 'act', action: 'enable' }, () => ({
          token_id: request.actor.tokenId ?? null,
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

/** The longest hand-over, ms. */
const longestHandOverMs = 604_800_000;

/** At most two secrets are valid at once: a second hand-over waits for the first to end; a rotation without one ends both old ones. */
export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (request, context) => {
  const { secret: given, handover_until: until } = request.body;
  const made = given == null ? madeSecret() : undefined;
  const nowMs = context.commitContext.now();
  if (until != null) requireSoon(until, nowMs);
  const webhook = await changeWebhook(request, context, { op: 'act', action: 'rotate_secret' }, (current) => {
    requireReadable(request.actor, showWebhook(current).events);
    const { org_id, id, secret } = current;
    if (until != null && hasTwoSecrets(current, nowMs))
      throw new Problem(
        'conflict',
        `The previous secret is valid until ${current.previous_secret_until}: complete that rotation first, or rotate without handover_until.`,
      );
    return {
      secret: context.saveWebhook.seal(org_id, id, made ?? given ?? ''),
      previous_secret: until == null ? null : secret,
      previous_secret_until: until ?? null,
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
    await changeWebhook(request, context, { op: 'act', action: 'complete_rotation' }, (current) => {
      requireReadable(request.actor, showWebhook(current).events);
      return { previous_secret: null, previous_secret_until: null };
    }),
  );

function requireSoon(until: string, nowMs: number): void {
  const aheadMs = Date.parse(until) - nowMs;
  if (aheadMs > 0 && aheadMs <= longestHandOverMs) return;
  throw invalid([
    { pointer: '#/handover_until', code: 'out_of_range', detail: 'must be in the future, and at most 7 days ahead' },
  ]);
}

/** Checks the address again, as before every delivery. Throws `webhook_test_failed`. */
async function test(context: RestContext, webhook: WebhookTable): Promise<PassedTest> {
  const { org_id: organisationId, id, url } = webhook;
  return await context.saveWebhook.test({ ...context.saveWebhook.opened(webhook), organisationId, id, url });
}

function resultOf(webhook: WebhookTable): HandlerResult<WebhookOnWire> {
  return { body: showWebhook(webhook), revision: webhook.revision };
}
