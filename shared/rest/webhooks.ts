/** Rows of the endpoint table: webhook subscriptions and their delivery log (contract, Webhooks). */
import * as z from 'zod';
import { eventNames } from '../model/event.ts';
import { acts, changes, complete, creates, type Endpoint, paged, removes, since } from './endpoint.ts';
import { listOf } from './shapes.ts';

const orderings = ['none', 'resource'] as const;

const webhookReply = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  ordering: z.enum(orderings),
  header_names: z.array(z.string()),
  state: z.string(),
  disabled_reason: z.string().nullable(),
  disabled_note: z.string().nullable(),
  consecutive_failures: z.int(),
  last_success_at: z.string().nullable(),
  handover_until: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});
const newWebhookReply = webhookReply.extend({ secret: z.string().optional() });

const deliveryReply = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.string(),
  sequence: z.int(),
  document_id: z.string().nullable(),
  reference: z.string().nullable(),
  state: z.string(),
  attempts: z.int(),
  due_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

const attemptReply = z.object({
  attempt: z.int(),
  by_hand: z.boolean(),
  started_at: z.string(),
  ended_at: z.string(),
  duration_ms: z.int(),
  outcome: z.string(),
  response_status: z.int().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
  detail: z.string().nullable(),
});
export const deliveryDetail = deliveryReply.extend({
  attempt_log: z.array(attemptReply),
  sent: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }).nullable(),
});

const plainText = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/, 'must not hold NUL')
  .nullable()
  .optional();
const secret = z.string().regex(/^[\x20-\x7e]{8,256}$/, 'must be 8 to 256 printable ASCII characters');
const url = z.url().max(2048);
const events = z
  .array(z.enum([...eventNames, '*']))
  .min(1)
  .max(eventNames.length + 1);

/** Headers that belong to the server, the message or the connection. */
const reserved =
  /^(content-|webhook-|x-service-|proxy-|(host|user-agent|connection|transfer-encoding|te|trailer|upgrade|keep-alive|expect)$)/i;
const headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')
      .refine((name) => !reserved.test(name), 'must not be a header that the server sets itself'),
    z.string().regex(/^[\x20-\x7e]{0,1024}$/, 'must be at most 1024 printable ASCII characters'),
  )
  .refine((all) => Object.keys(all).length <= 10, 'must be at most 10 headers')
  .nullable()
  .optional();

const about = { description: plainText, ordering: z.enum(orderings).optional(), headers };

const one = '/api/v1/webhooks/{webhook}';
const manages = { permission: 'webhooks:manage', emits: [] } as const;

export const webhookEndpoints = {
  createWebhook: {
    ...creates,
    ...manages,
    path: '/api/v1/webhooks',
    summary: 'Subscribes a URL to events. A test event is sent first and must get a 200 response within 10 seconds.',
    body: z.object({ url, events, secret: secret.nullable().optional(), ...about }),
    reply: newWebhookReply,
  },
  listWebhooks: {
    ...manages,
    method: 'GET',
    path: '/api/v1/webhooks',
    summary: 'Lists the subscriptions, without their secrets.',
    query: z.object(complete),
    reply: listOf(webhookReply),
    status: 200,
  },
  getWebhook: {
    ...manages,
    method: 'GET',
    path: one,
    summary: 'Reads one subscription, without its secret.',
    reply: webhookReply,
    status: 200,
  },
  updateWebhook: {
    ...changes,
    ...manages,
    path: one,
    summary: 'Changes the fields that are sent. A new URL must accept the test event first.',
    body: z.object({ url: url.optional(), events: events.optional(), secret: secret.optional(), ...about }),
    reply: webhookReply,
  },
  deleteWebhook: {
    ...removes,
    ...manages,
    path: one,
    summary: 'Deletes the subscription: waiting deliveries are cancelled, and the delivery log is kept.',
  },
  enableWebhook: {
    ...acts,
    ...manages,
    path: `${one}/enable`,
    summary: 'Sends the test event and resumes deliveries. Held deliveries stay held until they are recovered.',
    reply: webhookReply,
  },
  disableWebhook: {
    ...acts,
    ...manages,
    path: `${one}/disable`,
    summary: 'Stops deliveries: waiting ones and later events are held.',
    body: z.object({ reason: plainText }),
    reply: webhookReply,
  },
  testWebhook: {
    ...acts,
    ...manages,
    path: `${one}/test`,
    summary: 'Sends the test event, which must get a 200 response within 10 seconds.',
    reply: z.object({ event: z.literal('webhook.test'), response_status: z.literal(200), duration_ms: z.int() }),
  },
  rotateWebhookSecret: {
    ...acts,
    ...manages,
    path: `${one}/rotate-secret`,
    summary:
      'Replaces the secret of the subscription: every later delivery is signed with the new one, unless handover_until asks for a hand-over.',
    body: z.object({ secret: secret.nullable().optional(), handover_until: since.nullable() }),
    reply: newWebhookReply,
  },
  completeSecretRotation: {
    ...acts,
    ...manages,
    path: `${one}/rotate-secret/complete`,
    summary: 'Ends the hand-over from the old secret at once.',
    reply: webhookReply,
  },
  recoverDeliveries: {
    ...manages,
    method: 'POST',
    path: `${one}/recover`,
    summary:
      'Redelivers what failed or is held since a time, oldest event first, at most 10,000 per call. While a subscription is disabled, its events are held: for 400 days.',
    body: z.object({ since: since.unwrap(), until: since }),
    reply: z.object({
      queued: z.int(),
      more: z.boolean(),
      kept_since: z.object({ held: z.string(), failed: z.string() }),
      notice: z.string().nullable(),
    }),
    status: 202,
  },
  listDeliveries: {
    ...manages,
    method: 'GET',
    path: `${one}/deliveries`,
    summary: 'Lists the deliveries of a subscription, newest first.',
    query: z.object({
      status: z.enum(['pending', 'succeeded', 'failed', 'held', 'cancelled']).optional(),
      event: z.enum(eventNames).optional(),
      from: since,
      to: since,
      ...paged,
    }),
    reply: listOf(deliveryReply),
    status: 200,
  },
  getDelivery: {
    ...manages,
    method: 'GET',
    path: `${one}/deliveries/{delivery}`,
    summary: 'Reads one delivery with its attempts, the response to each, and what was sent.',
    reply: deliveryDetail,
    status: 200,
  },
  retryDelivery: {
    ...manages,
    method: 'POST',
    path: `${one}/deliveries/{delivery}/retry`,
    summary: 'Retries a delivery now.',
    reply: deliveryReply,
    status: 202,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
