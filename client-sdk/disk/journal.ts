/**
 * Outbox and local state on disk, and beside them the files that wait, which are never read with them. Every change is one atomic write,
 * and is seen in memory only once it is stored.
 */
import { BehaviorSubject } from 'rxjs';
import type { JsonObject } from '../../shared/base/json.ts';
import { Answers, answersPrefix } from './answers.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import { freshState, type ReplicaMetadata } from './replica-metadata.ts';
import type { OutboxCommand } from './outbox-command.ts';
import { mutex } from '../base/mutex.ts';
import { SyncError } from '../base/sync-error.ts';
import { StaleWrite, writeRows, type Guard } from './table.ts';

export interface JournalView {
  readonly state: ReplicaMetadata;
  /** In the order of their numbers. */
  readonly commands: readonly OutboxCommand[];
}

/** Rows of files, by keys that stand before those of commands (client-sdk/disk/blobs.ts). */
export interface FileRows {
  readonly put?: ReadonlyMap<string, JsonObject>;
  readonly drop?: readonly string[];
}

export interface JournalChange {
  readonly state?: Partial<ReplicaMetadata>;
  readonly put?: readonly OutboxCommand[];
  /** Commands that the server took, with what it said: they stay as they are stored, and the answers stand beside them. */
  readonly answered?: readonly OutboxCommand[];
  readonly remove?: readonly number[];
  readonly files?: FileRows;
}

/** The journal as one exchange sees it: its writes count only while it is the present one. */
export interface ExchangeJournal {
  readonly state: ReplicaMetadata;
  readonly commands: readonly OutboxCommand[];
  change(work: (view: JournalView) => JournalChange): Promise<void>;
}

const commandPrefix = 'command-';
const stateKey = 'state';
const cleanAfter = 500;

export class Journal {
  readonly view$: BehaviorSubject<JournalView>;
  readonly #collection: ReplicaDatabase['journal'];
  readonly #isShared: boolean;
  readonly #inTurn = mutex();
  #answers: Answers;
  #removed = 0;

