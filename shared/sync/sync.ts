/**
 * The sync protocol, version 1: `/api/v1/sync/hello`, `push`, `pull` and `stream`. Same bearer tokens and Problem bodies as REST.
 * A device sends commands in order and gets one stored answer for each; it reads the organisation's feed behind a cursor.
 */
import * as z from 'zod';
import { commandSchema } from '../model/command.ts';
import { isJsonObject } from '../base/json.ts';
import { recordId } from '../model/fields.ts';
import { everyScope } from './scope-checksum.ts';
import { releasedSteps } from '../upgrade/steps.ts';
import { currentSchema } from '../upgrade/upgrade.ts';

export const protocolVersion = 1;
/** Counts the shapes of records and commands (shared/upgrade/); older devices may push for ever, but pull only from `min_pull` on. */
export const schemaVersion = currentSchema(releasedSteps);

export const limits = {
  max_mutations: 200,
  max_push_bytes: 4 * 1024 * 1024,
  /** Values in one push, counted together. */
  max_push_parts: 500_000,
  /** Of these, members of objects, which take the longest to read. */
  max_push_members: 100_000,
  /** Objects and arrays inside one another: beyond this the push is refused whole. */
  max_push_levels: 200,
  /** The same for one command of it, which is refused by itself. */
  max_mutation_parts: 50_000,
  max_mutation_levels: 30,
  max_pull_rows: 5000,
  max_pull_bytes: 4 * 1024 * 1024,
} as const;

/** A cursor names the scopes that it covers: 200 projects take 5,000 characters. */
export const maxCursorLength = 16_000;

/**
 * Known to the replica alone, and the same for good: the first to push under a `client_id` with one keeps others from pushing under
 * that name, and from reading what was answered there. An older app has none.
 */
const clientKey = z.string().min(32).max(128).optional();

export const helloRequest = z.object({
  protocols: z.array(z.int()).min(1).max(20),
  schema: z.int().positive(),
  client_id: recordId,
  client_key: clientKey,
  cursor: z.string().max(maxCursorLength).nullable().optional(),
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
  /** Of the organisation (shared/model/settings.ts), so that a device refuses what the server would. Read leniently: a newer server has more. */
  settings: z.record(z.string(), z.json()),
  limits: z.record(z.string(), z.int()),
  /** Projects that the token is limited to; null = the whole organisation. */
  grants: z.array(z.string()).readonly().nullable(),
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

/** What every command has, readable or not. */
export interface NumberedMutation {
  readonly id: number;
  readonly [member: string]: unknown;
}

function isNumbered(value: unknown): boolean {
  return isJsonObject(value) && Number.isSafeInteger(value['id']) && Number(value['id']) > 0;
}

export const pushRequest = z.object({
  client_id: recordId,
  client_key: clientKey,
  schema: z.int().positive(),
  /** Checked one by one, so that a malformed command is refused by itself and its neighbours pass; at most `max_mutations`. */
  mutations: z.array(
    z.custom<NumberedMutation>(isNumbered, 'must be an object with a positive whole number as its id'),
  ),
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
  /** `deferred` = taken, and takes effect when the photo’s file is there; asked for again, the answer then says what came of it. */
  status: z.enum(['applied', 'merged', 'noop', 'refused', 'deferred']),
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
  /** Of the app that reads; absent = as the server's own. */
  schema: z.int().positive().optional(),
  cursor: z.string().max(maxCursorLength).nullable().default(null),
  limit: z.int().min(1).max(limits.max_pull_rows).default(1000),
  max_bytes: z
    .int()
    .min(1024)
    .max(limits.max_pull_bytes)
    .default(1024 * 1024),
  /** Wait up to this long for something new (long poll). */
  wait_ms: z.int().min(0).max(25_000).default(0),
  /** Send the sums of each scope with the last page. */
  checksums: z.boolean().default(false),
  /** Scopes that the device found to differ: they come again. */
  resync: z
    .array(z.union([recordId, z.literal(['', everyScope])]))
    .max(250)
    .default([]),
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

/** Where the next page begins, in the head of a pull answer that more follows. It may be absent all the same. */
export const nextCursorHeader = 'Sync-Next-Cursor';

/**
 * `reset` = the replica, or one project of it (empty = what belongs to the whole organisation), comes again as it now is: what does
 * not come again by the last page is to be dropped. `grant` = the same of a project that is new to the token. `revoke` = drop the project
 * now. `project_id` of a record is its scope: entries have that of their document, and a project its own id.
 */
export const pullOp = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put'), ...envelope, body: z.record(z.string(), z.json()) }),
  z.object({ op: z.literal('del'), kind: z.string(), id: z.string(), seq: z.int(), rev: z.int() }),
  z.object({ op: z.literal('reset'), project_id: z.string().optional() }),
  z.object({ op: z.literal('grant'), project_id: z.string() }),
  z.object({ op: z.literal('revoke'), project_id: z.string() }),
]);
export type PullOp = z.infer<typeof pullOp>;

export const pullReply = z.object({
  cursor: z.string(),
  /** True = ask again at once. A short page says nothing. */
  more: z.boolean(),
  epoch: z.string(),
  /** Of the bodies; a newer app upgrades them. */
  schema: z.int(),
  /** Of the device that asks: its own commands up to here are in what it has read. */
  last_mutation_id: z.int(),
  server_time: z.string(),
  /** With the last page, where they were asked for: by scope, `*` = all (shared/sync/scope-checksum.ts). True exactly at `cursor`. */
  checksums: z.record(z.string(), z.object({ count: z.int(), sum: z.int() })).optional(),
  ops: z.array(pullOp),
});
export type PullReply = z.infer<typeof pullReply>;

/** First frame on the stream, from the device: a token is never part of a URL. */
export const streamHello = z.object({
  token: z.string().max(300),
  client_id: recordId.optional(),
  cursor: z.string().max(maxCursorLength).nullable().optional(),
});

/** Each further frame of the device: its present cursor, so that changes can be sent to it directly. */
export const streamPlace = z.object({ cursor: z.string().max(maxCursorLength).nullable() });

/**
 * From the server. `ready` answers the first frame; `poke` says that the feed has moved on: pull. `ops` holds the lines between two
 * cursors: they may be applied where the device is exactly at `from` and waits for nothing, else it pulls.
 */
export const streamFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), server_time: z.string() }),
  z.object({ type: z.literal('poke'), seq: z.int() }),
  z.object({
    type: z.literal('ops'),
    from: z.string(),
    to: z.string(),
    epoch: z.string(),
    /** Of the bodies, as in a pull reply. */
    schema: z.int(),
    server_time: z.string(),
    ops: z.array(z.looseObject({ op: z.string() })),
  }),
]);
export type StreamFrame = z.infer<typeof streamFrame>;
