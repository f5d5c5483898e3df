/**
 * The sync protocol, version 1: `/api/v1/sync/hello`, `push`, `pull` and `stream`. Same bearer tokens and Problem bodies as REST.
 * A device sends commands in order and gets one stored answer for each; it reads the organisation's feed behind a cursor.
 */
import * as z from 'zod';
import { commandSchema } from './command.ts';
import { recordId } from './resources/fields.ts';

export const protocolVersion = 1;
/** Counts the shapes of records and commands; older devices may push for ever, but pull only from `min_pull` on. */
export const schemaVersion = 1;

export const limits = {
  max_mutations: 200,
  max_push_bytes: 4 * 1024 * 1024,
  max_pull_rows: 5000,
  max_pull_bytes: 4 * 1024 * 1024,
} as const;

export const helloRequest = z.object({
  protocols: z.array(z.int()).min(1).max(20),
  schema: z.int().positive(),
  client_id: recordId,
  cursor: z.string().max(200).nullable().optional(),
  outbox_head: z.int().nonnegative().optional(),
  device_time: z.string().max(40).optional(),
});

export const helloReply = z.object({
  protocol: z.int(),
  schema: z.object({ current: z.int(), min_pull: z.int(), min_push: z.int() }),
  epoch: z.string(),
  server_time: z.string(),
  last_mutation_id: z.int(),
  organisation_id: z.string(),
  actor: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  /** Of the organisation (shared/settings.ts), so that a device refuses what the server would. Read leniently: a newer server has more. */
  settings: z.record(z.string(), z.json()).optional(),
  limits: z.record(z.string(), z.int()),
});
export type HelloReply = z.infer<typeof helloReply>;

/** A command on its way: numbered per device without gaps, so that nothing is lost, doubled or overtaken. */
export const mutation = z.object({
  id: z.int().positive(),
  /** Members of one group share one fate. They stand side by side in one push. */
  txn: z.string().max(64).optional(),
  /** Numbers of earlier commands without which this one makes no sense. */
  depends_on: z.array(z.int().positive()).max(50).optional(),
  /** The device's own clock when the person acted, and how far that clock was off; kept, never used to merge. */
  at: z.string().max(40).optional(),
  clock_offset_ms: z.int().optional(),
  schema: z.int().positive().optional(),
  command: commandSchema,
});
export type Mutation = z.infer<typeof mutation>;

export const pushRequest = z.object({
  client_id: recordId,
  schema: z.int().positive(),
  /** Checked one by one, so that a malformed command is refused by itself and its neighbours pass. */
  mutations: z.array(z.looseObject({ id: z.int().positive() })).max(limits.max_mutations),
});

const conflict = z.object({
  field: z.string(),
  was: z.json(),
  theirs: z.json(),
  mine: z.json(),
  kept: z.enum(['theirs', 'mine', 'both']),
});

export const mutationResult = z.object({
  id: z.int(),
  status: z.enum(['applied', 'merged', 'noop', 'refused']),
  /** Place in the feed; the device shows its own copy until its cursor has passed this. 0 where nothing was written. */
  seq: z.int(),
  rev: z.int(),
  kind: z.string(),
  record_id: z.string(),
  conflicts: z.array(conflict).optional(),
  problem: z.looseObject({ code: z.string(), status: z.int(), title: z.string(), detail: z.string() }).optional(),
});
export type MutationResult = z.infer<typeof mutationResult>;

export const pushReply = z.object({
  last_mutation_id: z.int(),
  results: z.array(mutationResult),
  server_time: z.string(),
});
export type PushReply = z.infer<typeof pushReply>;

export const pullRequest = z.object({
  client_id: recordId.optional(),
  schema: z.int().positive().default(schemaVersion),
  cursor: z.string().max(200).nullable().default(null),
  limit: z.int().min(1).max(limits.max_pull_rows).default(1000),
  max_bytes: z
    .int()
    .min(1024)
    .max(limits.max_pull_bytes)
    .default(1024 * 1024),
  /** Wait up to this long for something new (long poll). */
  wait_ms: z.int().min(0).max(25_000).default(0),
});

const envelope = {
  kind: z.string(),
  id: z.string(),
  seq: z.int(),
  rev: z.int(),
  document_id: z.string().nullable(),
  project_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.string(),
  updated_by: z.string(),
};

/** `reset` = drop every record of the replica and read on: the cursor belongs to another history, or is too old. */
export const pullOp = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put'), ...envelope, body: z.record(z.string(), z.json()) }),
  z.object({ op: z.literal('del'), kind: z.string(), id: z.string(), seq: z.int(), rev: z.int() }),
  z.object({ op: z.literal('reset') }),
]);
export type PullOp = z.infer<typeof pullOp>;

export const pullReply = z.object({
  cursor: z.string(),
  /** True = ask again at once. A short page says nothing. */
  more: z.boolean(),
  epoch: z.string(),
  /** Of the device that asks: its own commands up to here are in what it has read. */
  last_mutation_id: z.int(),
  server_time: z.string(),
  ops: z.array(pullOp),
});
export type PullReply = z.infer<typeof pullReply>;

/** First frame on the stream, from the device: no token ever stands in a URL. */
export const streamHello = z.object({
  token: z.string().max(300),
  client_id: recordId.optional(),
  cursor: z.string().max(200).nullable().optional(),
});

/** From the server. `ready` answers the first frame; `poke` says that the feed has moved on: pull. */
export const streamFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), server_time: z.string() }),
  z.object({ type: z.literal('poke'), seq: z.int() }),
]);
export type StreamFrame = z.infer<typeof streamFrame>;
