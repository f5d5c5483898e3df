/** A local change in the outbox, from the user's action until the feed has brought its effect. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Command } from '../../shared/model/command.ts';
import { commandHash, type Author, type QueuedCommand } from '../../shared/sync/command-identity.ts';
import { schemaVersion, type CommandResult } from '../../shared/sync/sync.ts';
import { hasShape } from '../../shared/sync/unsent-file.ts';

/**
 * queued → acked → removed once the feed has brought its effect, or → refused, until the user resends or discards it. `again` = it was
 * delivered, and a restored server may have lost it: it waits until the server has it again.
 */
export type CommandState = (typeof states)[number];
const states = ['queued', 'again', 'acked', 'refused'] as const;
/** Of commands without urgency (write/priority.ts). */
export const lastLane = 2;

/** The server's problem details (RFC 9457). */
export type Refusal = NonNullable<CommandResult['problem']>;

/** What is sent: never changes, so that the server recognises the command wherever it comes from. */
export interface CommandIdentity extends QueuedCommand {
  readonly author: Author;
  /** Device time of the action. */
  readonly made_at: string;
  readonly clock_offset_ms: number | null;
  /** Schema version it was made under; the server upgrades older ones. */
  readonly schema: number;
  readonly depends_on: string[];
  readonly command: Command;
  readonly hash: string;
}

/** As it is kept once its effect has arrived. */
export interface SettledCommand extends CommandIdentity {
  /** Server time at which the feed brought its effect; absent if the server only said that it has it. */
  readonly arrived_at?: string;
  /** Of its result. */
  readonly seq?: number;
}

export interface OutboxCommand extends CommandIdentity {
  readonly state: CommandState;
  /** Its queue on this device: lower ones are sent first (write/priority.ts). */
  readonly lane: number;
  /** Fields that the rules derived locally: the rest of a new record, the changes of an action. */
  readonly shows: JsonObject;
  readonly result: CommandResult | null;
  /** Of one that is offered `again`: when its effect arrived before the server was restored. */
  readonly arrived_at?: string;
}

/** Of the journal rows of settled commands (settled-commands.ts); they sort before those that the journal reads. */
export const settledPrefix = 'answered-';

export function settledKey(id: string): string {
  return `${settledPrefix}${id}`;
}

export function identityOf(entry: CommandIdentity): CommandIdentity {
  const { id, prev, author, made_at, clock_offset_ms, schema, depends_on, command, hash } = entry;
  return { id, prev, author, made_at, clock_offset_ms, schema, depends_on, command, hash };
}

/** A hash that it has already does not count. */
export function withHash(made: Omit<CommandIdentity, 'hash'>): CommandIdentity {
  return { ...made, hash: commandHash(made as unknown as JsonObject) }; // members of an identity are JSON
}

/** False if the storage has damaged it. */
export function isSound(entry: CommandIdentity): boolean {
  return commandHash(identityOf(entry) as unknown as JsonObject) === entry.hash; // members of an identity are JSON
}

/** Set aside: it is shown, and never sent as it now reads. */
export function asDamaged(read: OutboxCommand): OutboxCommand {
  const hasAll = Boolean(read.author && read.depends_on); // an export may lack them
  const entry = hasAll && hasShape(identityOf(read)) ? read : standIn(read);
  const problem = {
    code: 'integrity_mismatch',
    status: 422,
    title: 'Damaged',
    detail: 'The storage of this device has damaged this change. Check what it says, then resend or discard it.',
  };
  return { ...entry, state: 'refused', result: refusedResult(entry, problem) };
}

/** For a command that lost its shape, which no rule could read: it says what was stored. */
function standIn(read: OutboxCommand): OutboxCommand {
  const set = { damaged: JSON.stringify(read) };
  return {
    id: read.id,
    prev: null,
    author: { actor: null, device: 'unknown' },
    made_at: '1970-01-01T00:00:00.000Z',
    clock_offset_ms: null,
    schema: schemaVersion,
    depends_on: [],
    command: { op: 'patch', kind: 'document', id: read.id, set },
    hash: '',
    state: 'refused',
    lane: lastLane,
    shows: {},
    result: null,
  };
}

/**
 * A command as the storage has it. What its hash does not cover is put right: sending a command again is harmless. Its key, which holds its
 * id too, is believed only if the command is not sound without.
 */
export function commandOfRow(id: string, value: OutboxCommand): OutboxCommand {
  const entry: OutboxCommand = {
    ...value,
    state: states.includes(value.state) ? value.state : 'queued',
    lane: Number.isInteger(value.lane) ? value.lane : lastLane,
  };
  if (isSound(entry)) return entry;
  const named = { ...entry, id };
  return isSound(named) ? named : asDamaged(named);
}

export function refusedResult({ id, command }: CommandIdentity, problem: Refusal): CommandResult {
  return { id, status: 'refused', seq: 0, rev: 0, kind: command.kind, record_id: command.id, problem };
}

/** Waiting for the server's answer. */
export function isUnanswered({ state }: Pick<OutboxCommand, 'state'>): boolean {
  return state === 'queued' || state === 'again';
}

/** A photo's command: the server asks for its file first, and the command is sent again then. */
export function awaitsFile({ result }: Pick<OutboxCommand, 'result'>): boolean {
  return result?.status === 'deferred';
}

/** Also why a command that is offered again still waits. */
export function refusalOf(entry: OutboxCommand): Refusal | null {
  if (entry.state === 'again') return entry.result?.problem ?? null;
  if (entry.state !== 'refused') return null;
  return (
    entry.result?.problem ?? {
      code: 'conflict',
      status: 409,
      title: 'Refused',
      detail: 'The server refused this change.',
    }
  );
}
