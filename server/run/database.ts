/** Opens the store, brings its records up to date, and prepares what every commit needs. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedSteps } from '../../shared/upgrade/steps.ts';
import type { KeyRing } from '../auth/keys.ts';
import type { WatchedClock } from '../base/clock.ts';
import { openCommitSignal, type CommitSignal } from '../base/commit-signal.ts';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { openIds } from '../base/ids.ts';
import type { CommitContext } from '../commit/commit.ts';
import { upgradeRecords } from '../commit/upgrade-records.ts';
import { countEndlessTokens } from '../store/access/tokens.ts';
import { useDataFolder } from '../store/data-folder.ts';
import { readClocks } from '../store/records/feed.ts';
import { openStore } from '../store/store.ts';
import { firstStart } from './first-start.ts';
import { compareClock } from './clock-at-start.ts';
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
    log,
  }: Pick<Outside, 'random' | 'onStatement' | 'steps' | 'log'> & { readonly clock: WatchedClock },
  opened: AsyncDisposableStack,
): Promise<Database> {
  const { dataDir, databaseUrl, feedPollMs: pollMs } = config;
  await mkdir(dataDir, { recursive: true });
  await warnOfReaders(dataDir, log);
  opened.use(await useDataFolder(dataDir));
  const file = join(dataDir, 'sitefile.db');
  const store = opened.use(await openStore({ url: databaseUrl, file, clock, ...(onStatement ? { onStatement } : {}) }));
  const keys = await openKeyRing(config, store);
  clock.accept((await readClocks(store.db))?.clock_accepted ?? 0);
  const { now } = clock;
  await compareClock(store, now());
  const commitSignal = openCommitSignal();
  const newId = openIds(now, random);
  const peers = opened.use(openPeerNotify({ store, databaseUrl, name: newId(), wake: commitSignal, pollMs }));
  const wake = (organisationId: string): void => {
    commitSignal.ring(organisationId);
    peers.tell(organisationId);
  };
  const { recordBytesByOrganisation: maxRecordBytes } = config;
  const commitContext: CommitContext = { store, now, newId, wake, steps, maxRecordBytes };
  await upgradeRecords(store, steps, now);
  const newAdminToken = await firstStart(commitContext, config, random);
  const endless = (await countEndlessTokens(store.db))?.count ?? 0;
  if (endless > 0) log.warn({ tokens: endless }, 'active tokens that never expire; doctor names them');
  return { commitContext, commitSignal, keys, newAdminToken };
}

/** New folders and files are for this user alone (main.ts); an older folder may not be. Windows has no such rights. */
async function warnOfReaders(folder: string, log: Log): Promise<void> {
  const rights = (await stat(folder)).mode & 0o777;
  if (process.platform !== 'win32' && (rights & 0o077) !== 0)
    log.warn(
      { folder, rights: rights.toString(8) },
      'other users of this machine can reach DATA_DIR: run chmod -R go= on it',
    );
}
