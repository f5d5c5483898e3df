/**
 * Counts consecutive failures of a webhook, warns after five and disables it after ten (interface section 6.4), in the transaction
 * that records the attempt: one e-mail to the account each time, and a notification when disabled. A receiver may also ask to be disabled.
 */
import type { Trx } from '../../store/engine/db.ts';
import { webhookDisabled } from '../../../shared/resources/notices/webhook.ts';
import { readDetails } from '../../../shared/model/organisation.ts';
import { endWaiting } from '../../store/queues/deliveries.ts';
import { readFeed } from '../../store/records/feed.ts';
import { insertMail } from '../../store/queues/mails.ts';
import { insertNotifications } from '../../store/queues/notifications.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { updateWebhook, type WebhookChanges } from '../../store/access/webhooks.ts';

const warnAfter = 5;
const disableAfter = 10;

export interface CountedAttempt {
  readonly outcome: 'succeeded' | 'failed';
  /** False for a manual retry and for a message that the receiver aborted: such a failure says nothing about the endpoint. */
  readonly counts: boolean;
  /** The receiver wants no more deliveries. */
  readonly disables: boolean;
  readonly deliveryId: string;
  readonly attempt: number;
  /** RFC 3339 UTC with ms. */
  readonly endedAt: string;
}

export interface FailureCountContext {
  readonly newId: () => string;
  /** How long failures must last before they disable the webhook; 0 = ten in a row suffice. */
  readonly disableMinSpanSeconds?: number;
}

/** True when this attempt disabled the webhook. @param webhook the locked row */
export async function countAttempt(
  trx: Trx,
  webhook: WebhookTable,
  attempt: CountedAttempt,
  { newId, disableMinSpanSeconds = 0 }: FailureCountContext,
): Promise<boolean> {
  const { org_id, id } = webhook;
  const standing = failureStateAfter(webhook, attempt);
  const { consecutive_failures: failures, failing_since: since } = standing;
  const spanMs = since === null ? 0 : Date.parse(attempt.endedAt) - Date.parse(since);
  const isFailing = attempt.counts && failures >= disableAfter && spanMs >= disableMinSpanSeconds * 1000;
  const reason = attempt.disables ? 'receiver_request' : isFailing ? 'consecutive_failures' : null;
  const tell = async (about: string, subject: string, body: readonly string[]): Promise<void> => {
    await insertMail(trx, org_id, {
      id: newId(),
      dedupe_key: `${about} ${id} ${attempt.deliveryId} ${attempt.attempt}`,
      recipient: await accountAddress(trx, org_id),
      subject,
      body: [...body, ''].join('\n'),
      created_at: attempt.endedAt,
      sent_at: null,
    });
  };
  if (reason === null || webhook.state !== 'enabled') {
    if (isChange(webhook, standing)) await updateWebhook(trx, org_id, id, standing);
    if (webhook.state === 'enabled' && attempt.counts && failures === warnAfter && attempt.outcome === 'failed')
      await tell('webhook_failing', 'A webhook is failing', warning(webhook, attempt.endedAt));
    return false;
  }
  const disabled = { state: 'disabled', disabled_reason: reason, disabled_note: null, updated_at: attempt.endedAt };
  await updateWebhook(trx, org_id, id, { ...standing, ...disabled });
  await endWaiting(trx, org_id, id, 'held', attempt.endedAt);
  const failedTimes = reason === 'receiver_request' ? null : failures;
  const occasion = `${id} ${attempt.deliveryId} ${attempt.attempt}`;
  const notice = webhookDisabled(id, new URL(webhook.url).host, failedTimes, occasion);
  await insertNotifications(trx, org_id, [{ id: newId(), notice, created_at: attempt.endedAt }]);
  if (reason === 'receiver_request')
    await tell('webhook_disabled', 'A webhook was disabled at its own request', askedFor(webhook, attempt.endedAt));
  else
    await tell(
      'webhook_disabled',
      'A webhook was disabled after repeated failures',
      failed(webhook, failures, attempt.endedAt),
    );
  return true;
}

type FailureState = Required<Pick<WebhookChanges, 'consecutive_failures' | 'failing_since' | 'last_success_at'>>;

function failureStateAfter(webhook: WebhookTable, { outcome, counts, endedAt }: CountedAttempt): FailureState {
  const { consecutive_failures, failing_since, last_success_at } = webhook;
  if (outcome === 'succeeded') return { consecutive_failures: 0, failing_since: null, last_success_at: endedAt };
  if (!counts) return { consecutive_failures, failing_since, last_success_at };
  return {
    consecutive_failures: consecutive_failures + 1,
    failing_since: failing_since ?? endedAt,
    last_success_at,
  };
}

function isChange(webhook: WebhookTable, standing: FailureState): boolean {
  return (
    webhook.consecutive_failures !== standing.consecutive_failures ||
    webhook.failing_since !== standing.failing_since ||
    webhook.last_success_at !== standing.last_success_at
  );
}

/** E-mail address of the organisation; empty = the sender falls back to the operator's address. */
async function accountAddress(trx: Trx, orgId: string): Promise<string> {
  const feed = await readFeed(trx, orgId);
  return readDetails(feed?.details ?? '{}').email ?? '';
}

const whenItWorks = 'When the endpoint works again, enable the webhook under Settings, API, Webhooks.';
const nothingIsLost =
  'Nothing is lost: deliveries that were waiting are held, and the delivery log says what was answered.';

function warning({ url }: WebhookTable, at: string): string[] {
  return [
    `The webhook to ${new URL(url).host} did not take ${warnAfter} deliveries in a row; the last of them ended at ${at}.`,
    `After ${disableAfter} it is disabled. The delivery log says what was answered.`,
  ];
}

function failed({ url }: WebhookTable, failures: number, at: string): string[] {
  return [
    `The webhook to ${new URL(url).host} did not take ${failures} deliveries in a row and was disabled at ${at}.`,
    nothingIsLost,
    whenItWorks,
  ];
}

function askedFor({ url }: WebhookTable, at: string): string[] {
  return [
    `The receiver at ${new URL(url).host} asked for no more deliveries, and the webhook was disabled at ${at}.`,
    nothingIsLost,
    whenItWorks,
  ];
}
