/**
 * Follower: updates the search index (contract, Search, SR10 and SR12) once a feed is quiet, so that a record that changes often is
 * indexed once and no push waits. A search that comes earlier updates the index itself.
 */
import type { Log } from '../base/log.ts';
import { followFeed, organisationsBehind } from '../store/search/search-index.ts';
import type { Store } from '../store/store.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

/** A feed that is never quiet is indexed after this many rounds. */
const mostRounds = 10;

/** Position of the feed in the previous round, and for how many rounds it has moved. */
interface Moving {
  readonly seq: number;
  readonly rounds: number;
}

export interface SearchFollowerOptions {
  readonly store: Store;
  readonly log: Log;
  readonly everyMs?: number;
}

export function openSearchFollower({ store, log, everyMs = 1_000 }: SearchFollowerOptions): PollLoop {
  let movingById: ReadonlyMap<string, Moving> = new Map();

  /** Failures of the previous round: repeated ones are logged once. */
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
    if (failed !== '' && failed !== told) log.error({ err: failures[0] }, 'the search index could not be updated');
    told = failed;
    return followed;
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the search index could not be updated'),
  });
}
