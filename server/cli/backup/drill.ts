/**
 * `verify-backup <folder>`: the digests of a backup, its database, and what `verify` finds in it. `drill <folder>` besides restores it into
 * a scratch folder, which nobody else can reach, and compares what is there with the manifest.
 */
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { noteDrill } from '../../base/last-backup.ts';
import { readConfig } from '../../base/config.ts';
import { endRestore } from '../../base/unfinished-restore.ts';
import type { Options, Terminal } from '../terminal.ts';
import { requireSound } from '../verify.ts';
import { checkBackup, faultsInside, type CheckedBackup } from './check.ts';
import { databaseFile, entryOf } from './manifest.ts';
import { placeBackup, databasePlace, requireKey } from './place.ts';

export async function verifyBackup(terminal: Terminal, options: Options, folder: string): Promise<object> {
  const backup = await checkBackup(terminal, options, folder);
  return await inScratch(async (scratch) => {
    await copyFile(join(folder, databaseFile), databasePlace({ dataDir: scratch, databaseUrl: undefined }).file);
    await symlink(resolve(folder, 'blobs'), join(scratch, 'blobs'));
    return { ...summaryOf(backup), verify: await requireSound(at(terminal, scratch)) };
  });
}

export async function drill(terminal: Terminal, options: Options, folder: string): Promise<object> {
  const { complain, now, environment } = terminal;
  const startMs = now();
  const backup = await checkBackup(terminal, options, folder);
  const { manifest } = backup;
  if (options['without-key'] === undefined) await requireKey(folder, manifest, readConfig(environment));
  const done = await inScratch(async (scratch) => {
    complain(`restoring into ${scratch}`);
    const target = { dataDir: scratch, keyDir: undefined, secretKey: undefined, databaseUrl: undefined };
    await placeBackup(folder, manifest, target);
    await endRestore(scratch);
    const faults = faultsInside(databasePlace(target).file, manifest);
    for (const { path, sha256 } of manifest.files.filter(({ path: name }) => name.startsWith('blobs/')))
      if ((await entryOf(scratch, path)).sha256 !== sha256) faults.push(`${path} was changed`);
    if (faults.length > 0) throw new Error(`${faults.length} faults after the restore\n${faults.join('\n')}`);
    const found = await requireSound(at(terminal, scratch));
    return { ...summaryOf(backup), verify: found, restored_in_seconds: (now() - startMs) / 1000 };
  });
  const { dataDir } = readConfig(environment);
  await noteDrill(dataDir, { made_at: new Date(now()).toISOString(), folder: resolve(folder) }).catch((error: Error) =>
    complain(`WARNING: the drill ended well, but cannot be noted in ${dataDir}: ${error.message}`),
  );
  return done;
}

function summaryOf({ manifest, confirmation }: CheckedBackup) {
  const { made_at, engine, key_id, organisations, rows, files, missing } = manifest;
  return {
    made_at,
    engine,
    key: key_id,
    organisations,
    records: rows['record'] ?? 0,
    files: files.length,
    missing: missing.length,
    ...confirmation,
  };
}

function at(terminal: Terminal, dataDir: string): Terminal {
  return { ...terminal, environment: { DATA_DIR: dataDir } };
}

/** Under TMPDIR; its user only. Removed whatever happens. */
async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'sitefile-drill-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
