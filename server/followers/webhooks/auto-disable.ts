/**
 * Counts consecutive failures of a webhook, warns after five and disables it after ten that span a while (decision
 * disable-after-a-while), in the transaction that records the attempt: one e-mail to the account each time, and a notification when
 * disabled. A receiver may also ask to be disabled.
 */
import type { Trx } from '../../store/engine/db.ts';
import { webhookDisabled, type DisablingReason } from '../../../shared/resources/notices/webhook.ts';
import { readDetails } from '../../../shared/model/organisation.ts';
import { endWaiting, heldOf } from '../../store/queues/deliveries.ts';
import { readFeed } from '../../store/records/feed.ts';
import { insertMail } from '../../store/queues/mails.ts';
import { insertNotifications } from '../../store/queues/notifications.ts';
import type { WebhookTable } from '../../store/tables/tables.ts';
import { updateWebhook, type WebhookChanges } from '../../store/access/webhooks.ts';
import { disabledMail, failingMail } from './account-mails.ts';

const warnAfter = 5;
const disableAfter = 10;

export interface CountedAttempt {
  readonly outcome: 'succeeded' | 'failed';
  /** Why it failed, in plain words; null if it succeeded. */
  readonly failure: string | null;
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
  readonly disableMinSpanSeconds: number;
  /** Where callers reach the server. */
  readonly baseUrl: () => string;
}

/** True when this attempt disabled the webhook. @param webhook the locked row */
export async function countAttempt(
  trx: Trx,
  webhook: WebhookTable,
  attempt: CountedAttempt,
  context: FailureCountContext,
): Promise<boolean> {
  const { org_id, id } = webhook;
  const standing = failureStateAfter(webhook, attempt);
  const reason = disablingReason(attempt, standing, context.disableMinSpanSeconds);
  if (reason !== null && webhook.state === 'enabled') {
    const { deliveryId, attempt: number, endedAt: at, failure } = attempt;
    await updateWebhook(trx, org_id, id, standing);
    await disable(trx, { ...webhook, ...standing }, { at, deliveryId, attempt: number, reason, failure }, context);
    return true;
  }
  if (isChange(webhook, standing)) await updateWebhook(trx, org_id, id, standing);
  const { consecutive_failures: failures } = standing;
  if (webhook.state === 'enabled' && attempt.counts && attempt.failure !== null && failures === warnAfter) {
    const minutes = Math.ceil(context.disableMinSpanSeconds / 60);
    const limit = `${disableAfter} in a row${minutes > 0 ? ` over at least ${minutes} minutes` : ''}`;
    const failing = { failure: attempt.failure, failures, at: attempt.endedAt, limit };
    await tell(
      trx,
      webhook,
      attempt,
      { about: 'webhook_failing', ...failingMail(webhook, failing, context.baseUrl()) },
      context,
    );
  }
  return false;
}

function disablingReason(
  { counts, disables, endedAt }: CountedAttempt,
  { consecutive_failures: failures, failing_since: since }: FailureState,
  minSpanSeconds: number,
): DisablingReason | null {
  if (disables) return 'receiver_request';
  const spanMs = since === null ? 0 : Date.parse(endedAt) - Date.parse(since);
  return counts && failures >= disableAfter && spanMs >= minSpanSeconds * 1000 ? 'consecutive_failures' : null;
}

export interface Disabled {
  /** RFC 3339 UTC with ms. */
  readonly at: string;
  readonly deliveryId: string;
  /** The number of the attempt that caused it, or of the last one before. */
  readonly attempt: number;
  readonly reason: DisablingReason;
  /** Why the last attempt failed, in plain words; absent or null = none did. */
  readonly failure?: string | null;
}

/** Holds what waits, and tells the account. @param webhook the locked row, with its count as it is now */
export async function disable(
  trx: Trx,
  webhook: WebhookTable,
  disabled: Disabled,
  context: FailureCountContext,
): Promise<void> {
  const { org_id, id, consecutive_failures: failures, failing_since: failingSince } = webhook;
  const { at, deliveryId, attempt, reason, failure = null } = disabled;
  await updateWebhook(trx, org_id, id, {
    state: 'disabled',
    disabled_reason: reason,
    disabled_note: null,
    updated_at: at,
  });
  await endWaiting(trx, org_id, id, 'held', at);
  const notice = webhookDisabled(id, new URL(webhook.url).host, reason, failures, `${id} ${deliveryId} ${attempt}`);
  await insertNotifications(trx, org_id, [{ id: context.newId(), notice, created_at: at }]);
  const left = await heldOf(trx, org_id, id, failingSince ?? at);
  const held = { held: left?.held ?? 0, recoverSince: left?.since ?? at };
  const mail = disabledMail(webhook, { reason, failure, failures, failingSince, at, ...held }, context.baseUrl());
  await tell(trx, webhook, { deliveryId, attempt, endedAt: at }, { about: 'webhook_disabled', ...mail }, context);
}

/** One mail to the account for each attempt and `about`. */
async function tell(
  trx: Trx,
  { org_id, id }: WebhookTable,
  { deliveryId, attempt, endedAt }: Pick<CountedAttempt, 'deliveryId' | 'attempt' | 'endedAt'>,
  { about, ...text }: { readonly about: string; readonly subject: string; readonly body: string },
  { newId }: FailureCountContext,
): Promise<void> {
  await insertMail(trx, org_id, {
    id: newId(),
    dedupe_key: `${about} ${id} ${deliveryId} ${attempt}`,
    recipient: await accountAddress(trx, org_id),
    ...text,
    created_at: endedAt,
    sent_at: null,
  });
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
