/** Starts everything that follows the commit log; disposed of in reverse order. */
import type { WatchedClock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { Renderer } from '../export/renderer.ts';
import { openCalendarFollower } from '../followers/calendar.ts';
import { openClockFollower, type ClockFollower } from '../followers/clock.ts';
import { openExportFollower } from '../followers/exports.ts';
import { openIntegrityFollower, type IntegrityFollower } from '../followers/integrity.ts';
import { openMirrors, type Mirrors } from '../followers/mirrors.ts';
import type { PollLoop } from '../followers/poll-loop.ts';
import { openStandingExports } from '../followers/standing-exports.ts';
import { openSearchFollower } from '../followers/search.ts';
import { openRetentionFollower } from '../followers/retention.ts';
import { openWebhooks, type Webhooks } from '../followers/webhooks.ts';
import type { Uploads } from '../store/devices/uploads.ts';
import type { Database } from './database.ts';
import type { Metrics } from './metrics.ts';
import type { Outside } from './outside.ts';

export interface Followers {
  readonly clock: ClockFollower;
  readonly exports: PollLoop;
  readonly standingExports: PollLoop;
  readonly calendar: PollLoop;
  readonly retention: PollLoop;
  readonly webhooks: Webhooks;
  readonly mirrors: Mirrors;
  readonly integrity: IntegrityFollower;
}

interface Around extends Pick<Outside, 'random' | 'log' | 'exportsByHand' | 'calendarByHand' | 'renderer'> {
  readonly clock: WatchedClock;
  readonly blobs: BlobStore;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
  readonly baseUrl: () => string;
  readonly exportBytesByOrganisation: number;
}

export async function openFollowers(
  config: Config,
  { commitContext, commitSignal: wake, keys }: Database,
  {
    blobs,
    uploads,
    metrics,
    clock,
    random,
    baseUrl,
    log,
    exportsByHand = false,
    calendarByHand = false,
    renderer: given,
    exportBytesByOrganisation,
  }: Around,
  opened: AsyncDisposableStack,
): Promise<Followers> {
  const { store, now, newId } = commitContext;
  const renderer = given ?? opened.use(new Renderer());
  const publicUrl = config.baseUrl;
  const pace = exportsByHand ? null : undefined;
  const exports = opened.adopt(
    openExportFollower({
      commitContext,
      blobs,
      renderer,
      exportBytesByOrganisation,
      publicUrl,
      wake,
      log,
      pollMs: pace,
    }),
    closed,
  );
  const standingExports = opened.adopt(
    openStandingExports({ commitContext, blobs, exportBytesByOrganisation, publicUrl, log, everyMs: pace }),
    closed,
  );
  const calendar = opened.adopt(
    openCalendarFollower({ commitContext, log, everyMs: calendarByHand ? null : undefined }),
    closed,
  );
  const retention = opened.adopt(openRetentionFollower({ commitContext, blobs, uploads, log }), closed);
  opened.adopt(openSearchFollower({ store, log }), closed);
  const webhooks = await openWebhooks({
    config,
    store,
    sealingKey: keys.sealing,
    now,
    random,
    wake,
    baseUrl,
    log,
    observe: metrics.attempt,
  });
  opened.adopt(webhooks, closed);
  const mirrors = openMirrors({
    config,
    store,
    blobs,
    sealingKey: keys.sealing,
    now,
    newId,
    random,
    wake,
    log,
    failed: metrics.mirrorFailed,
  });
  opened.adopt(mirrors, closed);
  const clocks = opened.adopt(openClockFollower({ store, clock, log }), closed);
  const integrity = opened.adopt(
    openIntegrityFollower({ store, blobs, now, newId, log, everyHours: config.integrityCheckHours }),
    closed,
  );
  return { clock: clocks, exports, standingExports, calendar, retention, webhooks, mirrors, integrity };
}

export function closed(part: { close(): Promise<void> }): Promise<void> {
  return part.close();
}
