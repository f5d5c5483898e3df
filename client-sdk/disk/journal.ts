/**
 * The outbox, the replica's metadata and the waiting photo files on disk. Every change is one atomic write, and shows in memory only
 * after it is stored. Photo files are never read together with the rest.
 */
import { BehaviorSubject } from 'rxjs';
import type { JsonObject } from '../../shared/base/json.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import { newMetadata, type ReplicaMetadata } from './replica-metadata.ts';
import { Commands } from './commands.ts';
import { commandOfRow, identityOf, settledKey, type CommandIdentity, type OutboxCommand } from './outbox-command.ts';
import { PushAnswers } from './push-answers.ts';
import { mutex } from '../base/mutex.ts';
import { SyncError } from '../base/sync-error.ts';
import { StaleWriteError, type Guard } from '../base/tables.ts';

export interface JournalView {
  readonly state: ReplicaMetadata;
  readonly commands: Commands;
}

/** Rows of photo files; their keys sort before those of commands (client-sdk/disk/blobs.ts). */
export interface FileRows {
  readonly put?: ReadonlyMap<string, JsonObject>;
  readonly drop?: readonly string[];
}

export interface JournalChange {
  readonly state?: Partial<ReplicaMetadata>;
  readonly put?: readonly OutboxCommand[];
  /** Accepted commands with their results: the commands are not written again, only the answers (push-answers.ts). */
  readonly answered?: readonly OutboxCommand[];
  readonly remove?: readonly string[];
  /** Commands whose effect has arrived: they leave the outbox, and are kept for a while (settled-commands.ts). */
  readonly settled?: readonly OutboxCommand[];
  /** Server time at which the feed brought the effect of those. */
  readonly arrivedAt?: string;
  readonly files?: FileRows;
  /** The server sends it again if a power cut takes it. */
  readonly isRepeatable?: boolean;
}

/** The journal as one sync cycle sees it: once another cycle takes over, its writes are rejected. */
export interface FencedJournal {
  readonly state: ReplicaMetadata;
  readonly commands: Commands;
  change(work: (view: JournalView) => JournalChange): Promise<void>;
}

const commandPrefix = 'command-';
const stateKey = 'state';

export class Journal {
  readonly view$: BehaviorSubject<JournalView>;
  readonly #table: ReplicaDatabase['journal'];
  readonly #isShared: boolean;
  readonly #exclusive = mutex();
  #answers: PushAnswers;
  #device: string | undefined;

  private constructor({ journal, isShared }: ReplicaDatabase, view: JournalView, answers: PushAnswers) {
    this.#table = journal;
    this.#answers = answers;
    this.#isShared = isShared;
    this.view$ = new BehaviorSubject(view);
    if (isShared) journal.changes$.subscribe(() => void this.refresh().catch(() => undefined));
  }

  static async open(database: ReplicaDatabase, newId: () => string): Promise<Journal> {
    const stored = await readRows(database.journal);
    // Stored metadata may lack members that this version of the app has added.
    const state = { ...newMetadata(newId), ...stored.state };
    const opened = new Journal(database, { state, commands: Commands.empty.with(entriesOf(stored)) }, stored.answers);
    // Stored at once, so that the next opening has the same ids; unless another tab has stored its own in the meantime.
    if (!stored.state) await opened.change((view) => (view.state === state ? { state } : {}));
    return opened;
  }

  /** From here on, a replica that another tab has made in the place of this one counts as its removal. */
  bind(): void {
    this.#device = this.state.device_id;
  }

  get state(): ReplicaMetadata {
    return this.view$.value.state;
  }

  get commands(): Commands {
    return this.view$.value.commands;
  }

  /**
   * Computes a change from the current view, stores it, then shows it. Changes never interleave; where another tab wrote first, `work`
   * is called again with the newer view. Throws StorageError, and then nothing has changed.
   */
  change(work: (view: JournalView) => JournalChange, term?: number): Promise<void> {
    return this.#exclusive(async () => {
      while (!(await this.#attempt(work, term))) await this.#reload();
    });
  }

