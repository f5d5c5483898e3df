/** Cutting the replica down to what its limits say, and fetching again what wider limits want (client-sdk/sync/eviction.ts). */
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { Mutator, Tools } from '../write/mutator.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { Keep } from '../base/options.ts';
import { OwnWork } from '../view/retention-pins.ts';
import { evictionPlan, isWider, limitsOf } from './eviction.ts';
import type { Records } from '../disk/records.ts';

export interface Eviction {
  /** Looks whether the limits became wider since the last run; then the next exchange fetches everything again. */
  open(): Promise<void>;
  /** Rows that were dropped; null = the next exchange has to fetch everything again first. */
  purge(): Promise<number | null>;
}

export function openEviction(
  keep: Keep | undefined,
  { journal, clock }: Tools,
  records: Records,
  author: Mutator,
): Eviction {
  const limits = keep ? limitsOf(keep) : null;
  const ownWork = limits?.max_rows ? new OwnWork(journal) : null;
  return {
    open: async () => {
      if (isWider(limits, journal.state.kept)) await journal.change(({ state }) => ({ state: freshSnapshot(state) }));
    },
    purge: async () => {
      const { sweeping, resets } = journal.state;
      if (!limits || sweeping || Object.keys(resets).length > 0) return 0;
      // While nobody queues a change: what it would build on must not go under its feet.
      return author.alone(async () => {
        const before = journal.state.kept?.left_out ?? [];
        const now = clock.now() - (clock.offsetMs() ?? 0);
        const rows = await records.all();
        const own = ownWork?.lately(rows, now) ?? {};
        const { drop, leftOut, isPatchy } = evictionPlan(rows, journal.commands, limits, before, now, own);
        // Of what is fetched again, the same is one's own.
        const isCut = !isPatchy && (drop.length > 0 || journal.state.kept !== null);
        const kept = isCut ? { kept: { ...limits, left_out: leftOut } } : {};
        // First the word that something is missing, then the deed.
        if (isCut || isPatchy || !sameJson(own, journal.state.own_work))
          await journal.change(({ state }) => ({
            state: { own_work: own, ...kept, ...(isPatchy ? freshSnapshot(state) : {}) },
          }));
        ownWork?.remembered();
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
