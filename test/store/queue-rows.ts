/** Rows of the queues for the tests: a webhook, an event, a delivery of the one to the other, a mail. */
import type { NewDelivery } from '../../server/store/queues/deliveries.ts';
import type { NewMail } from '../../server/store/queues/mails.ts';
import type { Owned } from '../../server/store/tables/rows.ts';
import type { EventTable } from '../../server/store/tables/tables.ts';
import type { NewWebhook } from '../../server/store/access/webhooks.ts';

/** The minute after which everything here is due; times are written as minutes from it. */
export function minute(number: number): string {
  return new Date(Date.UTC(2026, 10, 21, 9, number)).toISOString();
}

export function webhook(id: string, state = 'enabled'): NewWebhook {
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
  return { seq, name, at_ms: Date.parse(minute(0)), resource_id: 'r', data: '{}' };
}

export function delivery(
  id: string,
  webhookId: string,
  eventSeq: number,
  given: Partial<NewDelivery> = {},
): NewDelivery {
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
    resource_id: 'r',
    ...given,
  };
}

export function mail(id: string, dedupeKey: string): NewMail {
  return {
    id,
    dedupe_key: dedupeKey,
    recipient: 'site@example.com',
    subject: 'Review due',
    body: '',
    created_at: minute(0),
  };
}
