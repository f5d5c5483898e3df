/**
 * Follower: removes tombstones older than 400 days and records how far, so that a device that was away longer takes a fresh snapshot
 * (contract, Sync). At start and once an hour, in bounded batches.
 */
import type { CommitContext } from '../commit/commit.ts';
import type { Log } from '../base/log.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { sweepTombstones } from '../store/records/tombstones.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const everyMs = 3_600_000;
const keptMs = 400 * 86_400_000;
const rowsAtOnce = 500;

export function openTombstoneFollower({
  commitContext,
  log,
}: {
  readonly commitContext: CommitContext;
  readonly log: Log;
}): PollLoop {
  async function round(isClosed: () => boolean): Promise<number> {
    const { store, now } = commitContext;
    const before = new Date(now() - keptMs).toISOString();
    let swept = 0;
    for (const { org_id: orgId } of await listOrganisations(store.db)) {
      // Under the organisation's lock: no device may read a cursor between the removal and the note about it.
      for (let some = rowsAtOnce; some >= rowsAtOnce && !isClosed();) {
        some = await store.write(orgId, now, ({ trx }) => sweepTombstones(trx, orgId, before, rowsAtOnce));
        swept += some;
      }
    }
    return swept;
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the sweep of tombstones failed'),
  });
}
