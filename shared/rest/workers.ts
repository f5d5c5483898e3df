/** Rows of the endpoint table: workers and their competence cards (contract, Workers). */
import * as z from 'zod';
import { worker } from '../resources/worker/worker.ts';
import { workerCard } from '../resources/worker/cards.ts';
import {
  anyId,
  anyOf,
  changes,
  merges,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
  removes,
  since,
  sortable,
} from './endpoint.ts';
import { listOf, recordReply, schemaOf } from './shapes.ts';

const fields = schemaOf(worker).omit({ expiry_notices: true });
const workerReply = recordReply(fields);

const cardFields = workerCard().omit({ id: true });
const write = { permission: 'workers:write', emits: [] } as const;

export const workerEndpoints = {
  listWorkers: {
    ...reads,
    path: '/api/v1/workers',
    permission: 'workers:read',
    summary:
      'Lists workers, newest first; with updated_since those changed since then, in the order of the change. q searches name, employer, agency and trade; expiring_within is in days.',
    query: z.object({
      q: z.string().trim().min(2).max(200).optional(),
      status: anyOf(['active', 'inactive']),
      project_id: anyId,
      expiring_within: z
        .string()
        .regex(/^\d{1,4}$/, 'must be a whole number of days')
        .transform(Number)
        .optional(),
      updated_since: since,
      ...sortable,
      ...paged,
    }),
    reply: listOf(workerReply),
  },
  createWorker: {
    ...creates,
    ...write,
    path: '/api/v1/workers',
    summary: 'Adds a worker with competence cards.',
    fields,
    body: z.object(ownId),
    reply: workerReply,
  },
  getWorker: readRow(
    '/api/v1/workers/{worker}',
    'workers:read',
    'Reads a worker; the mobile number needs the permission to change workers.',
    workerReply,
  ),
  updateWorker: {
    ...merges,
    ...write,
    path: '/api/v1/workers/{worker}',
    summary: 'Changes the fields that are sent; null clears one. competence_cards replaces the whole list.',
    fields: fields.partial(),
    reply: workerReply,
  },
  addWorkerCard: {
    ...creates,
    ...write,
    path: '/api/v1/workers/{worker}/cards',
    summary: 'Adds one card to a worker; returns the worker.',
    fields: cardFields,
    body: z.object(ownId),
    reply: workerReply,
  },
  updateWorkerCard: {
    ...changes,
    ...write,
    path: '/api/v1/workers/{worker}/cards/{card}',
    summary:
      'Changes the fields of one card that are sent; a new expires_on restarts its expiry notices. Returns the worker.',
    fields: cardFields.partial(),
    reply: workerReply,
  },
  removeWorkerCard: {
    ...removes,
    ...write,
    path: '/api/v1/workers/{worker}/cards/{card}',
    summary: 'Removes one card of a worker.',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
