/** A local change as the outbox keeps it, from the moment the person acts until the server's answer has come back by the feed. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Mutation, MutationResult } from '../../shared/sync/sync.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';

/** queued → sent → acked → (gone once the feed has brought it) or → refused (kept until a person decides). */
export type CommandState = 'queued' | 'sent' | 'acked' | 'refused';

/** As people see it. What was sent is stored as one number, not with each command: an earlier app wrote it there too. */
export function stateOf(
  { state, number }: OutboxCommand,
  { sent_number: sent }: Pick<ReplicaMetadata, 'sent_number'>,
): CommandState {
  return state === 'queued' && number <= sent ? 'sent' : state;
}

/** Why the server refused, as it said it (RFC 9457). */
export type Refusal = NonNullable<MutationResult['problem']>;

export interface OutboxCommand {
  /** Its name within this replica for good; what `discard` and `resend` take. */
  readonly id: number;
  /** Its number on the wire, without gaps under the replica's `client_id`; 0 = was answered under an earlier one. */
  readonly number: number;
  readonly state: CommandState;
  readonly command: Command;
  /** When the person acted, by the device's clock. */
  readonly at: string;
  readonly clock_offset_ms: number | null;
  /** Version of the shapes it was made under; the server upgrades older ones. */
  readonly schema: number;
  /** Ids of commands without which this one makes no sense. */
  readonly depends_on: readonly number[];
  /** What the rules worked out here besides its own fields: the rest of a new record, the changed fields of an act. */
  readonly shows: JsonObject;
  readonly result: MutationResult | null;
}

/** Exactly what is sent, and sent again: the same members in the same order each time. */
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

/** Waiting for the server's word: it is sent, and sent again, until there is one. */
export function isUnanswered(entry: OutboxCommand): boolean {
  return entry.state === 'queued' || entry.state === 'sent';
}

/** What the server answered, or null. */
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
