/** The commands of the outbox in memory: by id, by record, and counted. Immutable; a change costs the same however many there are. */
import { sameJson } from '../../shared/crypto/canonical.ts';
import { BucketMap } from './bucket-map.ts';
import { isUnanswered, type OutboxCommand } from './outbox-command.ts';

const none: readonly OutboxCommand[] = Object.freeze([]);

export class Commands {
  static readonly empty = new Commands(BucketMap.empty(), BucketMap.empty(), { waiting: 0, refused: 0, enqueued: 0 });
  readonly #byId: BucketMap<OutboxCommand>;
  readonly #byRecord: BucketMap<readonly OutboxCommand[]>;
  /** Not answered yet. */
  readonly waiting: number;
  readonly refused: number;
  /** Counts every command that began to wait. */
  readonly enqueued: number;

  private constructor(
    byId: BucketMap<OutboxCommand>,
    byRecord: BucketMap<readonly OutboxCommand[]>,
    { waiting, refused, enqueued }: Pick<Commands, 'waiting' | 'refused' | 'enqueued'>,
  ) {
    this.#byId = byId;
    this.#byRecord = byRecord;
    this.waiting = waiting;
    this.refused = refused;
    this.enqueued = enqueued;
  }

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): OutboxCommand | undefined {
    return this.#byId.get(id);
  }

  /** Those of one record, oldest first. */
  of(recordId: string): readonly OutboxCommand[] {
    return this.#byRecord.get(recordId) ?? none;
  }

  /** In no particular order. */
  values(): Iterable<OutboxCommand> {
    return this.#byId.values();
  }

  /** Oldest first. */
  sorted(): OutboxCommand[] {
    return [...this.values()].toSorted(byAge);
  }

  with(put: readonly OutboxCommand[], remove: readonly string[] = []): Commands {
    const byId = new Map<string, OutboxCommand | undefined>(remove.map((id) => [id, undefined]));
    for (const entry of put) byId.set(entry.id, entry);
    const counts = { waiting: this.waiting, refused: this.refused, enqueued: this.enqueued };
    /** By record, each of them once: one record may have thousands. */
    const changes = new Map<string, Map<string, OutboxCommand | undefined>>();
    for (const [id, after] of byId) {
      const before = this.get(id);
      counts.waiting += one(after, isUnanswered) - one(before, isUnanswered);
      counts.refused += one(after, isRefused) - one(before, isRefused);
      if (after && isUnanswered(after) && !(before && isUnanswered(before))) counts.enqueued++;
      const recordId = (after ?? before)?.command.id;
      if (recordId === undefined) continue;
      const own = changes.get(recordId) ?? new Map<string, OutboxCommand | undefined>();
      changes.set(recordId, own.set(id, after));
    }
    const byRecord = new Map<string, readonly OutboxCommand[] | undefined>();
    for (const [recordId, own] of changes) {
      const left = this.of(recordId).filter(({ id }) => !own.has(id));
      const all = merged(
        left,
        [...own.values()].filter((entry) => entry !== undefined),
      );
      byRecord.set(recordId, all.length > 0 ? all : undefined);
    }
    return new Commands(this.#byId.with(byId), this.#byRecord.with(byRecord), counts);
  }

  /** The commands that another tab has stored. */
  replaced(stored: readonly OutboxCommand[]): Commands {
    const ids = new Set(stored.map(({ id }) => id));
    const gone = [...this.values()].map(({ id }) => id).filter((id) => !ids.has(id));
    return this.with(
      stored.filter((entry) => !isSame(entry, this.get(entry.id))),
      gone,
    );
  }

  /** Ids of the records whose commands differ from those of another version. */
  recordsThatDiffer(other: Commands): string[] {
    return this.#byRecord.keysThatDiffer(other.#byRecord);
  }
}

/** Only its answer ever changes, and what it shows. */
function isSame({ state, result, shows }: OutboxCommand, known: OutboxCommand | undefined): boolean {
  return known?.state === state && known.result?.seq === result?.seq && sameJson(known.shows, shows);
}

function one(entry: OutboxCommand | undefined, isCounted: (entry: OutboxCommand) => boolean): number {
  return entry && isCounted(entry) ? 1 : 0;
}

function isRefused({ state }: OutboxCommand): boolean {
  return state === 'refused';
}

/** Oldest first; those that are added are mostly the newest. */
function merged(entries: readonly OutboxCommand[], added: readonly OutboxCommand[]): readonly OutboxCommand[] {
  const all = [...entries, ...added];
  return all.every(({ id }, i) => i === 0 || (all[i - 1]?.id ?? '') < id) ? all : all.toSorted(byAge);
}

export function byAge({ id: a }: OutboxCommand, { id: b }: OutboxCommand): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
