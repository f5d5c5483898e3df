/** Rows of the endpoint table: the event feed, conflicts, merged edits and refused commands. */
import * as z from 'zod';
import { eventNames } from '../model/event.ts';
import { acts, anyId, anyOf, countFromOne, type Endpoint, paged, reads, since, sortable } from './endpoint.ts';
import { text } from '../model/fields.ts';
import { conflictReply, listOf, mergedEditReply } from './shapes.ts';
import { resolutions } from '../resources/conflict.ts';

/** The body of a delivery. */
const eventReply = z.looseObject({
  event: z.enum(eventNames),
  timestamp: z.string(),
  data: z.record(z.string(), z.json()),
  id: z.string(),
  sequence: z.int(),
});

const refusedReply = z.object({
  id: z.string(),
  hash: z.string(),
  /** Who made the command, as the device says. */
  author: z.json(),
  at: z.string(),
  command: z.json(),
  /** Of the record that it was to change, where there is one. */
  document_id: z.string().nullable(),
  problem: z.json(),
  /** Who needs it no more; null while it waits. */
  seen: z
    .object({ by: z.object({ id: z.string(), name: z.string() }), at: z.string(), reason: z.string().nullable() })
    .nullable(),
});

const eventPosition = z
  .string()
  .max(300)
  .regex(/^(\d{1,15}|[\w-]+\.[\w-]+)$/, 'must be the next_after of an earlier response, or the sequence of an event');

export const feedEndpoints = {
  listEvents: {
    ...reads,
    path: '/api/v1/events',
    permission: 'documents:read',
    summary:
      'Lists the events of the organisation in order; continue with after = meta.next_after. 409 history_changed = start again. With order=newest the last ones, newest first; older ones with before = meta.next_before.',
    query: z.object({
      after: eventPosition.default('0'),
      order: z.enum(['oldest', 'newest']).default('oldest'),
      before: countFromOne.optional(),
      event: anyOf(eventNames),
      limit: countFromOne.transform((count) => Math.min(count, 1000)).default(100),
    }),
    reply: z.object({
      data: z.array(eventReply),
      meta: z.object({
        next_after: z.string(),
        more: z.boolean(),
        /** With order=newest: where the older ones begin. */
        next_before: z.int().optional(),
      }),
    }),
  },
  listConflicts: {
    ...reads,
    path: '/api/v1/conflicts',
    permission: 'documents:read',
    summary: 'Lists conflicts: fields that two people changed differently, newest first.',
    query: z.object({ status: anyOf(['open', 'settled']), document_id: anyId, ...sortable, ...paged }),
    reply: listOf(conflictReply),
  },
  settleConflict: {
    ...acts,
    path: '/api/v1/conflicts/{conflict}/settle',
    permission: 'conflicts:write',
    summary:
      'Resolves a conflict: keep the current value, take the other one, take the merged proposal, or write another. The record changes by its own rules; what was written since the conflict is merged, or becomes a new conflict.',
    /** `seen` = what the caller saw in the record, such as `now`; without it, what the conflict says. Only that is replaced. */
    body: z.object({
      resolution: z.enum(resolutions).default('keep'),
      value: z.json().optional(),
      seen: z.json().optional(),
    }),
    reply: conflictReply,
    emits: ['document.updated'],
  },
  listMergedEdits: {
    ...reads,
    path: '/api/v1/merged-edits',
    permission: 'documents:read',
    summary:
      'Lists what was merged by itself: fields that two people changed so that both changes are kept, newest first; with updated_since those merged since then, in that order.',
    query: z.object({ document_id: anyId, updated_since: since, ...sortable, ...paged }),
    reply: listOf(mergedEditReply),
  },
  listRefused: {
    ...reads,
    path: '/api/v1/sync/refused',
    permission: 'conflicts:write',
    summary: 'Lists refused commands of devices with the reason, newest first.',
    query: z.object({ status: anyOf(['open', 'seen']), ...paged }),
    reply: listOf(refusedReply),
  },
  dismissRefused: {
    ...acts,
    path: '/api/v1/sync/refused/{command}/dismiss',
    permission: 'conflicts:write',
    summary:
      'Says that a refused command was seen and is not needed: it waits no longer, and stays in the list with who said so until its time to be deleted.',
    body: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), reason: text(500) }),
    reply: refusedReply,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
