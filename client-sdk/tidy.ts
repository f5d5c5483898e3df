/** Cutting the replica down to what its limits say, and fetching again what wider limits want (client-sdk/purge.ts). */
import type { Author, Tools } from './author.ts';
import type { JournalChange } from './journal.ts';
import type { LocalState } from './local-state.ts';
import type { Keep } from './options.ts';
import { cutOf, isWider, limitsOf } from './purge.ts';
import type { Records } from './records.ts';

export interface Tidying {
  /** Looks whether the limits became wider since the last run; then the next exchange fetches everything again. */
  open(): Promise<void>;
  /** Rows that were dropped; null = the next exchange has to fetch everything again first. */
  purge(): Promise<number | null>;
}

export function tidying(keep: Keep | undefined, { journal, clock }: Tools, records: Records, author: Author): Tidying {
  const limits = keep ? limitsOf(keep) : null;
  return {
    open: async () => {
      if (isWider(limits, journal.state.kept)) await journal.change(({ state }) => fetchAgain(state));
    },
    purge: async () => {
      const { sweeping, resets } = journal.state;
      if (!limits || sweeping || Object.keys(resets).length > 0) return 0;
      // While nobody queues a change: what it would build on must not go under its feet.
      return author.alone(async () => {
        const before = journal.state.kept?.left_out ?? [];
        const now = clock.now() - (clock.offsetMs() ?? 0);
        const { drop, leftOut, isPatchy } = cutOf(await records.all(), journal.commands, limits, before, now);
        if (isPatchy) {
          await journal.change(({ state }) => fetchAgain(state));
          return null;
        }
        // First the word that something is missing, then the deed.
        const kept = { ...limits, left_out: leftOut };
        if (drop.length > 0 || journal.state.kept) await journal.change(() => ({ state: { kept } }));
        if (drop.length > 0) await records.drop(drop);
        return drop.length;
      });
    },
  };
}

function fetchAgain({ generation }: LocalState): JournalChange {
  return { state: { cursor: null, generation: generation + 1, sweeping: true, resets: {}, kept: null } };
}
