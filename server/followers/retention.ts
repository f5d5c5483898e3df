/**
 * Follower: deletes what the server keeps only for a while (base/retention.ts), at start and once an hour, in bounded batches. How far
 * tombstones and events are gone is stored, so that a device that was away longer takes a fresh snapshot, and a poller is told.
 */
import type { Retention } from '../../shared/model/retention.ts';
import { retentionOf } from '../base/retention.ts';
import type { Log } from '../base/log.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import type { CommitContext } from '../commit/commit.ts';
import { deleteOldTokens, unbindEnded } from '../store/access/tokens.ts';
import { deleteOldCommands } from '../store/devices/commands.ts';
import type { Uploads } from '../store/devices/uploads.ts';
import { deleteOldMails } from '../store/queues/mails.ts';
import { deleteOldEvents } from '../store/records/events.ts';
import { isTimeDoubted, listOrganisations } from '../store/records/feed.ts';
import { sweepTombstones } from '../store/records/tombstones.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';
import {
  endConflicts,
  endExports,
  endMergedEdits,
  endProjectExports,
  endRenderings,
  endSentFiles,
} from './retention-of-files.ts';

const everyMs = 3_600_000;
const rowsAtOnce = 500;

export interface RetentionContext {
  readonly commitContext: CommitContext;
  readonly blobs: BlobStore;
  readonly uploads: Pick<Uploads, 'sweep'>;
  readonly log: Log;
}

export function openRetentionFollower({ commitContext, blobs, uploads, log }: RetentionContext): PollLoop {
  const { store, now } = commitContext;
  const beforeMs = (name: Retention): number => now() - retentionOf(name);
  const before = (name: Retention): string => new Date(beforeMs(name)).toISOString();
  /** Each deletes, or empties, up to `rowsAtOnce` rows of an organisation. */
  const sweeps: readonly ((orgId: string) => Promise<number>)[] = [
    // Under the organisation's lock: no device may read a cursor between the removal and the note about it.
    (orgId) => store.write(orgId, now, ({ trx }) => sweepTombstones(trx, orgId, before('tombstones'), rowsAtOnce)),
    (orgId) => store.write(orgId, now, ({ trx }) => deleteOldEvents(trx, orgId, beforeMs('events'), rowsAtOnce)),
    (orgId) => store.transaction((trx) => deleteOldMails(trx, orgId, before('mails'), rowsAtOnce)),
    (orgId) => store.transaction((trx) => deleteOldCommands(trx, orgId, beforeMs('commands'), rowsAtOnce)),
    (orgId) => store.transaction((trx) => unbindEnded(trx, orgId, new Date(now()).toISOString(), rowsAtOnce)),
    (orgId) => store.transaction((trx) => deleteOldTokens(trx, orgId, before('tokens'), rowsAtOnce)),
    (orgId) => endConflicts(commitContext, orgId, before('conflicts'), rowsAtOnce),
    (orgId) => endMergedEdits(commitContext, orgId, before('conflicts'), rowsAtOnce),
    (orgId) => endExports({ commitContext, blobs }, orgId, before('exports'), rowsAtOnce),
    (orgId) => endProjectExports({ commitContext, blobs }, orgId, before('exports'), rowsAtOnce),
    (orgId) => endRenderings({ commitContext, blobs }, orgId, before('renderings'), rowsAtOnce),
    (orgId) => endSentFiles({ commitContext, blobs }, orgId, before('sentFiles'), rowsAtOnce),
  ];

  async function round(isClosed: () => boolean): Promise<number> {
    if (await isTimeDoubted(store.db)) return 0;
    // First: on a full disk this may make the room that the rest needs.
    let swept = await uploads.sweep(beforeMs('uploads'));
    for (const { org_id: orgId } of await listOrganisations(store.db)) {
      swept += await blobs.sweep(orgId, beforeMs('halfWrittenFiles'));
      for (const sweep of sweeps)
        for (let some = rowsAtOnce; some >= rowsAtOnce && !isClosed();) {
          some = await sweep(orgId);
          swept += some;
        }
    }
    return swept;
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the sweep of expired rows failed'),
  });
}
