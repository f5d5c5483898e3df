/** Rows of the endpoint table: notifications (contract, Notifications). */
import * as z from 'zod';
import { noticeSeverities, noticeTypes } from '../model/notice.ts';
import { anyOf, paged, since, type Endpoint } from './endpoint.ts';
import { listOf } from './shapes.ts';

const notificationReply = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  severity: z.enum(noticeSeverities),
  subject: z.string(),
  body: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  project_id: z.string().nullable(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  dedupe_key: z.string(),
});
const list = listOf(notificationReply);

/** All readers of documents have notifications; each sees those addressed to them. */
const mine = { permission: 'documents:read', status: 200, emits: [] } as const;

export const notificationEndpoints = {
  listNotifications: {
    ...mine,
    method: 'GET',
    path: '/api/v1/notifications',
    summary: 'Lists the caller’s notifications, newest first: the last 30 days, or all since a time.',
    query: z.object({
      unread: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      since,
      type: anyOf(noticeTypes),
      severity: anyOf(noticeSeverities),
      ...paged,
    }),
    reply: list.extend({ meta: list.shape.meta.extend({ unread: z.int() }) }),
  },
  readNotification: {
    ...mine,
    method: 'POST',
    path: '/api/v1/notifications/{notification}/read',
    summary: 'Marks a notification as read, for the caller only.',
    reply: notificationReply,
  },
  unreadNotification: {
    ...mine,
    method: 'POST',
    path: '/api/v1/notifications/{notification}/unread',
    summary: 'Marks a notification as unread by the caller.',
    reply: notificationReply,
  },
  readAllNotifications: {
    ...mine,
    method: 'POST',
    path: '/api/v1/notifications/read-all',
    summary: 'Marks all notifications as read by the caller, or all up to a time.',
    body: z.object({ before: since.nullable() }),
    reply: z.object({ marked: z.int() }),
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
