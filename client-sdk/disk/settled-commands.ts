/**
 * Commands whose effect has arrived, kept for a while: a server that was restored from a backup gets back from its devices what it lost.
 * They are journal rows, so that a command moves there in one write; their keys sort before those that the journal reads.
 */
import { findResource } from '../../shared/resources/index.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { madeAtMs } from '../../shared/sync/command-identity.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import type { FencedJournal } from './journal.ts';
import type { LateArrivals } from './replica-metadata.ts';
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
const usualWaitMs = 14 * dayMs;
/** Longer than any day of which a list asks what arrived. */
const lateForMs = 2 * dayMs;

/** After the effect of these commands arrived. @param nowMs server time, as in their ids */
export function lateArrivalsAfter(
  before: LateArrivals | null,
  arrived: readonly CommandIdentity[],
  nowMs: number,
): LateArrivals | null {
  const made = arrived.map(({ id }) => madeAtMs(id)).filter((ms) => ms < nowMs - usualWaitMs);
  if (made.length === 0) return before;
  const kept = before && nowMs - before.at_ms < lateForMs ? [before.made_ms] : [];
  return { made_ms: Math.min(...made, ...kept), at_ms: nowMs };
}

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

  /** All that may have arrived at `sinceMs` or later, and others, oldest first: their keys say when each was made. */
  async arrivedSince(sinceMs: number, late: LateArrivals | null): Promise<SettledCommand[]> {
    const usual = sinceMs - usualWaitMs;
    const madeMs = late && late.at_ms >= sinceMs ? Math.min(late.made_ms, usual) : usual;
    const rows = await this.#rows(settledKey(uuidv7(madeMs - 1, new Uint8Array(10))));
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
        const { command, arrived_at: arrivedAt } = value as unknown as Partial<SettledCommand>; // it may be damaged
        const { retention, urgency } = findResource(command?.kind ?? '') ?? {};
        const isEvidence = retention?.evidence === true || urgency?.rank === 0;
        const ageMs = nowMs - madeAtMs(key.slice(prefix.length));
        if (isEvidence || ageMs > evidenceDays * dayMs) return ageMs > evidenceDays * dayMs;
        const sinceArrivalMs = arrivedAt === undefined ? ageMs : nowMs - Date.parse(arrivedAt);
        return sinceArrivalMs > days * dayMs || i < excess;
      })
      .map(({ key }) => key);
  }

  /** Oldest first. */
  #rows(after: string = prefix): Promise<readonly JournalRow[]> {
    return this.#table.range({ after, below: `${prefix}~` });
  }
}
