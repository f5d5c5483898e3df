/** Rows of the endpoint table: webhook subscriptions and their delivery log (interface section 4.6). */
import * as z from 'zod';
import { eventNames } from './event.ts';
import { complete, paged, since, type Endpoint } from './rest-endpoint.ts';
import { listOf } from './rest-shapes.ts';

const webhookReply = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  state: z.string(),
  disabled_reason: z.string().nullable(),
  consecutive_failures: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

const deliveryReply = z.object({
  id: z.string(),
  webhook_id: z.string(),
  event: z.string(),
  sequence: z.int(),
  state: z.string(),
  attempts: z.int(),
  due_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const webhookEndpoints = {
  createWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks',
    permission: 'webhooks:manage',
    summary: 'Subscribes a URL to events. A test event is sent first and must be answered with 200 within 10 seconds.',
    body: z.object({
      url: z.url().max(2048),
      events: z
        .array(z.enum([...eventNames, '*']))
        .min(1)
        .max(eventNames.length + 1),
      secret: z
        .string()
        .regex(/^[\x20-\x7e]{8,256}$/, 'must be 8 to 256 printable ASCII characters')
        .nullable()
        .optional(),
      description: z
        .string()
        .max(500)
        .regex(/^[^\0]*$/, 'must not hold NUL')
        .nullable()
        .optional(),
    }),
    reply: webhookReply.extend({ secret: z.string().optional() }),
    status: 201,
    emits: [],
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/v1/webhooks',
    permission: 'webhooks:manage',
    summary: 'Lists the subscriptions, without their secrets.',
    query: z.object(complete),
    reply: listOf(webhookReply),
    status: 200,
    emits: [],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/webhooks/{webhook}/deliveries',
    permission: 'webhooks:manage',
    summary: 'The delivery log of a subscription, newest first.',
    query: z.object({
      status: z.enum(['pending', 'succeeded', 'failed', 'held', 'cancelled']).optional(),
      event: z.enum(eventNames).optional(),
      from: since,
      to: since,
      ...paged,
    }),
    reply: listOf(deliveryReply),
    status: 200,
    emits: [],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
