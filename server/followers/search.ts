/**
 * Follower: brings the search index up to what was written meanwhile (contract, Search and reference lists, SR10), every other second and not at each change:
 * what changes often is then indexed once. A search that comes earlier does it itself.
 */
import type { Log } from '../log.ts';
import { followFeed, organisationsBehind } from '../store/search-index.ts';
import type { Store } from '../store/store.ts';
import { openRounds } from './rounds.ts';

const everyMs = 2_000;

export interface SearchFollower {
  /** Resolves with the number of organisations whose index was behind. */
  run(): Promise<number>;
  close(): Promise<void>;
}

export function openSearchFollower({ store, log }: { readonly store: Store; readonly log: Log }): SearchFollower {
  async function round(isClosed: () => boolean): Promise<number> {
    const behind = await organisationsBehind(store.db);
    for (const organisation of behind) if (!isClosed()) await followFeed(store, organisation);
    return behind.length;
  }

  return openRounds({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the search index could not follow'),
  });
}
