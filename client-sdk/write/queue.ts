/** Adds commands to the outbox: each gets the next number, and is stored before it shows. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { sizeOf } from '../../shared/base/json-size.ts';
import { Problem } from '../../shared/model/problem.ts';
import { limits } from '../../shared/sync/sync.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import type { FileRows, Journal, JournalChange } from '../disk/journal.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { isUnanswered, type OutboxCommand } from '../disk/outbox-command.ts';
import { assignNumbers } from './priority.ts';

/** A command that passed the local rules, with the derived fields that it shows until the server has answered. */
export interface Draft {
  readonly command: Command;
  readonly shows: JsonObject;
  /** Of a command imported from another device. */
  readonly made?: Pick<OutboxCommand, 'at' | 'clock_offset_ms' | 'schema' | 'depends_on' | 'result'>;
}

/** Another tab has changed the outbox since this change began. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'ConcurrentWriteError';
}

/** Stored in the same write as the commands. */
interface Companions {
  readonly state?: Partial<ReplicaMetadata>;
  readonly remove?: readonly number[];
  readonly files?: FileRows;
  /** Each draft depends on the one before: if one is refused, so are the rest. */
  readonly chained?: boolean;
}

export class CommandQueue {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #schema: number;
  #nextId = 0;

  /** `schema` = schema version of this app. */
  constructor(journal: Journal, clock: Clock, schema: number) {
    this.#journal = journal;
    this.#clock = clock;
    this.#schema = schema;
  }

  /** Call before reading what a change is computed from; `add` then detects a concurrent one. */
  start(): void {
    this.#nextId = this.#journal.state.next_id;
  }

  /** Returns the new commands' ids; null drafts get none. Throws ConcurrentWriteError if another tab changed the outbox since `start`. */
  async add(
    drafts: readonly (Draft | null)[],
    { state: stateChange, remove = [], chained = false, files }: Companions = {},
  ): Promise<number[]> {
    const ids: number[] = [];
    await this.#journal.change(({ state, commands }): JournalChange => {
      const isGone = (id: number): boolean => !commands.some((entry) => entry.id === id);
      if (state.next_id !== this.#nextId || remove.some(isGone)) throw new ConcurrentWriteError();
      ids.length = 0; // called again if another tab wrote first
      const put: OutboxCommand[] = [];
      for (const draft of drafts) {
        if (!draft) continue;
        const id = state.next_id + put.length;
        // A command that was refused already takes no number: it waits for the user.
        const number = draft.made?.result ? 0 : state.next_number + put.filter(isUnanswered).length;
        const place = { id, number };
        const made = this.#entryOf(place, draft, [...commands, ...put]);
        const before = chained ? put.at(-1) : undefined;
        const entry = before ? { ...made, depends_on: [...made.depends_on, before.id] } : made;
        refuseUnsendable(entry);
        put.push(entry);
      }
      ids.push(...put.map((entry) => entry.id));
      if (put.length === 0 && remove.length === 0) return {};
      const next = {
        next_id: state.next_id + put.length,
        next_number: state.next_number + put.filter(isUnanswered).length,
      };
      const [sendable, refused] = [put.filter(isUnanswered), put.filter((entry) => !isUnanswered(entry))];
      const changed = {
        state: { ...stateChange, ...next },
        put: [...assignNumbers(state, commands, sendable), ...refused],
        remove,
      };
      return files ? { ...changed, files } : changed;
    });
    this.start();
    return ids;
  }

  #entryOf(
    place: Pick<OutboxCommand, 'id' | 'number'>,
    { command, shows, made }: Draft,
    earlier: readonly OutboxCommand[],
  ): OutboxCommand {
    const needs = new Set([command.id, ...ownersOf(command)]);
    const creates = earlier.filter(
      (entry) => isUnanswered(entry) && entry.command.op === 'create' && needs.has(entry.command.id),
    );
    return {
      ...place,
      state: made?.result ? 'refused' : 'queued',
      command,
      at: made?.at ?? isoTime(this.#clock.now()),
      clock_offset_ms: made ? made.clock_offset_ms : this.#clock.offsetMs(),
      schema: made?.schema ?? this.#schema,
      depends_on: [...new Set([...creates.map((entry) => entry.id), ...(made?.depends_on ?? [])])],
      shows,
      result: made?.result ?? null,
    };
  }
}

/** Ids of records that a command's record belongs to or names, which must be created first. */
function ownersOf(command: Command): string[] {
  const set: JsonObject = command.op === 'create' || command.op === 'patch' ? command.set : {};
  const linked = set['linked_document_ids'];
  return [
    ...['document_id', 'project_id', 'site_id'].map((field) => set[field]),
    ...(Array.isArray(linked) ? linked : []),
  ].filter((id) => typeof id === 'string');
}

/** Characters of a command as JSON: at most three bytes each, and a push may have 4 MB. */
const maxCharacters = 900_000;
/** Less than the limits of a mutation, of which the command is one member. */
const maxLevels = limits.max_mutation_levels - 2;
const maxParts = limits.max_mutation_parts - 100;

/** A command that fits no push would block all that follow. */
function refuseUnsendable({ command }: OutboxCommand): void {
  if (JSON.stringify(command).length > maxCharacters)
    throw new Problem('payload_too_large', `One change may have up to ${maxCharacters} characters.`);
  const { depth, nodes } = sizeOf(command);
  if (depth > maxLevels)
    throw new Problem('json_too_complex', `One change may be nested up to ${maxLevels} levels deep.`);
  if (nodes > maxParts) throw new Problem('json_too_complex', `One change may have up to ${maxParts} parts.`);
}
