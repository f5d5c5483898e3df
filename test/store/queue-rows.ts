/** Rows of the queues for the tests: a webhook, an event, a delivery of the one to the other, a mail. */
import type { Owned } from '../../server/store/rows.ts';
import type { DeliveryTable, EventTable, MailTable, WebhookTable } from '../../server/store/tables.ts';

/** The minute after which everything here is due; times are written as minutes from it. */
export function minute(number: number): string {
  return new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString();
}

export function webhook(id: string, state = 'enabled'): Owned<WebhookTable> {
  return {
    id,
    url: 'https://example.com/hook',
    events: '["*"]',
    secret: 'sealed',
    state,
    disabled_reason: null,
    consecutive_failures: 0,
    description: null,
    created_at: minute(0),
    updated_at: minute(0),
  };
}

export function event(seq: number, name = 'document.approved'): Owned<EventTable> {
  return { seq, id: `msg_${seq}`, name, at: minute(0), resource_id: 'r', body: '{}' };
}

export function delivery(
  id: string,
  webhookId: string,
  eventSeq: number,
  given: Partial<Owned<DeliveryTable>> = {},
): Owned<DeliveryTable> {
  return {
    id,
    webhook_id: webhookId,
    event_seq: eventSeq,
    event_name: 'document.approved',
    state: 'pending',
    attempts: 0,
    due_at: minute(0),
    lease_token: null,
    lease_until: null,
    created_at: minute(0),
    updated_at: minute(0),
    ...given,
  };
}

export function mail(id: string, dedupeKey: string): Owned<MailTable> {
  return {
    id,
    dedupe_key: dedupeKey,
    recipient: 'site@example.com',
    subject: 'Review due',
    body: '',
    created_at: minute(0),
    sent_at: null,
  };
}
