/**
 * The server's answers to pushes. Each push has one journal row beside its commands, which stay as they were stored, so that an answer
 * costs one write however many commands it covers.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';
import type { OutboxCommand } from './outbox-command.ts';

/** Sorts behind the files and the commands in the journal. */
const prefix = 'push-answer-';

type ResultsById = Readonly<Record<string, CommandResult>>;

/** The answers after a change, and the rows that store the difference. */
interface Changed {
  readonly answers: PushAnswers;
  readonly put: ReadonlyMap<string, JsonObject>;
  readonly drop: readonly string[];
}

/** Immutable. */
export class PushAnswers {
  readonly #resultsByKey: ReadonlyMap<string, ResultsById>;

  private constructor(resultsByKey: ReadonlyMap<string, ResultsById>) {
    this.#resultsByKey = resultsByKey;
  }

  /** From the rows of a journal, by key. */
  static among(rows: ReadonlyMap<string, unknown>): PushAnswers {
    const own = [...rows].filter(([key]) => key.startsWith(prefix));
    return new PushAnswers(new Map(own as [string, ResultsById][])); // only `after` writes them
  }

  join(commands: readonly OutboxCommand[]): readonly OutboxCommand[] {
    const resultById = new Map([...this.#resultsByKey.values()].flatMap((results) => Object.entries(results)));
    return commands.map((entry) => {
      const result = resultById.get(entry.id);
      return result && entry.state === 'queued' ? { ...entry, state: 'acked', result } : entry;
    });
  }

  /** Adds a row for the commands just `answered`, and drops the answers to commands that are `gone` or written again. */
  after(gone: ReadonlySet<string>, answered: readonly OutboxCommand[]): Changed {
    const put = new Map<string, ResultsById>();
    const drop: string[] = [];
    if (gone.size > 0)
      for (const [key, results] of this.#resultsByKey) {
        const all = Object.entries(results);
        const left = all.filter(([id]) => !gone.has(id));
        if (left.length === 0) drop.push(key);
        else if (left.length < all.length) put.set(key, Object.fromEntries(left));
      }
    const [first] = answered;
    if (first)
      put.set(
        keyOf(first.id),
        Object.fromEntries(answered.flatMap(({ id, result }) => (result ? [[id, result]] : []))),
      );
    if (put.size === 0 && drop.length === 0) return { answers: this, put: new Map(), drop };
    const rows = new Map([...this.#resultsByKey].filter(([key]) => !drop.includes(key)));
    for (const [key, results] of put) rows.set(key, results);
    return {
      answers: new PushAnswers(rows),
      put: put as ReadonlyMap<string, object> as ReadonlyMap<string, JsonObject>, // results are JSON
      drop: drop.filter((key) => !put.has(key)),
    };
  }
}

function keyOf(firstId: string): string {
  return `${prefix}${firstId}`;
}
