/** Where a server of these settings keeps its data, and how a backup gets there. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileOf, readKeyRing, ringOf, writeKeyFile, type KeySettings } from '../../auth/keys.ts';
import { beginRestore } from '../../base/unfinished-restore.ts';
import { openFileBlobs } from '../../blobs/blobs.ts';
import { loadCopy } from '../../store/backup/load.ts';
import type { DatabasePlace } from '../../store/backup/snapshot.ts';
import { databaseFile, keyFile, type Manifest } from './manifest.ts';

export interface Target extends KeySettings {
  readonly databaseUrl: string | undefined;
}

export function placeOf({ dataDir, databaseUrl }: Pick<Target, 'dataDir' | 'databaseUrl'>): DatabasePlace {
  return { url: databaseUrl, file: join(dataDir, 'sitefile.db') };
}

/** Replaces what is there, the database last. Only `endRestore` opens the folder to a server. */
export async function placeBackup(folder: string, { files }: Manifest, target: Target): Promise<void> {
  const { dataDir } = target;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await beginRestore(dataDir);
  for (const part of ['blobs', 'uploads']) await rm(join(dataDir, part), { recursive: true, force: true });
  const [from, to] = [openFileBlobs(join(folder, 'blobs')), openFileBlobs(join(dataDir, 'blobs'))];
  for (const { path } of files) {
    const [part, organisationId = '', sha256 = ''] = path.split('/');
    if (part === 'blobs')
      await to.put(
        organisationId,
        (await from.open(organisationId, sha256))?.stream ?? new Uint8Array(),
        Infinity,
        sha256,
      );
    if (path === keyFile && (await readKeyRing(target)) === null)
      await writeKeyFile(keyFileOf(target), await readFile(join(folder, keyFile)));
  }
  await loadCopy(join(folder, databaseFile), placeOf(target));
}

/** Throws unless the target will have the key that the backup belongs to. */
export async function requireKey(folder: string, { key_id: wanted, files }: Manifest, target: Target): Promise<void> {
  const found = await readKeyRing(target);
  if (wanted === null || found?.id === wanted) return;
  const file = keyFileOf(target);
  const isInside = files.some(({ path }) => path === keyFile);
  if (isInside && !found && ringOf(await readFile(join(folder, keyFile))).id === wanted) return;
  const given = target.secretKey === undefined ? file : 'SECRET_KEY';
  throw new Error(
    `the backup belongs to key ${wanted}, but ${found ? `${given} is key ${found.id}` : `there is no ${file}`}. ` +
      (isInside ? 'Move that key away, and the one in the backup is taken. ' : '') +
      `Put the right key file there, or set KEY_DIR or SECRET_KEY to the right key. ` +
      'If the key is lost for good, add --without-key, and run “sitefile keys replace” afterwards.',
  );
}
