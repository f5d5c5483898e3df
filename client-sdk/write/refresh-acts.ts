/**
 * Runs waiting acts again on what a sync brought: an act shows its effect on the record as it is now, not as it was when somebody acted.
 * The command itself never changes.
 */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';
import type { Mutator, MutatorContext } from './mutator.ts';

export class ActRefresher {
  readonly #context: MutatorContext;
  readonly #mutator: Mutator;
  /** By id of the act: place in the feed of the record that it was last run on. */
  readonly #ranOn = new Map<string, number>();

  constructor(context: MutatorContext, mutator: Mutator) {
    this.#context = context;
    this.#mutator = mutator;
  }

  /** Call after rows have changed. Throws StorageError. */
  async run(): Promise<void> {
    const acts = [...this.#context.journal.commands.values()].filter(isWaitingAct);
    if (acts.length === 0) return this.#ranOn.clear();
    await this.#mutator.exclusively(async () => {
      for (const act of acts) {
        const record = await this.#context.replica.record(act.command.id);
        if (!record || this.#ranOn.get(act.id) === record.seq) continue;
        const shows = await this.#effectOf(act);
        this.#ranOn.set(act.id, record.seq);
        await this.#context.journal.change(({ commands }) => {
          const current = commands.get(act.id);
          const isSame = !current || !isWaitingAct(current) || sameJson(current.shows, shows);
          return isSame ? {} : { put: [{ ...current, shows }] };
        });
      }
    });
  }

  /** Nothing if the rules refuse the act now: the server decides. */
  async #effectOf(act: OutboxCommand): Promise<JsonObject> {
    // The author's rights were checked when the act was made; those of the current user say nothing about it.
    const actor = act.author.actor && { ...act.author.actor, role: 'owner' as const };
    try {
      const replica = this.#context.replica.before(act.id);
      return (await this.#mutator.check(act.command, { replica, actor }))?.shows ?? {};
    } catch (error) {
      if (error instanceof Problem) return {};
      throw error;
    }
  }
}

function isWaitingAct(entry: OutboxCommand): boolean {
  return entry.command.op === 'act' && entry.state === 'queued';
}
