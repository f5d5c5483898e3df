/** A local change in the outbox, from the user's action until the feed has brought its effect. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Mutation, MutationResult } from '../../shared/sync/sync.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

/** queued → sent → acked → removed once the feed has brought its effect, or → refused, until the user resends or discards it. */
export type CommandState = 'queued' | 'sent' | 'acked' | 'refused';

/** The state that users see. Which commands were sent is stored as one number, not with each command. */
export function stateOf(
  { state, number }: OutboxCommand,
  { sent_number: sent }: Pick<ReplicaMetadata, 'sent_number'>,
): CommandState {
  return state === 'queued' && number <= sent ? 'sent' : state;
}

/** The server's problem details (RFC 9457). */
export type Refusal = NonNullable<MutationResult['problem']>;

export interface OutboxCommand {
  /** Permanent id within this replica; what `discard` and `resend` take. */
  readonly id: number;
  /** Its number in the protocol, without gaps for a `client_id`; 0 = answered under an earlier one. */
  readonly number: number;
  readonly state: Exclude<CommandState, 'sent'>;
  readonly command: Command;
  /** Device time of the action. */
  readonly at: string;
  readonly clock_offset_ms: number | null;
  /** Schema version it was made under; the server upgrades older ones. */
  readonly schema: number;
  /** Ids of the commands that this one depends on. */
  readonly depends_on: readonly number[];
  /** Fields that the rules derived locally: the rest of a new record, the changes of an action. */
  readonly shows: JsonObject;
  readonly result: MutationResult | null;
}

/** What is sent; a retry sends the same members in the same order. */
export function mutationOf(entry: OutboxCommand, numberById: ReadonlyMap<number, number>): Mutation {
  const dependsOn = entry.depends_on.map((id) => numberById.get(id) ?? 0).filter((number) => number > 0);
  return {
    id: entry.number,
    ...(dependsOn.length > 0 ? { depends_on: dependsOn } : {}),
    at: entry.at,
    ...(entry.clock_offset_ms === null ? {} : { clock_offset_ms: entry.clock_offset_ms }),
    schema: entry.schema,
    command: entry.command,
  };
}

/** Waiting for the server's answer. */
export function isUnanswered(entry: OutboxCommand): boolean {
  return entry.state === 'queued';
}

export function refusalOf(entry: OutboxCommand): Refusal | null {
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
