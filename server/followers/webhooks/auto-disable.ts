/**
 * Counts the failures of a webhook and disables it after ten in a row (interface section 6.4): in the transaction that books
 * the attempt, with exactly one mail to the account.
 */
import type { Transaction } from 'kysely';
import { insertMail } from '../../store/mails.ts';
import type { Tables, WebhookTable } from '../../store/tables.ts';
import { updateWebhook } from '../../store/webhooks.ts';
import { holdPending } from './hold.ts';

const disableAfter = 10;

export interface CountedAttempt {
  readonly outcome: 'succeeded' | 'failed';
  readonly deliveryId: string;
  readonly attempt: number;
  /** RFC 3339 UTC with ms. */
  readonly endedAt: string;
}

/** The webhook's row, locked until the transaction ends: its attempts are booked one after the other. */
export async function lockWebhook(trx: Transaction<Tables>, orgId: string, webhookId: string): Promise<WebhookTable> {
  return await trx
    .updateTable('webhook')
    .set((eb) => ({ consecutive_failures: eb.ref('consecutive_failures') }))
    .where('org_id', '=', orgId)
    .where('id', '=', webhookId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param webhook as locked. True when this attempt disabled it. */
export async function countAttempt(
  trx: Transaction<Tables>,
  webhook: WebhookTable,
  attempt: CountedAttempt,
  newId: () => string,
): Promise<boolean> {
  const { org_id, id } = webhook;
  const consecutive_failures = attempt.outcome === 'succeeded' ? 0 : webhook.consecutive_failures + 1;
  if (consecutive_failures < disableAfter || webhook.state !== 'enabled') {
    if (consecutive_failures !== webhook.consecutive_failures)
      await updateWebhook(trx, org_id, id, { consecutive_failures });
    return false;
  }
  await updateWebhook(trx, org_id, id, {
    consecutive_failures,
    state: 'disabled',
    disabled_reason: 'consecutive_failures',
    updated_at: attempt.endedAt,
  });
  await holdPending(trx, org_id, id, attempt.endedAt);
  await insertMail(trx, org_id, {
    id: newId(),
    dedupe_key: `webhook_disabled ${id} ${attempt.deliveryId} ${attempt.attempt}`,
    recipient: await accountAddress(trx, org_id),
    subject: 'A webhook was disabled after repeated failures',
    body: mailBody(webhook, consecutive_failures, attempt.endedAt),
    created_at: attempt.endedAt,
    sent_at: null,
  });
  return true;
}

/** `email` of the organisation's settings; empty when it has none: whoever sends mail then asks the operator's address. */
async function accountAddress(trx: Transaction<Tables>, orgId: string): Promise<string> {
  const { settings } = await trx
    .selectFrom('feed')
    .select('settings')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  const { email }: { email?: unknown } = JSON.parse(settings);
  return typeof email === 'string' ? email : '';
}

function mailBody({ url }: WebhookTable, failures: number, at: string): string {
  return [
    `The webhook to ${new URL(url).host} did not take ${failures} deliveries in a row and was disabled at ${at}.`,
    'Nothing is lost: deliveries that were waiting are held, and the delivery log says what was answered.',
    'When the endpoint works again, enable the webhook under Settings, API, Webhooks.',
    '',
  ].join('\n');
}
