/** `restore <folder>`: checks a backup, puts it into an empty place, and notes that in the audit log. */
import { mkdir } from 'node:fs/promises';
import { readConfig, type Config } from '../../base/config.ts';
import { endRestore, markOf, unfinishedRestore } from '../../base/unfinished-restore.ts';
import { auditChange } from '../../commit/audit.ts';
import { isHeld, isOccupied } from '../../store/backup/load.ts';
import { takeDataFolder } from '../../store/data-folder.ts';
import { beginHistory, listOrganisations } from '../../store/records/feed.ts';
import { endWaitingMails } from '../../store/queues/mails.ts';
import { rebuildSums } from '../../store/records/scopes.ts';
import type { Store } from '../../store/store.ts';
import { operator } from '../../commit/operator.ts';
import { revokeAudited } from '../../commit/tokens.ts';
import { readAllTokens } from '../../store/access/tokens.ts';
import type { Options, Terminal } from '../terminal.ts';
import { checkBackup } from './check.ts';
import type { Manifest } from './manifest.ts';
import { databaseOf, placeBackup, databasePlace, removeOtherFiles, requireKey } from './place.ts';

export async function restore(terminal: Terminal, options: Options, folder: string) {
  const config = readConfig(terminal.environment);
  const { complain } = terminal;
  const mayDestroy = options['destroy-present-data'] !== undefined;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  using _alone = takeDataFolder(config.dataDir);
  await requireFreePlace(config, mayDestroy);
  const { manifest, confirmation } = await checkBackup(terminal, options, folder);
  if (options['without-key'] === undefined) await requireKey(folder, manifest, config);
  complain(`restoring into ${config.dataDir}${config.databaseUrl ? ' and the database of DATABASE_URL' : ''}`);
  await placeBackup(folder, manifest, config, (store) => noteRestore(terminal, store, manifest));
  if (mayDestroy) await removeOtherFiles(manifest, config.dataDir);
  await endRestore(config.dataDir);
  complain(
    `restored as of ${manifest.made_at}. Tokens revoked and users deactivated since are active again: look through them first. Everybody signs in anew. ` +
      'Devices give back what they still hold when they synchronise.',
  );
  const { made_at, organisations, files, missing } = manifest;
  return {
    restored: made_at,
    organisations: organisations.length,
    files: files.length,
    missing: missing.length,
    ...confirmation,
  };
}

async function requireFreePlace(config: Config, mayDestroy: boolean): Promise<void> {
  const begun = await unfinishedRestore(config.dataDir);
  if (begun !== null && begun !== databaseOf(config))
    throw new Error(
      `a restore into ${begun} began in ${config.dataDir} and has not ended: run that one again. ` +
        `If that database is given up, delete ${markOf(config.dataDir)}`,
    );
  const place = databasePlace(config);
  if (!(await isOccupied(place))) return;
  const name = config.databaseUrl ? 'the database of DATABASE_URL' : place.file;
  if (config.databaseUrl && (await isHeld(config.databaseUrl)))
    throw new Error(`a server or a command has ${name} open: stop it first`);
  if (!mayDestroy && begun === null)
    throw new Error(
      `${name} is not empty: --destroy-present-data deletes it with all its records, photos and exports, and puts the backup in its place`,
    );
}

/** The history after a restore is another one than before, and uses none of the sequence numbers and revisions that were lost. */
async function noteRestore({ now, complain }: Terminal, store: Store, { made_at }: Manifest): Promise<void> {
  for (const { org_id: id, seq, head, revision_floor: before } of await listOrganisations(store.db)) {
    await store.transaction(async (trx) => {
      await beginHistory(trx, id, Math.max(before + 1, Math.ceil(now() / 1000)));
      await rebuildSums(trx, id);
      // Most were sent since, and nothing proves that the server wrote the others.
      const ended = await endWaitingMails(
        trx,
        id,
        new Date(now()).toISOString(),
        'It waited in a backup that was restored.',
      );
      if (ended > 0)
        complain(`${ended} e-mails that waited when the backup was made will not be sent; they are listed as failed`);
    });
    const author = { ...operator, requestId: `restore-of-${made_at}` };
    const state = { backup_made_at: made_at, seq, head };
    await store.write(id, now, async (tx) => {
      await auditChange(tx, author, { op: 'act', action: 'restore', kind: 'organisation', id, state });
      // Some were ended after the backup, and people sign in again at once; a token that a system holds would be missed.
      const brief = (await readAllTokens(tx.trx, id)).filter(({ purpose }) => purpose !== 'api');
      await revokeAudited(
        tx,
        author,
        brief.map((token) => token.id),
        tx.now(),
      );
    });
  }
}
