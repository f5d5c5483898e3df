/** Adds commands to the outbox: each gets its identity, and is stored before it shows. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { sizeOf } from '../../shared/base/json-size.ts';
import { Problem } from '../../shared/model/problem.ts';
import { nextCommandId, type Author } from '../../shared/sync/command-identity.ts';
import { limits } from '../../shared/sync/sync.ts';
import { isoTime, type Clock } from '../base/clock.ts';
import type { TokenSessions } from '../base/token-session.ts';
import type { Commands } from '../disk/commands.ts';
import type { FileRows, Journal, JournalChange } from '../disk/journal.ts';
import { authorOf } from '../disk/known-actor.ts';
import { doubted } from '../disk/remembered-time.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { isUnanswered, withHash, type OutboxCommand } from '../disk/outbox-command.ts';
import { laneOf } from './priority.ts';

/** A command that passed the local rules, with the derived fields that it shows until the server has answered. */
export interface Draft {
  readonly command: Command;
  readonly shows: JsonObject;
  /** Who made it, if it is sent again; otherwise the one whose token the device has. */
  readonly author?: Author;
}

/** Another tab has changed the outbox since this change began. */
export class ConcurrentWriteError extends Error {
  override readonly name = 'ConcurrentWriteError';
}

/** Stored in the same write as the commands. */
interface Companions {
  readonly state?: Partial<ReplicaMetadata>;
  readonly remove?: readonly string[];
  readonly files?: FileRows;
  /** Each draft depends on the one before: if one is refused, so are the rest. */
  readonly chained?: boolean;
}

interface QueueOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly sessions: TokenSessions;
  /** Schema version of this app. */
  readonly schema: number;
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
}

export class CommandQueue {
  readonly #options: QueueOptions;
  #last: string | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Call before reading what a change is computed from; `add` then detects a concurrent one. */
  start(): void {
    this.#last = this.#options.journal.state.last_command;
  }

  /** Returns the new commands' ids; null drafts get none. Throws ConcurrentWriteError if another tab changed the outbox since `start`. */
  async add(
    drafts: readonly (Draft | null)[],
    { state: stateChange, remove = [], chained = false, files }: Companions = {},
  ): Promise<string[]> {
    const ids: string[] = [];
    await this.#options.journal.change(({ state, commands: before }): JournalChange => {
      if (state.last_command !== this.#last || remove.some((id) => !before.get(id))) throw new ConcurrentWriteError();
      ids.length = 0; // called again if another tab wrote first
      let commands = before;
      let next = state;
      for (const draft of drafts) {
        if (!draft) continue;
        const entry = this.#entryOf(draft, commands, next, chained ? ids.slice(-1) : []);
        refuseUnsendable(entry);
        commands = commands.with([entry]);
        next = { ...next, last_command: entry.id, lane_ends: { ...next.lane_ends, [entry.lane]: entry.id } };
        ids.push(entry.id);
      }
      if (ids.length === 0 && remove.length === 0) return {};
      const { last_command, lane_ends } = next;
      const put = ids.map((id) => commands.get(id)!); // added above
      const doubt = doubted(this.#options.clock, state);
      return { state: { ...stateChange, ...doubt, last_command, lane_ends }, put, remove, ...(files ? { files } : {}) };
    });
    this.start();
    return ids;
  }

  /** Adds a command of another device as it is. Later ones follow it, even if the clock of that device is ahead. */
  async take(entry: OutboxCommand, state: Partial<ReplicaMetadata>): Promise<void> {
    await this.#options.journal.change(({ state: { last_command: last }, commands }) => ({
      state: { ...state, last_command: last === null || last < entry.id ? entry.id : last },
      put: commands.get(entry.id) ? [] : [entry],
    }));
  }

  #entryOf(
    { command, shows, author }: Draft,
    commands: Commands,
    state: ReplicaMetadata,
    after: readonly string[],
  ): OutboxCommand {
    const { clock, random, schema, sessions } = this.#options;
    const { last_command: last, lane_ends: ends } = state;
    const [now, offset] = [clock.now(), clock.offsetMs()];
    const lane = laneOf(command, commands);
    const creates = [command.id, ...ownersOf(command)]
      .flatMap((id) => commands.of(id))
      .filter((entry) => isUnanswered(entry) && entry.command.op === 'create');
    const identity = withHash({
      id: nextCommandId(
        last,
        Math.max(now - (offset ?? 0), Date.parse(state.last_server_time ?? '') || 0),
        random(new Uint8Array(10)),
      ),
      prev: ends[lane] ?? null,
      author: author ?? authorOf(state, sessions.current),
      made_at: isoTime(now),
      clock_offset_ms: offset,
      schema,
      depends_on: [...new Set([...creates.map(({ id }) => id), ...after])],
      command,
    });
    return { ...identity, state: 'queued', lane, shows, result: null };
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
/** Less than the limits of what is sent, of which the command is one member. */
const maxLevels = limits.max_command_levels - 2;
const maxParts = limits.max_command_parts - 100;

/** A command that fits no push would block all that follow. */
function refuseUnsendable({ command }: OutboxCommand): void {
  if (JSON.stringify(command).length > maxCharacters)
    throw new Problem('payload_too_large', `One change may have up to ${maxCharacters} characters.`);
  const { depth, nodes } = sizeOf(command);
  if (depth > maxLevels)
    throw new Problem('json_too_complex', `One change may be nested up to ${maxLevels} levels deep.`);
  if (nodes > maxParts) throw new Problem('json_too_complex', `One change may have up to ${maxParts} parts.`);
}
