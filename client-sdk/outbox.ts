/**
 * The outbox as users see it: what waits, what the server refused and why, with both values, and what to do about it. Nothing leaves it
 * unless the server has accepted it or the user gives it up.
 */
import { combineLatest, distinctUntilChanged, from, switchMap, type Observable } from 'rxjs';
import type { Command } from '../shared/model/command.ts';
import type { JsonObject } from '../shared/base/json.ts';
import { Problem } from '../shared/model/problem.ts';
import { resourceOf } from '../shared/resources/index.ts';
import { seenOf } from '../shared/crypto/body-digest.ts';
import type { Mutator, MutatorContext } from './write/mutator.ts';
import type { Arrived } from './disk/arrived.ts';
import type { JournalView } from './disk/journal.ts';
import { refusalOf, type CommandState, type OutboxCommand, type Refusal } from './disk/outbox-command.ts';
import type { Photos } from './sync/photos.ts';
import type { Sending } from './sync/tabs.ts';
import type { Draft } from './write/queue.ts';
import type { Records } from './disk/records.ts';
import type { SettledCommands } from './disk/settled-commands.ts';
import { sealed } from './write/sign.ts';
import type { ExportOptions } from './unsent/transfer.ts';
import type { ImportResult } from './unsent/work.ts';
import { inCurrentSchema } from './disk/upgrade-replica.ts';

export interface OutboxItem {
  /** What `discard` and `resend` take. */
  readonly id: string;
  readonly state: CommandState;
  /** Its batch is on its way to the server, whichever tab sends it. */
  readonly isSending: boolean;
  readonly kind: string;
  readonly record_id: string;
  readonly op: Command['op'];
  readonly action: string | null;
  /** Device time of the action. */
  readonly at: string;
  /** By field: what the user wanted, what the user saw, and what the server has now. */
  readonly mine: JsonObject;
  readonly was: JsonObject;
  readonly theirs: JsonObject;
  readonly depends_on: readonly string[];
  /** Why the server refused it. */
  readonly reason: Refusal | null;
}

interface Parts {
  readonly context: MutatorContext;
  readonly records: Records;
  readonly settled: SettledCommands;
  readonly sending: Pick<Sending, 'ids$'>;
  readonly mutator: Mutator;
  readonly photos: Photos;
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
}

export class Outbox {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Every command whose effect the feed has not brought yet, oldest first. */
  list(): Promise<readonly OutboxItem[]> {
    return this.#items(this.#parts.context.journal.view$.value);
  }

