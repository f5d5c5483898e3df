/**
 * Follower: takes away tombstones that every device has had 400 days to read, and remembers how far, so that a device which was away
 * longer takes the project afresh (contract, Sync). At start and once an hour, a bounded piece of each organisation at a time.
 */
import type { CommitContext } from '../commit/commit.ts';
import type { Log } from '../base/log.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { sweepTombstones } from '../store/records/tombstones.ts';
import { openPollLoop } from './poll-loop.ts';

const everyMs = 3_600_000;
const keptMs = 400 * 86_400_000;
const rowsAtOnce = 500;

export interface TombstoneFollower {
  /** Sweeps everything that is due; resolves with the number of rows that went. */
  run(): Promise<number>;
  close(): Promise<void>;
}

export function openTombstoneFollower({
  commitContext,
  log,
}: {
  readonly commitContext: CommitContext;
  readonly log: Log;
}): TombstoneFollower {
  async function round(isClosed: () => boolean): Promise<number> {
    const { store, now } = commitContext;
    const before = new Date(now() - keptMs).toISOString();
    let swept = 0;
    for (const { org_id: orgId } of await listOrganisations(store.db)) {
      // Under the organisation's lock: no device can be told of a place between the tombstones and the note that they are gone.
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
