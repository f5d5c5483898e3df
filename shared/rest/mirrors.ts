/** Rows of the endpoint table: mirrors in CouchDB databases (contract, Mirrors). */
import * as z from 'zod';
import { entryKinds } from '../resources/entry-kinds.ts';
import type { Kind } from '../resources/index.ts';
import { acts, changes, complete, creates, type Endpoint, readRow, removes } from './endpoint.ts';
import { listOf } from './shapes.ts';

/** What a mirror can hold; files of exports come with `attachments`. */
export const mirrorKinds = [
  'project',
  'site',
  'document',
  'version',
  ...entryKinds,
  'signoff',
] as const satisfies readonly Kind[];
export type MirrorKind = (typeof mirrorKinds)[number];

/** `withdrawn` = the token that set it up may no longer read what it holds; `failing` = the last attempt failed, and another one follows; `comparing` = the first fill, or a new comparison of everything. */
const mirrorStates = ['disabled', 'withdrawn', 'waiting', 'comparing', 'following', 'failing'] as const;

const mirrorReply = z.object({
  id: z.string(),
  url: z.string(),
  has_credentials: z.boolean(),
  description: z.string().nullable(),
  project_ids: z.array(z.string()).nullable(),
  kinds: z.array(z.enum(mirrorKinds)),
  attachments: z.boolean(),
  enabled: z.boolean(),
  disabled_reason: z.enum(['manual', 'token_withdrawn']).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});

const mirrorStatusReply = z.object({
  id: z.string(),
  state: z.enum(mirrorStates),
  last_sequence: z.int(),
  lag_records: z.int(),
  lag_seconds: z.number(),
  documents_written: z.int(),
  overruled: z.int(),
  last_overruled: z.object({ document_id: z.string(), at: z.string() }).nullable(),
  left_out: z.int(),
  last_left_out: z.object({ document_id: z.string(), at: z.string() }).nullable(),
  /** Sign-offs and versions that the mirror has and the server does not know, as after a restore; the ids of the first 500. */
  kept: z.int(),
  kept_ids: z.array(z.string()),
  last_success_at: z.string().nullable(),
  last_error: z.string().nullable(),
  last_error_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
});

const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/, 'must not hold NUL');
const credentials = z
  .object({
    username: printable(200).regex(/^[^:]*$/, 'must not hold a colon'),
    password: printable(500),
  })
  .nullable()
  .optional();
const url = z.url().max(2048);
const fields = z.object({
  url: url.optional(),
  credentials,
  description: z
    .string()
    .max(500)
    .regex(/^[^\0]*$/, 'must not hold NUL')
    .nullable()
    .optional(),
  project_ids: z.array(z.uuid().toLowerCase()).min(1).max(200).nullable().optional(),
  kinds: z.array(z.enum(mirrorKinds)).min(1).max(20).optional(),
  attachments: z.boolean().optional(),
  enabled: z.boolean().optional(),
});
export type MirrorFields = z.output<typeof fields>;

const one = '/api/v1/mirrors/{mirror}';
const permission = 'mirrors:manage';

export const mirrorEndpoints = {
  createMirror: {
    ...creates,
    path: '/api/v1/mirrors',
    permission,
    summary: 'Sets up a mirror: a CouchDB database that always holds what was approved and signed.',
    body: fields.extend({ url }),
    reply: mirrorReply,
  },
  listMirrors: {
    ...readRow('/api/v1/mirrors', permission, 'Lists the mirrors, without their credentials.', listOf(mirrorReply)),
    query: z.object(complete),
  },
  getMirror: readRow(one, permission, 'Reads one mirror, without its credentials.', mirrorReply),
  updateMirror: {
    ...changes,
    path: one,
    permission,
    summary: 'Changes the fields that are sent. What the mirror holds is compared and corrected.',
    fields,
    reply: mirrorReply,
  },
  deleteMirror: {
    ...removes,
    path: one,
    permission,
    summary: 'Deletes the mirror here. The database stays as it is.',
  },
  getMirrorStatus: readRow(
    `${one}/status`,
    permission,
    'How far a mirror is: its state, how many records and seconds it is behind, and the last error.',
    mirrorStatusReply,
  ),
  resyncMirror: {
    ...acts,
    path: `${one}/resync`,
    permission,
    summary: 'Compares everything anew and corrects what differs. Nothing is deleted first.',
    reply: mirrorStatusReply,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