  /** Starts a new term: from here on, a sync cycle that began earlier, in any tab, can store nothing. */
  async takeOver(): Promise<FencedJournal & { readonly term: number }> {
    let term = 0;
    if (this.#isShared) await this.change(({ state }) => ({ state: { term: (term = state.term + 1) } }));
    const now = (): JournalView => this.view$.value;
    return {
      term,
      get state() {
        return now().state;
      },
      get commands() {
        return now().commands;
      },
      change: (work) => this.change(work, this.#isShared ? term : undefined),
    };
  }

  /** Reads again if another tab has written. Throws if it has removed the replica. */
  async refresh(): Promise<void> {
    if (!this.#isShared) return;
    await this.#exclusive(async () => {
      const [found] = await this.#table.get([stateKey]);
      if (versionOf(found) !== this.state.version) await this.#reload();
    });
  }

  /** False where another tab wrote first. */
  async #attempt(work: (view: JournalView) => JournalChange, term: number | undefined): Promise<boolean> {
    const before = this.view$.value;
    if (term !== undefined && term !== before.state.term)
      throw new SyncError('taken_over', 'Another tab has taken over the sync.');
    const change = work(before);
    const { put = [], answered = [], settled = [], files, isRepeatable } = change;
    const remove = [...(change.remove ?? []), ...settled.map(({ id }) => id)];
    if (!change.state && put.length === 0 && answered.length === 0 && remove.length === 0 && !files) return true;
    if (before.state.logged_out && change.state?.logged_out === undefined) throw replicaRemoved();
    const { version } = before.state;
    const next = { ...before.state, ...change.state, version: this.#isShared ? version + 1 : version };
    const rows = new Map(put.map((entry) => [keyOf(entry.id), row(keyOf(entry.id), entry)]));
    for (const entry of settled) {
      // What a restored server has again arrived when it did.
      const at = change.arrivedAt ?? entry.arrived_at;
      const arrived = at === undefined ? {} : { arrived_at: at, seq: entry.result?.seq ?? 0 };
      rows.set(settledKey(entry.id), row(settledKey(entry.id), { ...identityOf(entry), ...arrived }));
    }
    const { answers, ...answerRows } = this.#answers.after(new Set([...put.map(({ id }) => id), ...remove]), answered);
    for (const [key, value] of [...(files?.put ?? []), ...answerRows.put]) rows.set(key, { key, value });
    const removals = [...remove.map(keyOf), ...(files?.drop ?? []), ...answerRows.drop];
    if (change.state && !this.#isShared) rows.set(stateKey, row(stateKey, next));
    // Nor is what was delivered once; a file comes with an info row and its pieces, and an info row alone is an answer.
    const isNewWork =
      put.some(({ id, state }) => state !== 'again' && !before.commands.get(id)) || (files?.put?.size ?? 0) > 1;
    const guard: Guard<JournalRow> = {
      row: row(stateKey, next),
      expected: (stored) => versionOf(stored) === version,
    };
    try {
      await this.#table.write({
        put: [...rows.values()],
        remove: removals,
        purpose: isNewWork ? 'work' : isRepeatable ? 'page' : 'answer',
        guard: this.#isShared ? guard : undefined,
      });
    } catch (error) {
      if (error instanceof StaleWriteError) return false;
      throw error;
    }
    this.#answers = answers;
    this.view$.next({ state: next, commands: before.commands.with([...put, ...answered], remove) });
    return true;
  }

  async #reload(): Promise<void> {
    const stored = await readRows(this.#table);
    if (stored.state === undefined || (this.#device ?? stored.state.device_id) !== stored.state.device_id)
      throw replicaRemoved();
    this.#answers = stored.answers;
    this.view$.next({ state: { ...this.state, ...stored.state }, commands: this.commands.replaced(entriesOf(stored)) });
  }

  /** Resolves when every change begun so far is stored. */
  async flush(): Promise<void> {
    await this.#exclusive(async () => undefined);
  }
}

function replicaRemoved(): SyncError {
  return new SyncError('stopped', 'The user has logged out, and the replica was removed from this device.');
}

function versionOf(stored: JournalRow | undefined): unknown {
  return stored?.value['version'] ?? 0;
}

interface StoredRows {
  readonly state: ReplicaMetadata | undefined;
  /** Without their answers; those that the storage has damaged are set aside. */
  readonly commands: readonly OutboxCommand[];
  readonly answers: PushAnswers;
}

/** One query, without the photo files. */
async function readRows(table: ReplicaDatabase['journal']): Promise<StoredRows> {
  const rows = await table.range({ after: commandPrefix });
  const values = new Map(rows.map(({ key, value }) => [key, value as unknown]));
  // Only `change` above writes these rows.
  const commands = [...values]
    .filter(([key]) => key.startsWith(commandPrefix))
    .map(([key, value]) => commandOfRow(key.slice(commandPrefix.length), value as OutboxCommand));
  const state = values.get(stateKey) as ReplicaMetadata | undefined;
  return { state, commands, answers: PushAnswers.among(values) };
}

function entriesOf({ commands, answers }: StoredRows): readonly OutboxCommand[] {
  return answers.join(commands);
}

function keyOf(id: string): string {
  return `${commandPrefix}${id}`;
}

function row(key: string, value: ReplicaMetadata | CommandIdentity): JournalRow {
  return { key, value: value as unknown as JsonObject }; // all are JSON
}
