/** `backup <folder>`: the database as of one instant, then the files that it names, then the manifest. The server may run. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keyFileOf, readKeyRing, writeKeyFile } from '../../auth/keys.ts';
import { readConfig, type Config } from '../../base/config.ts';
import { noteBackup } from '../../base/last-backup.ts';
import { BlobMismatchError, openFileBlobs, type BlobStore } from '../../blobs/blobs.ts';
import { filesNamedIn, readCopy } from '../../store/backup/copy-file.ts';
import { snapshotInto } from '../../store/backup/snapshot.ts';
import { useDataFolder } from '../../store/data-folder.ts';
import { isNoRoom } from '../../store/engine/no-room.ts';
import type { Options, Terminal } from '../terminal.ts';
import { requireStore } from '../with-store.ts';
import { databaseFile, entryOf, keyFile, writeManifest, type FileEntry } from './manifest.ts';
import { databasePlace } from './place.ts';

export async function backUp(terminal: Terminal, options: Options, folder: string) {
  const config = readConfig(terminal.environment);
  await requireStore(config);
  using _held = await useDataFolder(config.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  try {
    return await writeBackup(terminal, config, folder, options['with-keys'] !== undefined);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    if (!isNoRoom(error)) throw error;
    throw new Error(`no room for the backup: ${folder} is empty again and holds none`, { cause: error });
  }
}

async function writeBackup({ complain, now }: Terminal, config: Config, folder: string, withKeys: boolean) {
  const made_at = new Date(now()).toISOString();
  const database = join(folder, databaseFile);
  await snapshotInto(databasePlace(config), database, complain);
  const contents = readCopy(database);
  if (contents.organisations.length === 0)
    throw new Error('there is nothing to back up: no organisation was ever made');
  const { copied, missing } = await copyFiles(config, folder, complain);
  const keys = withKeys ? [await copyKey(config, folder, contents.key_id)] : [];
  const files = [await entryOf(folder, databaseFile), ...keys, ...copied];
  complain(
    withKeys
      ? 'the key is in this backup: anyone who has the folder can open every secret in it'
      : `the key ${contents.key_id} is not in this backup: keep ${config.secretKey ? 'SECRET_KEY' : keyFileOf(config)} elsewhere, a restore needs it`,
  );
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const manifest = await writeManifest(folder, {
    format: 'sitefile-backup-1',
    made_at,
    engine,
    ...contents,
    files,
    missing,
  });
  // The backup is whole whether or not its server's disk takes another file.
  await noteBackup(config.dataDir, { made_at, folder: resolve(folder), manifest_sha256: manifest }).catch(
    (error: Error) =>
      complain(`WARNING: the backup is whole, but cannot be noted in ${config.dataDir}: ${error.message}`),
  );
  return {
    made_at,
    files: files.length,
    bytes: files.reduce((total, { size }) => total + size, 0),
    missing: missing.length,
    key: contents.key_id,
    manifest_sha256: manifest,
  };
}

/** After the snapshot, so that every file it names was there, unless it was deleted since. */
async function copyFiles({ dataDir }: Config, folder: string, tell: (line: string) => void) {
  const [source, target] = [join(dataDir, 'blobs'), join(folder, 'blobs')];
  const [from, to] = [openFileBlobs(source), openFileBlobs(target)];
  const named = filesNamedIn(join(folder, databaseFile));
  if (named.length > 0 && !existsSync(source))
    throw new Error(
      `there is no ${source}, but the database names ${named.length} files: set DATA_DIR as for the server. ` +
        'If they are all lost, make that folder, and back up the rest',
    );
  const copied: FileEntry[] = [];
  const missing: string[] = [];
  for (const { organisationId, sha256 } of named) {
    const path = `blobs/${organisationId}/${sha256}`;
    try {
      const content = contentOf(from, organisationId, sha256);
      copied.push({ path, ...(await to.put(organisationId, content, Infinity, sha256)) });
    } catch (error) {
      if (error instanceof UnreadableError) tell(`${path} ${error.message}, and is not in the backup`);
      else if (error instanceof BlobMismatchError) tell(`${path} is damaged on the disk and not in the backup`);
      else throw error; // of the backup's own disk
      missing.push(path);
    }
    const done = copied.length + missing.length;
    if (done % 1000 === 0) tell(`files: ${done} of ${named.length}`);
  }
  if (missing.length > 0) tell(`${missing.length} files are lost, or were deleted meanwhile; the manifest names them`);
  return { copied, missing };
}

class UnreadableError extends Error {}

async function* contentOf(from: BlobStore, organisationId: string, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    const file = await from.open(organisationId, sha256);
    if (!file) throw new Error('it is not there');
    yield* file.stream;
  } catch (cause) {
    throw new UnreadableError(`cannot be read (${cause instanceof Error ? cause.message : String(cause)})`, { cause });
  }
}

async function copyKey(config: Config, folder: string, keyId: string | null): Promise<FileEntry> {
  if (config.secretKey) throw new Error('--with-keys has no file to copy: SECRET_KEY is in the environment');
  if ((await readKeyRing(config))?.id !== keyId) throw new Error(`${keyFileOf(config)} is not key ${keyId}`);
  const to = join(folder, keyFile);
  await writeKeyFile(to, await readFile(keyFileOf(config)));
  return await entryOf(folder, keyFile);
}