  watch(): Observable<readonly OutboxItem[]> {
    const { context, sending } = this.#parts;
    const view$ = context.journal.view$.pipe(distinctUntilChanged((a, b) => a.commands === b.commands));
    return combineLatest([view$, sending.ids$]).pipe(switchMap(([view]) => from(this.#items(view))));
  }

  /** What the server has of this device's work since then (ISO 8601, server time), now and after each change. */
  watchArrived(since: string): Observable<Arrived> {
    const { settled, context } = this.#parts;
    return from(import('./disk/arrived.ts')).pipe(
      switchMap(({ watchArrived }) => watchArrived(settled, context.journal, since)),
    );
  }

  async refused(): Promise<readonly OutboxItem[]> {
    return (await this.list()).filter((item) => item.state === 'refused');
  }

  /** Gives up a command that was refused, or waits for a reason, and those that depend on it. Returns their ids. */
  discard(id: string): Promise<readonly string[]> {
    return this.#parts.mutator.exclusively(async () => {
      const ids = this.#family(id, (entry) => refusalOf(entry) !== null).map((entry) => entry.id);
      await this.#parts.mutator.queue.add([], { remove: ids });
      return ids;
    });
  }

  /**
   * Sends a refused command again, as a new one of the same author, with `set` over its own fields, followed by those that depend on it.
   * Throws the Problem if it would be refused again, as far as the device can know; the command then stays as it was.
   */
  resend(id: string, { set }: { readonly set?: JsonObject } = {}): Promise<readonly string[]> {
    return this.#parts.mutator.exclusively(async () => {
      const [first, ...others] = this.#family(id) as [OutboxCommand, ...OutboxCommand[]]; // a family has its head
      const { command, seal } = await this.#revised(first.command, set);
      const checked = await this.#checked(command);
      const head = checked && { ...checked, author: first.author };
      const drafts = [head, ...(set ? others.map(afterCorrection) : others)];
      const remove = [first, ...others].map((entry) => entry.id);
      return this.#parts.mutator.queue.add(drafts, { remove, ...(seal ? { state: { chain_head: seal } } : {}) });
    });
  }

  /**
   * Sends every refused command again that the device can hope to get accepted now, such as after a token that lacked a right. Returns
   * the ids of the new commands; the others stay as they were.
   */
  async resendAll(): Promise<readonly string[]> {
    const sent: string[] = [];
    for (const { id, depends_on: needs } of await this.refused()) {
      // A dependent one goes with the one that it needs.
      if (needs.some((needed) => this.#parts.context.journal.commands.get(needed)?.state === 'refused')) continue;
      try {
        sent.push(...(await this.resend(id)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    }
    return sent;
  }

  /**
   * Everything that the server has not accepted, as JSON text, for a device that is handed in or has lost its token. Encrypted if a
   * passphrase of at least 8 characters is given (PBKDF2 and AES-256-GCM). `photos` = ids of the photos to include; by default all.
   * Throws UnsentFileError: `too_large`, `passphrase_needed`, `no_cipher`, `photo_damaged`.
   */
  async exportUnsent(options: ExportOptions = {}): Promise<string> {
    return (await import('./unsent/transfer.ts')).exportUnsent(this.#parts, options);
  }

  /**
   * Queues the exported work of another device of the organisation, as the same commands; refused ones stay refused, with their reason.
   * Importing the same export again changes nothing. Throws UnsentFileError, and then nothing was imported.
   */
  async importUnsent(text: string, passphrase?: string): Promise<ImportResult> {
    return (await import('./unsent/transfer.ts')).importText(text, passphrase, this.#parts);
  }

  /** The refused command and the refused ones that depend on it, in order. */
  #family(
    id: string,
    isMember: (entry: OutboxCommand) => boolean = ({ state }) => state === 'refused',
  ): OutboxCommand[] {
    const refused = this.#parts.context.journal.commands.sorted().filter(isMember);
    const members = new Set([id]);
    for (const entry of refused) if (entry.depends_on.some((needed) => members.has(needed))) members.add(entry.id);
    const family = refused
      .filter((entry) => members.has(entry.id))
      .map((entry) => inCurrentSchema(entry, this.#parts.context.steps));
    if (family[0]?.id !== id) throw new Problem('not_found', 'There is no refused change with this id.');
    return family;
  }

  /** Only the server can check a photo's file. */
  async #checked(command: Command): Promise<Draft | null> {
    return resourceOf(command.kind).hasFile ? { command, shows: {} } : await this.#parts.mutator.check(command);
  }

  async #revised(command: Command, set: JsonObject | undefined): Promise<{ command: Command; seal?: string }> {
    const record = await this.#parts.context.replica.record(command.id);
    if (command.op === 'remove') {
      const precondition = record && { base_rev: record.expectedRev, seen: seenOf(record.body) };
      return { command: { ...command, ...precondition } };
    }
    if (!set) return { command };
    if (command.op === 'act') return { command: { ...command, args: { ...command.args, ...set } } };
    if (command.op === 'patch') {
      // The user who corrects a value sees the current one.
      const seen = Object.fromEntries(Object.keys(set).map((field) => [field, record?.body[field] ?? null]));
      return { command: { ...command, set: { ...command.set, ...set }, was: { ...command.was, ...seen } } };
    }
    const whole = { ...command, set: { ...command.set, ...set } };
    if (!resourceOf(command.kind).sealed) return { command: whole };
    const again = sealed(whole.set, this.#parts.context.journal.state.chain_head);
    return { command: { ...whole, set: again.set }, seal: again.seal };
  }

  async #items({ commands }: JournalView): Promise<readonly OutboxItem[]> {
    const oldestFirst = commands.sorted();
    const sending = this.#parts.sending.ids$.value;
    const rows = await this.#parts.records.byIds([...new Set(oldestFirst.map((entry) => entry.command.id))]);
    return oldestFirst.map((made): OutboxItem => {
      const entry = inCurrentSchema(made, this.#parts.context.steps);
      const { command } = entry;
      const mine = 'set' in command ? command.set : command.op === 'act' ? command.args : {};
      const body = rows.get(command.id)?.body ?? {};
      return Object.freeze({
        id: entry.id,
        state: entry.state,
        isSending: sending.has(entry.id),
        kind: command.kind,
        record_id: command.id,
        op: command.op,
        action: command.op === 'act' ? command.action : null,
        at: entry.made_at,
        mine,
        was: (command.op === 'patch' ? command.was : undefined) ?? {},
        theirs: Object.fromEntries(
          Object.keys(mine)
            .filter((field) => Object.hasOwn(body, field))
            .map((field) => [field, body[field]]),
        ),
        depends_on: entry.depends_on,
        reason: refusalOf(entry),
      });
    });
  }
}

/** For commands that depend on a corrected creation: a removal drops its precondition, whose digest no longer matches. */
function afterCorrection({ command, shows, author }: OutboxCommand): Draft {
  if (command.op !== 'remove') return { command, shows, author };
  const { seen: _, ...removal } = command;
  return { command: removal, shows, author };
}
