/**
 * What the server said of the commands of one push stands in one row of the journal, beside the commands, which stay as they were
 * stored. An answer counts under the name and in the history in which it was given: an earlier app, which knows nothing of these rows,
 * may have numbered the commands anew meanwhile, or queued some again. A command whose answer does not count is sent again: under its
 * number it gets the same answer, under another one it is judged anew.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { MutationResult } from '../../shared/sync/sync.ts';
import type { JournalView } from './journal.ts';
import type { ReplicaMetadata } from './replica-metadata.ts';
import { isUnsettled, type OutboxCommand } from './outbox-command.ts';

/** Behind the keys of files, and before those that an earlier app reads. */
export const answersPrefix = 'carried-';

/** One row. */
interface Given {
  readonly client_id: string;
  readonly epoch: string | null;
  /** By the ids of the commands. */
  readonly results: Readonly<Record<string, MutationResult>>;
}

/** What a change of the commands comes to here. */
export interface AnswersAfter {
  readonly answers: Answers;
  readonly put: ReadonlyMap<string, JsonObject>;
  readonly drop: readonly string[];
}

/** Never changes itself. */
export class Answers {
  readonly #rowByKey: ReadonlyMap<string, Given>;

  private constructor(rowByKey: ReadonlyMap<string, Given>) {
    this.#rowByKey = rowByKey;
  }

  /** Out of the rows of a journal, by their keys. */
  static among(rows: ReadonlyMap<string, unknown>): Answers {
    const mine = [...rows].filter(([key]) => key.startsWith(answersPrefix));
    return new Answers(new Map(mine as [string, Given][])); // `after` wrote them, and nothing else does
  }

  /** The commands, with the answers that count. */
  join(commands: readonly OutboxCommand[], { client_id, epoch }: ReplicaMetadata): readonly OutboxCommand[] {
    const rows = [...this.#rowByKey.values()].filter((row) => row.client_id === client_id && row.epoch === epoch);
    const resultById = new Map(rows.flatMap(({ results }) => Object.entries(results)));
    return commands.map((entry) => {
      const result = resultById.get(String(entry.id));
      return result && isUnsettled(entry) ? { ...entry, state: 'acked', result } : entry;
    });
  }

  /**
   * `answered` get a row; of commands that are stored anew or removed, no answer stays. What counted goes on to count in the history
   * that the replica goes over to under the same name: whatever the server has forgotten is among `gone`.
   */
  after(
    before: JournalView,
    next: ReplicaMetadata,
    gone: ReadonlySet<number>,
    answered: readonly OutboxCommand[],
  ): AnswersAfter {
    const put = new Map<string, Given>();
    const drop: string[] = [];
    const { client_id, epoch } = next;
    const isElsewhere = epoch !== before.state.epoch && client_id === before.state.client_id;
    if (this.#rowByKey.size > 0 && (gone.size > 0 || isElsewhere || before.commands.length === 0)) {
      const kept = new Set(before.commands.map(({ id }) => id).filter((id) => !gone.has(id)));
      for (const [key, row] of this.#rowByKey) {
        const all = Object.entries(row.results);
        const left = all.filter(([id]) => kept.has(Number(id)));
        const moves = isElsewhere && row.client_id === client_id && row.epoch === before.state.epoch;
        if (left.length === 0) drop.push(key);
        else if (moves || left.length < all.length)
          put.set(key, { ...row, ...(moves ? { epoch } : {}), results: Object.fromEntries(left) });
      }
    }
    const [first] = answered;
    if (first) {
      const results = Object.fromEntries(answered.flatMap(({ id, result }) => (result ? [[id, result]] : [])));
      put.set(keyOf(first.id), { client_id, epoch, results });
    }
    if (put.size === 0 && drop.length === 0) return { answers: this, put: new Map(), drop };
    const rows = new Map([...this.#rowByKey, ...put]);
    for (const key of drop) if (!put.has(key)) rows.delete(key);
    return {
      answers: new Answers(rows),
      put: put as ReadonlyMap<string, object> as ReadonlyMap<string, JsonObject>, // JSON through and through
      drop: drop.filter((key) => !put.has(key)),
    };
  }
}

function keyOf(firstId: number): string {
  return `${answersPrefix}${String(firstId).padStart(12, '0')}`;
}
