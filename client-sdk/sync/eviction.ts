/** Cutting the replica down to what its limits say, and fetching again what wider limits want (client-sdk/sync/eviction.ts). */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { Mutator, MutatorContext } from '../write/mutator.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { Keep } from '../base/options.ts';
import { RetentionPins } from '../view/retention-pins.ts';
import { evictionPlan, isWider, limitsOf } from './eviction-plan.ts';
import type { Records } from '../disk/records.ts';

export interface Eviction {
  /** Looks whether the limits became wider since the last run; then the next exchange fetches everything again. */
  refetchIfWider(): Promise<void>;
  /** Rows that were dropped; null = the next exchange has to fetch everything again first. */
  run(): Promise<number | null>;
}

export function openEviction(
  keep: Keep | undefined,
  { journal, clock }: MutatorContext,
  records: Records,
  mutator: Mutator,
): Eviction {
  const limits = keep ? limitsOf(keep) : null;
  const ownWork = limits?.max_rows ? new RetentionPins(journal) : null;
  return {
    refetchIfWider: async () => {
      if (isWider(limits, journal.state.kept)) await journal.change(({ state }) => ({ state: freshSnapshot(state) }));
    },
    run: async () => {
      const { sweeping, resets } = journal.state;
      if (!limits || sweeping || Object.keys(resets).length > 0) return 0;
      // While nobody queues a change: what it would build on must not go under its feet.
      return mutator.exclusively(async () => {
        const before = journal.state.kept?.left_out ?? [];
        const now = clock.now() - (clock.offsetMs() ?? 0);
        const rows = await records.all();
        const own = ownWork?.collect(rows, now) ?? {};
        const { drop, leftOut, isPatchy } = evictionPlan(rows, journal.commands, limits, before, now, own);
        // Of what is fetched again, the same is one's own.
        const isCut = !isPatchy && (drop.length > 0 || journal.state.kept !== null);
        const kept = isCut ? { kept: { ...limits, left_out: leftOut } } : {};
        // First the word that something is missing, then the deed.
        if (isCut || isPatchy || !sameJson(own, journal.state.retention_pins))
          await journal.change(({ state }) => ({
            state: { retention_pins: own, ...kept, ...(isPatchy ? freshSnapshot(state) : {}) },
          }));
        ownWork?.stored();
        if (isPatchy) return null;
        if (drop.length > 0) await records.drop(drop);
        return drop.length;
      });
    },
  };
}

/** The next exchange fetches everything again. */
function freshSnapshot({ generation }: ReplicaMetadata): Partial<ReplicaMetadata> {
  return { cursor: null, generation: generation + 1, sweeping: true, resets: {}, kept: null };
}
