/** Opens the store, brings its records up to date, and prepares what every commit needs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import type { KeyRing } from '../auth/keys.ts';
import type { WatchedClock } from '../base/clock.ts';
import { requireFinishedRestore } from '../base/unfinished-restore.ts';
import { openCommitSignal, type CommitSignal } from '../base/commit-signal.ts';
import type { Config } from '../base/config.ts';
import { openIds } from '../base/ids.ts';
import type { CommitContext } from '../commit/commit.ts';
import { upgradeRecords } from '../commit/upgrade-records.ts';
import { readClocks } from '../store/records/feed.ts';
import { openStore } from '../store/store.ts';
import { firstStart } from './first-start.ts';
import { openKeyRing } from './key-ring.ts';
import type { Outside } from './outside.ts';
import { openPeerNotify } from './peer-notify.ts';

export interface Database {
  readonly commitContext: CommitContext;
  /** Rings for commits of this process and of its peers. */
  readonly commitSignal: CommitSignal;
  readonly keys: KeyRing;
  /** Made at the very first start, else null. */
  readonly newAdminToken: string | null;
}

export async function openDatabase(
  config: Config,
  {
    clock,
    random,
    onStatement,
    steps = releasedSteps,
  }: Pick<Outside, 'random' | 'onStatement' | 'steps'> & { readonly clock: WatchedClock },
  opened: AsyncDisposableStack,
): Promise<Database> {
  const { dataDir, databaseUrl, feedPollMs: pollMs } = config;
  await mkdir(dataDir, { recursive: true });
  await requireFinishedRestore(dataDir);
  const file = join(dataDir, 'sitefile.db');
  const store = opened.use(await openStore({ url: databaseUrl, file, clock, ...(onStatement ? { onStatement } : {}) }));
  const keys = await openKeyRing(config, store);
  clock.accept((await readClocks(store.db))?.clock_accepted ?? 0);
  const { now } = clock;
  const commitSignal = openCommitSignal();
  const newId = openIds(now, random);
  const peers = opened.use(openPeerNotify({ store, databaseUrl, name: newId(), wake: commitSignal, pollMs }));
  const wake = (organisationId: string): void => {
    commitSignal.ring(organisationId);
    peers.tell(organisationId);
  };
  const commitContext: CommitContext = { store, now, newId, wake, steps };
  await upgradeRecords(store, steps, now);
  const newAdminToken = await firstStart(commitContext, config, random);
  return { commitContext, commitSignal, keys, newAdminToken };
}
