/**
 * The sync protocol, version 1: `/api/v1/sync/hello`, `push`, `pull` and `stream`. Same bearer tokens and problem bodies as REST. A device
 * sends commands in order and gets one stored answer for each; it reads the organisation's feed behind a cursor.
 */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { claimedInstant, instant, recordId } from '../model/fields.ts';
import { commandId } from './command-identity.ts';
import { everyScope } from './scope-checksum.ts';
import { releasedSteps } from '../upgrade/steps.ts';
import { currentSchema } from '../upgrade/upgrade.ts';
import { once } from '../base/once.ts';

export const protocolVersion = 1;
/** Version of the shapes of records and commands (shared/upgrade/). Older devices may always push, but pull only from `min_pull` on. */
export const schemaVersion = currentSchema(releasedSteps);

export const limits = {
  max_commands: 200,
  max_push_bytes: 4 * 1024 * 1024,
  /** Total number of values in one push. */
  max_push_parts: 500_000,
  /** Of these, members of objects, which take longest to parse. */
  max_push_members: 100_000,
  /** Nesting depth: a deeper push is refused as a whole. */
  max_push_levels: 200,
  /** Nesting depth of a single command: a deeper one is refused by itself. */
  max_command_parts: 50_000,
  max_command_levels: 30,
  max_pull_rows: 5000,
  max_pull_bytes: 4 * 1024 * 1024,
} as const;

/** A cursor names the scopes that it covers: 200 projects take 5,000 characters. */
export const maxCursorLength = 16_000;

/** The point of history that the last answer to a push named: a server that lacks it answers `history_changed`, as it has lost that push. */
const answeredPoint = z.string().max(400).nullable().default(null);

export const helloRequest = once(() =>
  z.object({
    protocols: z.array(z.int()).min(1).max(20),
    schema: z.int().positive(),
    /** By the device's own clock, as it sends this. */
    device_time: claimedInstant.optional(),
  }),
);

export const helloReply = once(() =>
  z.object({
    protocol: z.int(),
    schema: z.object({ current: z.int(), min_pull: z.int() }),
    server_time: z.string(),
    organisation_id: z.string(),
    actor: z.object({ id: z.string(), name: z.string(), role: z.string() }),
    /**
     * The organisation's settings (shared/model/settings.ts), so that a device refuses what the server would. Parsed leniently: a newer
     * server has more.
     */
    settings: z.record(z.string(), z.json()),
    /** Of the organisation (IANA): a card expires when its day ends there; null = in UTC. */
    timezone: z.string().nullable().default(null),
    /** The language that the organisation writes in (BCP 47); null = it has not said. */
    locale: z.string().nullable().default(null),
    /** Counts what changes of the settings and details; where a page names another, the device says hello again. An older server has none. */
    organisation_revision: z.int().default(0),
    /** Projects that the token is limited to; null = the whole organisation. */
    grants: z.array(z.string()).readonly().nullable(),
  }),
);
export type HelloReply = z.infer<ReturnType<typeof helloReply>>;

/** The id of every command, whether the rest is valid or not. */
export interface IdentifiedCommand extends JsonObject {
  readonly id: string;
}

export const pushRequest = once(() =>
  z.object({
    schema: z.int().positive(),
    /**
     * The server answered these before and has lost them. A refusal because another record is missing is not final then: its device may not
     * have given it back yet.
     */
    again: z.boolean().default(false),
    /** Validated one by one, so that a malformed command is refused alone; at most `max_commands`. */
    commands: z.array(
      z.custom<IdentifiedCommand>(
        (value) => isJsonObject(value) && commandId.safeParse(value['id']).success,
        'must be an object with a UUID of version 7 as its id',
      ),
    ),
    /** Predecessors (`prev`) that need not come first: they follow later, or nobody has them any more. */
    ahead_of: z.array(commandId).max(limits.max_commands).default([]),
    answered: answeredPoint,
  }),
);

const conflict = once(() =>
  z.object({
    field: z.string(),
    was: z.json(),
    theirs: z.json(),
    mine: z.json(),
    kept: z.enum(['theirs', 'mine', 'both']),
    proposal: z.json(),
  }),
);

export const commandResult = once(() =>
  z.object({
    id: commandId,
    /** `deferred` = accepted, and applied once the photo’s file is there; a repeated push then returns the final result. */
    status: z.enum(['applied', 'merged', 'noop', 'refused', 'deferred']),
    /** Position in the feed; the device shows its own copy until its cursor has passed it. 0 if nothing was written. */
    seq: z.int(),
    rev: z.int(),
    kind: z.string(),
    record_id: z.string(),
    conflicts: z.array(conflict()).optional(),
    problem: z.looseObject({ code: z.string(), status: z.int(), title: z.string(), detail: z.string() }).optional(),
  }),
);
export type CommandResult = z.infer<ReturnType<typeof commandResult>>;

/** Whether a refusal with this code may end once another device has given back a record (`again`). */
export function isAboutMissingRecord(code: string | undefined): boolean {
  return code === 'not_found' || code === 'reference_unknown' || code === 'depends_on_refused';
}

export const pushReply = once(() =>
  z.object({
    results: z.array(commandResult()),
    /** Opaque; the next request names it. */
    answered: z.string(),
    server_time: z.string(),
  }),
);
export type PushReply = z.infer<ReturnType<typeof pushReply>>;

