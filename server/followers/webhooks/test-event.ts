/** The test event: an endpoint must answer it with exactly 200 before its subscription is saved. */
import { Problem } from '../../../shared/model/problem.ts';
import { requestOf } from './request.ts';
import type { OpenedWebhook } from './sealed.ts';
import type { Send } from './send.ts';

export interface TestEventContext {
  readonly send: Send;
  readonly signatureHeaderName: string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
}

/** Secrets and headers are decrypted. */
export interface TestedWebhook extends OpenedWebhook {
  readonly organisationId: string;
  readonly id: string;
  readonly url: string;
}

export interface PassedTest {
  readonly durationMs: number;
}

/**
 * Throws `webhook_test_failed` with `reason` (a FailureReason) and `response_status` if there was one, but no part of the response:
 * else the test could read what only the server can reach.
 */
export async function sendTestEvent(
  { send, signatureHeaderName, now, newId }: TestEventContext,
  webhook: TestedWebhook,
): Promise<PassedTest> {
  const startedMs = now();
  const eventName = 'webhook.test';
  const eventId = `msg_${newId().replaceAll('-', '')}`;
  const body = JSON.stringify({
    event: eventName,
    timestamp: new Date(startedMs).toISOString(),
    data: { webhook_id: webhook.id, organisation_id: webhook.organisationId },
    type: eventName,
    id: eventId,
    api_version: 'v1',
  });
  const result = await send(
    requestOf(
      { ...webhook, eventName, eventId, deliveryId: newId(), attempt: 1, startedMs, body },
      signatureHeaderName,
    ),
  );
  if (result.status === 200 && result.outcome === 'succeeded') return { durationMs: now() - startedMs };
  const reason = result.outcome === 'failed' ? result.reason : 'status';
  const members = { reason, ...(result.status === undefined ? {} : { response_status: result.status }) };
  throw new Problem('webhook_test_failed', undefined, { members });
}