  private constructor(collection: ReplicaDatabase['journal'], view: JournalView, answers: Answers) {
    this.#collection = collection;
    this.#answers = answers;
    this.#isShared = collection.database.multiInstance;
    this.view$ = new BehaviorSubject(view);
    if (this.#isShared) collection.eventBulks$.subscribe(() => void this.refresh().catch(() => undefined));
  }

  static async open(database: ReplicaDatabase, newId: () => string): Promise<Journal> {
    const { journal } = database;
    const stored = await readRows(journal);
    // Members that an older version of the app did not write get their first values.
    const state = { ...freshState(newId), ...stored.state };
    const commands = stored.answers.join(stored.commands, state);
    const opened = new Journal(journal, { state, commands }, stored.answers);
    await journal.storageInstance.cleanup(0);
    // Another tab may have been first meanwhile. A key that is not stored could be another one at the next opening.
    if (stored.state?.client_key === undefined) await opened.change((view) => (view.state === state ? { state } : {}));
    return opened;
  }

  get state(): ReplicaMetadata {
    return this.view$.value.state;
  }

  get commands(): readonly OutboxCommand[] {
    return this.view$.value.commands;
  }

  /**
   * Works out a change from what stands, stores it, then shows it. Changes never interleave, those of other tabs neither: where one
   * came first, `work` is asked again with what stands then. Throws StorageError, and nothing is changed.
   */
  change(work: (view: JournalView) => JournalChange, term?: number): Promise<void> {
    return this.#inTurn(async () => {
      while (!(await this.#attempt(work, term))) await this.#reload();
    });
  }

  /** Takes the exchange over: from here on, one that began earlier, in whatever tab, can store nothing any more. */
  async takeOver(): Promise<ExchangeJournal & { readonly term: number }> {
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

  /** Looks whether another tab has written since. Throws where it has removed the replica. */
  async refresh(): Promise<void> {
    if (!this.#isShared) return;
    await this.#inTurn(async () => {
      const [found] = await this.#collection.storageInstance.findDocumentsById([stateKey], false);
      if ((found?.value['turn'] ?? 0) !== this.state.turn) await this.#reload();
    });
  }

  /** False where another tab came first. */
  async #attempt(work: (view: JournalView) => JournalChange, term: number | undefined): Promise<boolean> {
    const before = this.view$.value;
    if (term !== undefined && term !== before.state.term)
      throw new SyncError('taken_over', 'Another tab has taken over the exchange.');
    const { state, put = [], answered = [], remove = [], files } = work(before);
    if (!state && put.length === 0 && answered.length === 0 && remove.length === 0 && !files) return true;
    if (before.state.logged_out && state?.logged_out !== false) throw goneReplica();
    const { turn } = before.state;
    const next = { ...before.state, ...state, turn: this.#isShared ? turn + 1 : turn };
    const rows = new Map(put.map((entry) => [keyOf(entry.id), row(keyOf(entry.id), entry)]));
    const gone = new Set([...put.map(({ id }) => id), ...remove]);
    const answers = this.#answers.after(before, next, gone, answered);
    for (const [key, value] of [...(files?.put ?? []), ...answers.put]) rows.set(key, { key, value });
    const removals = [...remove.map(keyOf), ...(files?.drop ?? []), ...answers.drop];
    if (state && !this.#isShared) rows.set(stateKey, row(stateKey, next));
    const guard: Guard<JournalRow> = {
      row: row(stateKey, next),
      expected: (standing) => (standing?.value['turn'] ?? 0) === turn,
    };
    try {
      await writeRows(this.#collection, rows, removals, this.#isShared ? { guard } : {});
    } catch (error) {
      if (error instanceof StaleWrite) return false;
      throw error;
    }
    this.#answers = answers.answers;
    await this.#clean(remove.length + answers.drop.length);
    this.view$.next({ state: next, commands: changed(before.commands, [...put, ...answered], remove) });
    return true;
  }

  async #reload(): Promise<void> {
    const { state: stored, commands, answers } = await readRows(this.#collection);
    if (stored === undefined) throw goneReplica();
    const state = { ...this.state, ...stored };
    this.#answers = answers;
    this.view$.next({ state, commands: answers.join(commands, state) });
  }

  /** Now and then gives the space of removed commands back: RxDB keeps a tombstone of each. */
  async #clean(removed: number): Promise<void> {
    this.#removed += removed;
    if (this.#removed < cleanAfter) return;
    this.#removed = 0;
    // What is stored is stored, whether or not the space comes back now.
    await this.#collection.storageInstance.cleanup(0).catch(() => undefined);
  }

  /** Resolves when every change begun so far is stored. */
  async flush(): Promise<void> {
    await this.#inTurn(async () => undefined);
  }
}

function goneReplica(): SyncError {
  return new SyncError('stopped', 'Somebody has logged out, and the replica is removed from this device.');
}

interface Rows {
  readonly state: ReplicaMetadata | undefined;
  /** Without the answers that stand beside them. */
  readonly commands: readonly OutboxCommand[];
  readonly answers: Answers;
}

/** Straight from the storage, whatever this tab has heard of others' writes; in one reading, and without the files. */
async function readRows(collection: ReplicaDatabase['journal']): Promise<Rows> {
  const wanted = collection.find({ selector: { key: { $gte: answersPrefix } } });
  const { documents } = await collection.storageInstance.query(wanted.getPreparedQuery());
  const values = new Map(documents.map(({ key, value }) => [key, value as unknown]));
  // Rows are written by `change` above and by nothing else.
  const commands = [...values]
    .filter(([key]) => key.startsWith(commandPrefix))
    .map(([, value]) => value as OutboxCommand);
  const state = values.get(stateKey) as ReplicaMetadata | undefined;
  return { state, commands: inOrder(commands), answers: Answers.among(values) };
}

function keyOf(id: number): string {
  return `${commandPrefix}${String(id).padStart(12, '0')}`;
}

function row(key: string, value: ReplicaMetadata | OutboxCommand): JournalRow {
  return { key, value: value as unknown as JsonObject }; // both are JSON through and through
}

function changed(
  before: readonly OutboxCommand[],
  put: readonly OutboxCommand[],
  remove: readonly number[],
): readonly OutboxCommand[] {
  if (put.length === 0 && remove.length === 0) return before;
  const commandsById = new Map(before.map((entry) => [entry.id, entry]));
  for (const id of remove) commandsById.delete(id);
  for (const entry of put) commandsById.set(entry.id, entry);
  return inOrder([...commandsById.values()]);
}

function inOrder(commands: OutboxCommand[]): OutboxCommand[] {
  return commands.toSorted((a, b) => a.number - b.number || a.id - b.id);
}
