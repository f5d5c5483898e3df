/**
 * Follower: deletes what the server keeps only for a while (base/retention.ts), at start and once an hour, in bounded batches. How far
 * tombstones are gone is stored, so that a device that was away longer takes a fresh snapshot (contract, Sync).
 */
import { retentionOf } from '../base/retention.ts';
import type { Log } from '../base/log.ts';
import type { CommitContext } from '../commit/commit.ts';
import { deleteOldCommands } from '../store/devices/commands.ts';
import { deleteOldMails } from '../store/queues/mails.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { sweepTombstones } from '../store/records/tombstones.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const everyMs = 3_600_000;
const rowsAtOnce = 500;

export function openRetentionFollower({
  commitContext,
  log,
}: {
  readonly commitContext: CommitContext;
  readonly log: Log;
}): PollLoop {
  const { store, now } = commitContext;
  const before = (name: 'tombstones' | 'mails'): string => new Date(now() - retentionOf(name)).toISOString();
  const commandsBefore = (): number => now() - retentionOf('commands');
  /** Each deletes up to `rowsAtOnce` rows of an organisation. */
  const sweeps: readonly ((orgId: string) => Promise<number>)[] = [
    // Under the organisation's lock: no device may read a cursor between the removal and the note about it.
    (orgId) => store.write(orgId, now, ({ trx }) => sweepTombstones(trx, orgId, before('tombstones'), rowsAtOnce)),
    (orgId) => store.transaction((trx) => deleteOldMails(trx, orgId, before('mails'), rowsAtOnce)),
    (orgId) => store.transaction((trx) => deleteOldCommands(trx, orgId, commandsBefore(), rowsAtOnce)),
  ];

  async function round(isClosed: () => boolean): Promise<number> {
    let swept = 0;
    for (const { org_id: orgId } of await listOrganisations(store.db))
      for (const sweep of sweeps)
        for (let some = rowsAtOnce; some >= rowsAtOnce && !isClosed();) {
          some = await sweep(orgId);
          swept += some;
        }
    return swept;
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the sweep of expired rows failed'),
  });
}
