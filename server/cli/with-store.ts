/** Opens the configured store for a command that works on it directly, and closes it afterwards. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '../../shared/model/uuid.ts';
import type { CommitContext } from '../commit/commit.ts';
import { readConfig, type Config } from '../base/config.ts';
import { requireFinishedRestore } from '../base/unfinished-restore.ts';
import { exampleOrganisation } from '../base/example-organisation.ts';
import { useDataFolder } from '../store/data-folder.ts';
import { hasStore } from '../store/presence.ts';
import { listOrganisations } from '../store/records/feed.ts';
import { openStore } from '../store/store.ts';
import type { Terminal } from './terminal.ts';

export async function withStore<T>(
  { environment, now, random }: Terminal,
  work: (context: CommitContext) => Promise<T>,
  whereNone: 'begin one' | 'throw' = 'throw',
): Promise<T> {
  const config = readConfig(environment);
  if (whereNone === 'throw') await requireStore(config);
  else await mkdir(config.dataDir, { recursive: true });
  using _held = await useDataFolder(config.dataDir);
  await using store = await openStore({ url: config.databaseUrl, file: join(config.dataDir, 'sitefile.db') });
  return await work({ store, now, newId: () => uuidv7(now(), random(10)), wake: () => {} });
}

/** Throws where the settings lead to no store: a command that made one there would find nothing wrong with it. */
export async function requireStore(config: Config): Promise<void> {
  await requireFinishedRestore(config.dataDir);
  const missing = await missingStore(config);
  if (missing !== null) throw new Error(`${missing}. ${whereToLook}`);
}

export const whereToLook = 'Set DATA_DIR and DATABASE_URL as for the server; its first start begins a store.';

/** Says what is not there; null = nothing. */
export async function missingStore({ dataDir, databaseUrl: url }: Config): Promise<string | null> {
  if (!existsSync(dataDir)) return `there is no ${dataDir}`;
  const file = join(dataDir, 'sitefile.db');
  if (await hasStore({ url, file })) return null;
  return `there is no ${url === undefined ? file : 'store in the database of DATABASE_URL'}`;
}

/** The named organisation, or the only one beside the example. */
export async function chosenOrganisation({ store }: CommitContext, named: string | undefined): Promise<string> {
  const all = await listOrganisations(store.db);
  const found =
    named === undefined
      ? all.filter((each) => all.length === 1 || each.org_id !== exampleOrganisation)
      : all.filter((each) => each.org_id === named || each.name === named);
  const [only] = found;
  if (only && found.length === 1) return only.org_id;
  const choices = all.map((each) => `${each.org_id} (${each.name})`).join(', ');
  throw new Error(
    all.length === 0
      ? 'there is no organisation yet; start the server once, or run “org create”'
      : `choose one with --org: ${choices}`,
  );
}
