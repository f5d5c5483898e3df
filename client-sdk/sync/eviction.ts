/** Evicts records beyond the limits of `keep`, and fetches them again when the limits are raised (client-sdk/sync/eviction-plan.ts). */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { Mutator, MutatorContext } from '../write/mutator.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { correctedNow } from '../base/clock.ts';
import type { Keep } from '../base/options.ts';
import { RetentionPins } from '../view/retention-pins.ts';
import { evictionPlan, isWider, limitsOf } from './eviction-plan.ts';
import type { Records } from '../disk/records.ts';

export class Eviction {
  readonly #limits: ReturnType<typeof limitsOf> | null;
  readonly #pins: RetentionPins | null;
  readonly #context: MutatorContext;
  readonly #records: Records;
  readonly #mutator: Mutator;

  constructor(keep: Keep | undefined, context: MutatorContext, records: Records, mutator: Mutator) {
    this.#limits = keep ? limitsOf(keep) : null;
    this.#pins = keep?.maxRows ? new RetentionPins(context.journal) : null;
    this.#context = context;
    this.#records = records;
    this.#mutator = mutator;
  }

  /** If the limits were raised since the last run, the next sync fetches everything again. */
  async refetchIfWider(): Promise<void> {
    const { journal } = this.#context;
    if (isWider(this.#limits, journal.state.kept))
      await journal.change(({ state }) => ({ state: freshSnapshot(state) }));
  }

  /** Number of rows that were dropped, none while the time is not sure; null = the next sync has to fetch everything again first. */
  async run(): Promise<number | null> {
    const { journal, clock } = this.#context;
    const limits = this.#limits;
    const { sweeping, resets } = journal.state;
    if (!limits || sweeping || Object.keys(resets).length > 0 || clock.confidence() !== 'server_synced') return 0;
    // No change may be queued meanwhile that builds on a row about to go.
    return this.#mutator.exclusively(async () => {
      const now = correctedNow(clock);
      const rows = await this.#records.all();
      const pins = this.#pins?.collect(rows, now) ?? {};
      const evictedBefore = journal.state.kept?.left_out ?? [];
      const { drop, leftOut, isPatchy } = evictionPlan(
        rows,
        [...journal.commands.values()],
        limits,
        evictedBefore,
        now,
        pins,
      );
      const isLimited = !isPatchy && (drop.length > 0 || journal.state.kept !== null);
      const kept = isLimited ? { kept: { ...limits, left_out: leftOut } } : {};
      // Noted before the rows go, so that a crash in between never leaves a replica that passes for complete.
      if (isLimited || isPatchy || !sameJson(pins, journal.state.retention_pins))
        await journal.change(({ state }) => ({
          state: { retention_pins: pins, ...kept, ...(isPatchy ? freshSnapshot(state) : {}) },
        }));
      this.#pins?.stored();
      if (isPatchy) return null;
      if (drop.length > 0) await this.#records.drop(drop);
      return drop.length;
    });
  }
}

/** The next sync fetches everything again. */
function freshSnapshot({ generation }: ReplicaMetadata): Partial<ReplicaMetadata> {
  return { cursor: null, generation: generation + 1, sweeping: true, resets: {}, kept: null };
}
