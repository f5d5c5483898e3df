/**
 * Follower: brings the search index up to what was written meanwhile (contract, Search and reference lists, SR10 and SR12), not at each
 * change: what changes often is indexed once, when it has come to rest, so that no push waits for it. A search that comes earlier does it
 * itself.
 */
import type { Log } from '../base/log.ts';
import { followFeed, organisationsBehind } from '../store/search/search-index.ts';
import type { Store } from '../store/store.ts';
import { openPollLoop } from './poll-loop.ts';

/** A feed that never rests is indexed all the same. */
const mostRounds = 10;

export interface SearchFollower {
  /** Resolves with the number of organisations whose index was brought up. */
  run(): Promise<number>;
  close(): Promise<void>;
}

/** How far the feed had come in the round before, and for how many rounds it has been on the move. */
interface Moving {
  readonly seq: number;
  readonly rounds: number;
}

export interface SearchFollowerOptions {
  readonly store: Store;
  readonly log: Log;
  readonly everyMs?: number;
}

export function openSearchFollower({ store, log, everyMs = 1_000 }: SearchFollowerOptions): SearchFollower {
  let movingById: ReadonlyMap<string, Moving> = new Map();

  /** What failed in the round before: it is told once. */
  let told = '';

  async function round(isClosed: () => boolean): Promise<number> {
    const still = new Map<string, Moving>();
    const failures: unknown[] = [];
    let followed = 0;
    for (const { org_id: organisation, seq } of await organisationsBehind(store.db)) {
      const before = movingById.get(organisation) ?? { seq: -1, rounds: 0 };
      if (before.seq !== seq && before.rounds < mostRounds) still.set(organisation, { seq, rounds: before.rounds + 1 });
      else if (!isClosed())
        try {
          await followFeed(store, organisation, isClosed);
          followed++;
        } catch (error) {
          failures.push(error);
        }
    }
    movingById = still;
    const failed = failures.map(String).join('; ');
    if (failed !== '' && failed !== told) log.error({ err: failures[0] }, 'the search index could not follow');
    told = failed;
    return followed;
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the search index could not follow'),
  });
}