/** What a device wants of its grant; absent = all of it. The rest is not sent. */
const wanted = once(() =>
  z.object({
    projects: z.array(recordId).max(250).optional(),
    /** In a first pull: nothing older of the kinds that expire on devices (`expires`), which it would drop. */
    evidence_since: instant.optional(),
  }),
);
export type Wanted = z.infer<ReturnType<typeof wanted>>;

export const pullRequest = once(() =>
  z.object({
    /** Schema of the app that reads; absent = the server's own. */
    schema: z.int().positive().optional(),
    cursor: z.string().max(maxCursorLength).nullable().default(null),
    limit: z.int().min(1).max(limits.max_pull_rows).default(1000),
    max_bytes: z
      .int()
      .min(1024)
      .max(limits.max_pull_bytes)
      .default(1024 * 1024),
    /** Long poll: wait up to this long for a change. */
    wait_ms: z.int().min(0).max(25_000).default(0),
    /** Send the checksum of each scope with the last page. */
    checksums: z.boolean().default(false),
    /** Scopes whose checksums differ on the device: they are sent again. */
    resync: z
      .array(z.union([recordId, z.literal(['', everyScope])]))
      .max(250)
      .default([]),
    want: wanted().optional(),
    answered: answeredPoint,
  }),
);

const envelope = once(() => ({
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
  /** Who sent the last change, if its author (`updated_by`) used the token of somebody else. */
  sent_by: z.string().nullable(),
}));

/** Cursor of the next page, in the headers of a pull response that is not the last. Optional. */
export const nextCursorHeader = 'Sync-Next-Cursor';

/**
 * `reset` = the replica, or one project of it (empty = records of the whole organisation), is sent again in its current state; records that
 * have not been sent again by the last page are to be dropped. `grant` = the same for a project that is new to the token. `revoke` = drop
 * the project now. `project_id` of a record is its scope: entries have that of their document, and a project its own id.
 */
export const pullOp = once(() =>
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('put'), ...envelope(), body: z.record(z.string(), z.json()) }),
    z.object({ op: z.literal('del'), kind: z.string(), id: z.string(), seq: z.int(), rev: z.int() }),
    z.object({ op: z.literal('reset'), project_id: z.string().optional() }),
    z.object({ op: z.literal('grant'), project_id: z.string() }),
    z.object({ op: z.literal('revoke'), project_id: z.string() }),
  ]),
);
export type PullOp = z.infer<ReturnType<typeof pullOp>>;

export const pullReply = once(() =>
  z.object({
    cursor: z.string(),
    /** True = pull again at once. The length of a page says nothing. */
    more: z.boolean(),
    /** Schema of the bodies; a newer app upgrades them. */
    schema: z.int(),
    /** Sequence number up to which everything is included that the token may read; below it, commands of the device have taken effect. */
    seq: z.int(),
    server_time: z.string(),
    /** Of what a hello says of the organisation (`helloReply`). */
    organisation_revision: z.int(),
    /** With the last page, if requested: by scope, `*` = all (shared/sync/scope-checksum.ts). Valid exactly at `cursor`. */
    checksums: z.record(z.string(), z.object({ count: z.int(), sum: z.int() })).optional(),
    /** True = something was left out for `evidence_since`. */
    withheld: z.boolean().optional(),
    ops: z.array(pullOp()),
  }),
);
export type PullReply = z.infer<ReturnType<typeof pullReply>>;

/** First frame on the stream, sent by the device, so that no token is part of a URL. */
export const streamHello = once(() =>
  z.object({
    token: z.string().max(300),
    cursor: z.string().max(maxCursorLength).nullable().optional(),
    want: wanted().optional(),
    answered: answeredPoint,
  }),
);

/** What a device may ask, by HTTP (`POST sync/<message>`) or on the open stream; both are handled alike. */
export const messages = ['hello', 'push', 'pull'] as const;
export type Message = (typeof messages)[number];

/** Limits of a device's frame in bytes; anything larger goes by HTTP, which compresses it. */
export const maxFrameBytes = 64 * 1024;

/** Every further frame of the device: its current cursor, so that pages can be sent to it; or a message with a number of its own. */
export const deviceFrame = once(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('at'), cursor: z.string().max(maxCursorLength).nullable(), answered: answeredPoint }),
    z.object({ type: z.enum(messages), number: z.int().nonnegative(), body: z.unknown() }),
  ]),
);

/**
 * Frames from the server beside pages. `ready` answers the first frame; `poke` says that the feed has moved on: pull. `answer` is what HTTP
 * would answer to the message of this number. `heartbeat` comes every `heartbeat_ms`: where nothing comes for longer, the connection is dead.
 */
export const controlFrame = once(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('ready'), server_time: z.string(), heartbeat_ms: z.int().positive().optional() }),
    z.object({ type: z.literal('heartbeat') }),
    z.object({ type: z.literal('poke'), seq: z.int() }),
    z.object({ type: z.literal('answer'), number: z.int(), status: z.int(), body: z.unknown() }),
  ]),
);

/** `page` = the next page of a device whose cursor is `from`, as a pull would answer; any other pulls. */
export const serverFrame = once(() =>
  z.discriminatedUnion('type', [controlFrame(), pullReply().extend({ type: z.literal('page'), from: z.string() })]),
);
export type ServerFrame = z.infer<ReturnType<typeof serverFrame>>;
