/**
 * Commands whose effect has arrived, kept for a while: a server that was restored from a backup gets back from its devices what it lost.
 * They are journal rows, so that a command moves there in one write; their keys sort before those that the journal reads.
 */
import { findResource } from '../../shared/resources/index.ts';
import { madeAtMs } from '../../shared/sync/command-identity.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import type { FencedJournal } from './journal.ts';
import {
  isSound,
  settledKey,
  settledPrefix as prefix,
  type CommandIdentity,
  type SettledCommand,
} from './outbox-command.ts';

const days = 30;
/** Less than the server remembers them, so that none is offered that it has forgotten. */
const evidenceDays = 390;
const maxCount = 20_000;
const dayMs = 86_400_000;

export class SettledCommands {
  readonly #table: ReplicaDatabase['journal'];

  constructor(database: ReplicaDatabase) {
    this.#table = database.journal;
  }

  /** Keys of all their rows. */
  async keys(): Promise<string[]> {
    return (await this.#rows()).map(({ key }) => key);
  }

  /** Those among `ids` that are kept here. */
  async among(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#table.get(ids.map(settledKey));
    return rows.map(({ key }) => key.slice(prefix.length));
  }

  /** Those that were made under `id` or a later one, oldest first. */
  async from(id: string): Promise<SettledCommand[]> {
    const rows = await this.#rows(settledKey(id));
    return rows.map(({ value }) => value as unknown as SettledCommand); // as above
  }

  /** The damaged ones are left out. */
  async all(): Promise<SettledCommand[]> {
    const rows = await this.#rows();
    return rows.map(({ value }) => value as unknown as SettledCommand).filter(isSound); // only the journal writes them
  }

  /** Once a day, deletes those that are past their time, or beyond the limit. `nowMs` is the server's time, as in their ids. Throws StorageError. */
  async sweep(journal: FencedJournal, nowMs: number): Promise<void> {
    const { settled_swept_at: last } = journal.state;
    if (last !== null && Math.abs(nowMs - last) < dayMs) return;
    const drop = await this.#expired(nowMs);
    await journal.change(() => ({ state: { settled_swept_at: nowMs }, files: { drop } }));
  }

  /** Keys of those that are no longer needed. Evidence counts by its time alone. */
  async #expired(nowMs: number): Promise<string[]> {
    const rows = await this.#rows();
    const excess = rows.length - maxCount;
    return rows
      .filter(({ key, value }, i) => {
        const { command } = value as unknown as Partial<CommandIdentity>; // it may be damaged
        const { retention, urgency } = findResource(command?.kind ?? '') ?? {};
        const isEvidence = retention?.evidence === true || urgency?.rank === 0;
        const ageMs = nowMs - madeAtMs(key.slice(prefix.length));
        return ageMs > (isEvidence ? evidenceDays : days) * dayMs || (i < excess && !isEvidence);
      })
      .map(({ key }) => key);
  }

  /** Oldest first. */
  #rows(after: string = prefix): Promise<readonly JournalRow[]> {
    return this.#table.range({ after, below: `${prefix}~` });
  }
}
