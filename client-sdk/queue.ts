/** The end of the outbox where commands come in: each gets the next number, and stands on disk before anybody sees it. */
import type { Command } from '../shared/command.ts';
import type { JsonObject } from '../shared/json.ts';
import { Problem } from '../shared/problem.ts';
import { schemaVersion } from '../shared/sync.ts';
import { isoTime, type Clock } from './clock.ts';
import type { Journal, JournalChange } from './journal.ts';
import type { LocalState } from './local-state.ts';
import { isUnsettled, type OutboxCommand } from './outbox-command.ts';

/** A command that passed the rules here, with what it shows beside its own fields until the server has spoken. */
export interface Draft {
  readonly command: Command;
  readonly shows: JsonObject;
}

/** What must not come apart from the commands: it is stored in the same write. */
interface Also {
  readonly state?: Partial<LocalState>;
  readonly remove?: readonly number[];
}

export class Queue {
  readonly #journal: Journal;
  readonly #clock: Clock;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Returns the new commands' ids; a null draft changes nothing and gets none. */
  async add(drafts: readonly (Draft | null)[], { state: also, remove = [] }: Also = {}): Promise<number[]> {
    const ids: number[] = [];
    await this.#journal.change(({ state, commands }): JournalChange => {
      const put: OutboxCommand[] = [];
      for (const draft of drafts) {
        if (!draft) continue;
        const place = { id: state.next_id + put.length, number: state.next_number + put.length };
        const entry = this.#entry(place, draft, [...commands, ...put]);
        refuseTooLarge(entry);
        put.push(entry);
      }
      ids.push(...put.map((entry) => entry.id));
      if (put.length === 0 && remove.length === 0) return {};
      const next = { next_id: state.next_id + put.length, next_number: state.next_number + put.length };
      return { state: { ...also, ...next }, put, remove };
    });
    return ids;
  }

  #entry(
    place: Pick<OutboxCommand, 'id' | 'number'>,
    { command, shows }: Draft,
    earlier: readonly OutboxCommand[],
  ): OutboxCommand {
    const needs = new Set([command.id, ...ownersOf(command)]);
    const creates = earlier.filter(
      (entry) => isUnsettled(entry) && entry.command.op === 'create' && needs.has(entry.command.id),
    );
    return {
      ...place,
      state: 'queued',
      command,
      at: isoTime(this.#clock.now()),
      clock_offset_ms: this.#clock.offsetMs(),
      schema: schemaVersion,
      depends_on: creates.map((entry) => entry.id),
      shows,
      result: null,
    };
  }
}

/** Records that a command's record belongs to or names: their creation must come first. */
function ownersOf(command: Command): string[] {
  const set: JsonObject = command.op === 'create' || command.op === 'patch' ? command.set : {};
  return ['document_id', 'project_id', 'site_id'].map((field) => set[field]).filter((id) => typeof id === 'string');
}

/** One command must fit into one push; a larger one would stand in the way of all that follow. */
function refuseTooLarge({ command }: OutboxCommand): void {
  if (JSON.stringify(command).length <= 900_000) return;
  throw new Problem('payload_too_large', 'One change may have up to 900,000 characters.');
}
