/** Opens the configured store for a command that works on it directly, and closes it afterwards. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { CommitContext } from '../commit/commit.ts';
import { readConfig } from '../base/config.ts';
import { requireFinishedRestore } from '../base/unfinished-restore.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { openStore } from '../store/store.ts';
import type { Terminal } from './terminal.ts';

export async function withStore<T>(
  { environment, now, random }: Terminal,
  work: (context: CommitContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment);
  await mkdir(config.dataDir, { recursive: true });
  await requireFinishedRestore(config.dataDir);
  await using store = await openStore({ url: config.databaseUrl, file: join(config.dataDir, 'sitefile.db') });
  return await work({ store, now, newId: () => uuidv7(now(), random(10)), wake: () => {} });
}

/** The named organisation, or the only one. */
export async function chosenOrganisation({ store }: CommitContext, named: string | undefined): Promise<string> {
  const all = await listOrganisations(store.db);
  const found = named === undefined ? all : all.filter((each) => each.org_id === named || each.name === named);
  const [only] = found;
  if (only && found.length === 1) return only.org_id;
  const choices = all.map((each) => `${each.org_id} (${each.name})`).join(', ');
  throw new Error(
    all.length === 0
      ? 'there is no organisation yet; start the server once, or run “org create”'
      : `choose one with --org: ${choices}`,
  );
}
