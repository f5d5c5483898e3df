/** The test event that an endpoint must answer with exactly 200 before its subscription is saved (interface section 4.6). */
import { Problem } from '../../../shared/problem.ts';
import { requestOf } from './request.ts';
import type { Send } from './send.ts';

export interface TestEventGround {
  readonly send: Send;
  readonly signatureHeaderName: string;
  /** ms since 1970 */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface TestedWebhook {
  readonly organisationId: string;
  readonly id: string;
  readonly url: string;
  /** Clear. */
  readonly secret: string;
}

/**
 * Throws `webhook_test_failed` with `reason` (a FailureReason) and `response_status` where there was one; of the answer itself
 * nothing is told, or the test would be a way to read what only the server can reach.
 */
export async function sendTestEvent(
  { send, signatureHeaderName, now, newId }: TestEventGround,
  webhook: TestedWebhook,
): Promise<void> {
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
  const { url, secret } = webhook;
  const result = await send(
    requestOf(
      { url, secret, eventName, eventId, deliveryId: newId(), attempt: 1, startedMs, body },
      signatureHeaderName,
    ),
  );
  if (result.status === 200 && result.outcome === 'succeeded') return;
  const reason = result.outcome === 'failed' ? result.reason : 'status';
  const members = { reason, ...(result.status === undefined ? {} : { response_status: result.status }) };
  throw new Problem('webhook_test_failed', undefined, { members });
}
