/** Outbox and local state on disk. Every change of either is one atomic write, and is seen in memory only once it is stored. */
import { BehaviorSubject } from 'rxjs';
import type { JsonObject } from '../shared/json.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import { freshState, type LocalState } from './local-state.ts';
import type { OutboxCommand } from './outbox-command.ts';
import { inTurn } from './in-turn.ts';
import { writeRows } from './table.ts';

export interface JournalView {
  readonly state: LocalState;
  /** In the order of their numbers. */
  readonly commands: readonly OutboxCommand[];
}

export interface JournalChange {
  readonly state?: Partial<LocalState>;
  readonly put?: readonly OutboxCommand[];
  readonly remove?: readonly number[];
}

const stateKey = 'state';
const cleanAfter = 500;

export class Journal {
  readonly view$: BehaviorSubject<JournalView>;
  readonly #collection: ReplicaDatabase['journal'];
  readonly #inTurn = inTurn();
  #removed = 0;

  private constructor(collection: ReplicaDatabase['journal'], view: JournalView) {
    this.#collection = collection;
    this.view$ = new BehaviorSubject(view);
  }

  static async open(database: ReplicaDatabase, newId: () => string): Promise<Journal> {
    const { journal } = database;
    const rows = await journal.find().exec();
    // Rows are written by `change` below and by nothing else.
    const values = new Map(rows.map(({ _data: { key, value } }) => [key, value as unknown]));
    // Members that an older version of the app did not write get their first values.
    const state = { ...freshState(newId(), newId()), ...(values.get(stateKey) as LocalState | undefined) };
    values.delete(stateKey);
    const opened = new Journal(journal, { state, commands: inOrder([...values.values()] as OutboxCommand[]) });
    await journal.storageInstance.cleanup(0);
    if (rows.length === 0) await opened.change(() => ({ state }));
    return opened;
  }

  get state(): LocalState {
    return this.view$.value.state;
  }

  get commands(): readonly OutboxCommand[] {
    return this.view$.value.commands;
  }

  /** Works out a change from what stands, stores it, then shows it. Changes never interleave. */
  change(work: (view: JournalView) => JournalChange): Promise<void> {
    return this.#inTurn(async () => {
      const before = this.view$.value;
      const { state, put = [], remove = [] } = work(before);
      if (!state && put.length === 0 && remove.length === 0) return;
      const next = { ...before.state, ...state };
      const rows = new Map(put.map((entry) => [keyOf(entry.id), row(keyOf(entry.id), entry)]));
      if (state) rows.set(stateKey, row(stateKey, next));
      await writeRows(this.#collection, rows, remove.map(keyOf));
      await this.#clean(remove.length);
      this.view$.next({ state: next, commands: changed(before.commands, put, remove) });
    });
  }

  /** Now and then gives the space of removed commands back: RxDB keeps a tombstone of each. */
  async #clean(removed: number): Promise<void> {
    this.#removed += removed;
    if (this.#removed < cleanAfter) return;
    this.#removed = 0;
    await this.#collection.storageInstance.cleanup(0);
  }

  /** Resolves when every change begun so far is stored. */
  async flush(): Promise<void> {
    await this.#inTurn(async () => undefined);
  }
}

function keyOf(id: number): string {
  return `command-${String(id).padStart(12, '0')}`;
}

function row(key: string, value: LocalState | OutboxCommand): JournalRow {
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
