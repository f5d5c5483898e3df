/** Where a server of these settings keeps its data, and how a backup gets there. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileOf, readKeyRing, ringOf, writeKeyFile, type KeySettings } from '../../auth/keys.ts';
import { beginRestore } from '../../base/unfinished-restore.ts';
import { openFileBlobs } from '../../blobs/blobs.ts';
import { isOccupied, loadCopy, prepareCopy } from '../../store/backup/load.ts';
import type { DatabasePlace } from '../../store/backup/snapshot.ts';
import type { Store } from '../../store/store.ts';
import { databaseFile, keyFile, type Manifest } from './manifest.ts';

export interface Target extends KeySettings {
  readonly databaseUrl: string | undefined;
}

export function databasePlace({ dataDir, databaseUrl }: Pick<Target, 'dataDir' | 'databaseUrl'>): DatabasePlace {
  return { url: databaseUrl, file: join(dataDir, 'sitefile.db') };
}

/** For the mark of an unfinished restore and for people: without the user and the password. */
export function databaseOf({ databaseUrl }: Pick<Target, 'databaseUrl'>): string {
  if (databaseUrl === undefined) return 'sitefile.db';
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? '')}${pathname}`;
}

/**
 * Puts files beside those that are there, and then replaces the database. Only `endRestore` opens the folder to a server.
 *
 * @param note is given the restored database before it is in its place, so that both get there at once
 */
export async function placeBackup(
  folder: string,
  { files }: Manifest,
  target: Target,
  note: (store: Store) => Promise<void> = async () => undefined,
): Promise<void> {
  const { dataDir } = target;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // A server would take an empty place for a new one. Where data is, it is whole until the database is replaced.
  if (!(await isOccupied(databasePlace(target)))) await beginRestore(dataDir, databaseOf(target));
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
  const draft = join(dataDir, 'sitefile.db.restored');
  await prepareCopy(join(folder, databaseFile), draft, note);
  await beginRestore(dataDir, databaseOf(target));
  await loadCopy(draft, databasePlace(target));
}

/** Removes photos, exports and half uploads that are not of the backup. The folders stay: they may be links to another disk. */
export async function removeOtherFiles({ files }: Manifest, dataDir: string): Promise<void> {
  const kept = new Set(files.map(({ path }) => path));
  const namesIn = (...parts: readonly string[]) => readdir(join(dataDir, ...parts)).catch(() => []);
  for (const organisationId of await namesIn('blobs'))
    for (const name of await namesIn('blobs', organisationId))
      if (!kept.has(`blobs/${organisationId}/${name}`))
        await rm(join(dataDir, 'blobs', organisationId, name), { recursive: true });
  for (const name of await namesIn('uploads')) await rm(join(dataDir, 'uploads', name), { recursive: true });
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
