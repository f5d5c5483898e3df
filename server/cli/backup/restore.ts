/** `restore <folder>`: checks a backup, puts it into an empty place, and notes that in the audit log. */
import { mkdir } from 'node:fs/promises';
import { readConfig, type Config } from '../../base/config.ts';
import { endRestore, isRestoreUnfinished } from '../../base/unfinished-restore.ts';
import { auditChange } from '../../commit/audit.ts';
import { isHeld, isOccupied } from '../../store/backup/load.ts';
import { listOrganisations, skipSequence } from '../../store/records/feed.ts';
import { openStore } from '../../store/store.ts';
import { operator } from '../../commit/operator.ts';
import type { Options, Terminal } from '../terminal.ts';
import { checkedManifest, type Manifest } from './manifest.ts';
import { placeBackup, placeOf, requireKey } from './place.ts';

/** More changes than a server writes between a backup and its loss; little enough that a sequence still fits in 32 bits. */
const lostAtMost = 10_000_000;

export async function restore(terminal: Terminal, options: Options, folder: string) {
  const config = readConfig(terminal.environment);
  const { complain } = terminal;
  await requireFreePlace(config, options['destroy-present-data'] !== undefined);
  const manifest = await checkedManifest(folder, complain);
  if (options['without-key'] === undefined) await requireKey(folder, manifest, config);
  complain(`restoring into ${config.dataDir}${config.databaseUrl ? ' and the database of DATABASE_URL' : ''}`);
  await placeBackup(folder, manifest, config);
  await noteRestore(terminal, config, manifest);
  await endRestore(config.dataDir);
  complain(
    `restored as of ${manifest.made_at}. Tokens revoked and users deactivated since are active again: look through them first. ` +
      'Devices give back what they still hold when they synchronise.',
  );
  const { made_at, organisations, files, missing } = manifest;
  return { restored: made_at, organisations: organisations.length, files: files.length, missing: missing.length };
}

async function requireFreePlace(config: Config, mayDestroy: boolean): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const place = placeOf(config);
  if (!(await isOccupied(place))) return;
  const name = config.databaseUrl ? 'the database of DATABASE_URL' : place.file;
  if (await isHeld(place)) throw new Error(`a server or a command has ${name} open: stop it first`);
  if (!mayDestroy && !(await isRestoreUnfinished(config.dataDir)))
    throw new Error(
      `${name} is not empty: --destroy-present-data deletes it with all its records, photos and exports, and puts the backup in its place`,
    );
}

/** The history after a restore is another one than before, and uses none of the sequence numbers that were lost. */
async function noteRestore({ now }: Terminal, config: Config, { made_at }: Manifest): Promise<void> {
  await using store = await openStore(placeOf(config));
  for (const { org_id: id, seq, head } of await listOrganisations(store.db)) {
    await store.transaction((trx) => skipSequence(trx, id, lostAtMost));
    await store.write(id, now, (tx) =>
      auditChange(
        tx,
        { ...operator, requestId: `restore-of-${made_at}` },
        {
          op: 'act',
          action: 'restore',
          kind: 'organisation',
          id,
          state: { backup_made_at: made_at, seq, head },
        },
      ),
    );
  }
}
