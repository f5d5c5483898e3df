/** Rows of the endpoint table: webhooks, the event feed, conflicts, refused commands and the organisation (interface section 4.6 and beyond). */
import * as z from 'zod';
import { eventNames } from './event.ts';
import { anyId, anyOf, complete, paged, since, type Endpoint } from './rest-endpoint.ts';
import { conflictReply, listOf } from './rest-shapes.ts';

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

/** The body of a delivery (interface section 6.2). */
const eventReply = z.looseObject({
  event: z.enum(eventNames),
  timestamp: z.string(),
  data: z.record(z.string(), z.json()),
  id: z.string(),
  sequence: z.int(),
});

const refusedReply = z.object({
  client_id: z.string(),
  mutation_id: z.int(),
  at: z.string(),
  command: z.json(),
  problem: z.json(),
});

const countFromZero = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number, 0 or more')
  .transform(Number);

export const feedEndpoints = {
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
  listEvents: {
    method: 'GET',
    path: '/api/v1/events',
    permission: 'documents:read',
    summary: 'The events of the organisation in their order; ask again with after = meta.next_after.',
    query: z.object({
      after: countFromZero.default(0),
      limit: countFromZero.transform((count) => Math.min(Math.max(count, 1), 1000)).default(100),
    }),
    reply: z.object({ data: z.array(eventReply), meta: z.object({ next_after: z.int(), more: z.boolean() }) }),
    status: 200,
    emits: [],
  },
  listConflicts: {
    method: 'GET',
    path: '/api/v1/conflicts',
    permission: 'documents:read',
    summary: 'Fields that two people changed differently, newest first.',
    query: z.object({ status: anyOf(['open', 'settled']), document_id: anyId, ...paged }),
    reply: listOf(conflictReply),
    status: 200,
    emits: [],
  },
  settleConflict: {
    method: 'POST',
    path: '/api/v1/conflicts/{conflict}/settle',
    permission: 'conflicts:write',
    summary: 'Says that somebody has looked and the value that stands is right.',
    reply: conflictReply,
    status: 200,
    emits: [],
  },
  listRefused: {
    method: 'GET',
    path: '/api/v1/sync/refused',
    permission: 'conflicts:write',
    summary: 'Commands of devices that were refused, kept with the reason, newest first.',
    query: z.object(paged),
    reply: listOf(refusedReply),
    status: 200,
    emits: [],
  },
  getOrganisation: {
    method: 'GET',
    path: '/api/v1/organisation',
    permission: 'projects:read',
    summary: 'The organisation that the token belongs to.',
    reply: z.object({
      id: z.string(),
      name: z.string(),
      settings: z.record(z.string(), z.json()),
      created_at: z.string(),
    }),
    status: 200,
    emits: [],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
