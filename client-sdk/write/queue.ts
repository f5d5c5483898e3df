/** The end of the outbox where commands come in: each gets the next number, and stands on disk before anybody sees it. */
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

/** A command that passed the rules here, with what it shows beside its own fields until the server has spoken. */
export interface Draft {
  readonly command: Command;
  readonly shows: JsonObject;
  /** Of a command that was made on another device: when and how, what it builds on here, and what its server said. */
  readonly made?: Pick<OutboxCommand, 'at' | 'clock_offset_ms' | 'schema' | 'depends_on' | 'result'>;
}

/** Another tab has queued something since the author began to look. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'OutOfTurn';
}

/** What must not come apart from the commands: it is stored in the same write. */
interface Also {
  readonly state?: Partial<ReplicaMetadata>;
  readonly remove?: readonly number[];
  readonly files?: FileRows;
  /** Each draft builds on the one before: where one is refused, the rest are too. */
  readonly chained?: boolean;
}

export class CommandQueue {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #schema: number;
  #nextId = 0;

  /** `schema` = of the commands that this app makes. */
  constructor(journal: Journal, clock: Clock, schema: number) {
    this.#journal = journal;
    this.#clock = clock;
    this.#schema = schema;
  }

  /** What is added from here on was worked out from the outbox as it stands now. */
  start(): void {
    this.#nextId = this.#journal.state.next_id;
  }

  /** Throws OutOfTurn where another tab has queued or given up something since `begin`. Returns the new commands' ids; a null draft changes nothing and gets none. */
  async add(
    drafts: readonly (Draft | null)[],
    { state: also, remove = [], chained = false, files }: Also = {},
  ): Promise<number[]> {
    const ids: number[] = [];
    await this.#journal.change(({ state, commands }): JournalChange => {
      const isGone = (id: number): boolean => !commands.some((entry) => entry.id === id);
      if (state.next_id !== this.#nextId || remove.some(isGone)) throw new ConcurrentWriteError();
      ids.length = 0; // asked again where another tab came first
      const put: OutboxCommand[] = [];
      for (const draft of drafts) {
        if (!draft) continue;
        const id = state.next_id + put.length;
        // What a server refused already takes no number: it waits for a person.
        const number = draft.made?.result ? 0 : state.next_number + put.filter(isUnanswered).length;
        const place = { id, number };
        const made = this.#entry(place, draft, [...commands, ...put]);
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
        state: { ...also, ...next },
        put: [...assignNumbers(state, commands, sendable), ...refused],
        remove,
      };
      return files ? { ...changed, files } : changed;
    });
    this.start();
    return ids;
  }

  #entry(
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

/** Records that a command's record belongs to or names: their creation must come first. */
function ownersOf(command: Command): string[] {
  const set: JsonObject = command.op === 'create' || command.op === 'patch' ? command.set : {};
  const linked = set['linked_document_ids'];
  return [
    ...['document_id', 'project_id', 'site_id'].map((field) => set[field]),
    ...(Array.isArray(linked) ? linked : []),
  ].filter((id) => typeof id === 'string');
}

/** Characters of a command as JSON: three bytes each at most, and a push may have four megabytes. */
const maxCharacters = 900_000;
/** Of a command; it is sent as one member of a mutation, which has few others beside it. */
const maxLevels = limits.max_mutation_levels - 2;
const maxParts = limits.max_mutation_parts - 100;

/** One command must fit into one push; one that is larger or deeper would stand in the way of all that follow. */
function refuseUnsendable({ command }: OutboxCommand): void {
  if (JSON.stringify(command).length > maxCharacters)
    throw new Problem('payload_too_large', `One change may have up to ${maxCharacters} characters.`);
  const { depth, nodes } = sizeOf(command);
  if (depth > maxLevels)
    throw new Problem('json_too_complex', `One change may be nested up to ${maxLevels} levels deep.`);
  if (nodes > maxParts) throw new Problem('json_too_complex', `One change may have up to ${maxParts} parts.`);
}
