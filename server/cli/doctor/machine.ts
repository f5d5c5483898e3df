/** The machine under the server: its disk, its keys and its backups. */
import { existsSync } from 'node:fs';
import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileOf, readKeyRing } from '../../auth/keys.ts';
import type { Config } from '../../base/config.ts';
import { readLastBackup } from '../../base/last-backup.ts';
import { firstTokenFile } from '../first-token.ts';
import { age, ok, problem, warning, type Line } from './line.ts';

const [fewBytes, tooFewBytes] = [2e9, 2e8];
const dayMs = 86_400_000;
/** Of group and others. */
const foreignRights = 0o077;

export async function disk({ dataDir }: Config): Promise<Line[]> {
  const check = 'disk';
  const writable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return [problem(check, `${dataDir} is not there or not writable`, 'Set DATA_DIR, or its rights.')];
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free in ${dataDir}`;
  const make = 'Make room: on a full disk, every write is refused.';
  const bytes = bavail * bsize;
  const room =
    bytes < tooFewBytes ? problem(check, free, make) : bytes < fewBytes ? warning(check, free, make) : ok(check, free);
  return [room, ...(await rights(dataDir, 'data folder'))];
}

async function rights(path: string, name: string): Promise<Line[]> {
  const { mode } = await stat(path);
  if ((mode & foreignRights) === 0) return [ok('rights', `nobody else on this machine reads the ${name}`)];
  const command = `Run: chmod go= ${path}`;
  return [warning('rights', `other users of this machine may read the ${name} ${path}`, command)];
}

/** Written at the first start, to be read and deleted. */
export function firstToken({ dataDir }: Config): readonly Line[] {
  const file = firstTokenFile(dataDir);
  if (!existsSync(file)) return [];
  return [
    warning('tokens', `the first admin token still lies in ${file}`, 'Keep it in a safe place, and delete the file.'),
  ];
}

/** @param wanted the key that the database belongs to */
export async function keys(config: Config, wanted: string | undefined): Promise<Line[]> {
  const check = 'keys';
  const lost =
    'Put the right key back, from KEY_DIR, SECRET_KEY or a backup; “keys replace” says what giving it up costs.';
  const found = await readKeyRing(config).catch((error: unknown) => String(error));
  if (typeof found === 'string') return [problem(check, found, lost)];
  if (!found) return wanted === undefined ? [] : [problem(check, `key ${wanted} of the database is not there`, lost)];
  if (wanted !== undefined && found.id !== wanted)
    return [problem(check, `the database belongs to key ${wanted}, but this is key ${found.id}`, lost)];
  if (config.secretKey !== undefined) return [ok(check, `SECRET_KEY is key ${found.id}`)];
  const apart = 'Set KEY_DIR to a folder elsewhere, or SECRET_KEY, so that a stolen disk or backup opens no secret.';
  return [
    config.keyDir === undefined
      ? warning(check, `the key lies in the data folder, ${keyFileOf(config)}`, apart)
      : ok(check, `${keyFileOf(config)} is key ${found.id}`),
    ...(await rights(keyFileOf(config), 'key file')),
  ];
}

/** The last backup that ended well is noted in the data folder; those in BACKUP_DIR may come from elsewhere. */
export async function backups({ backupDir, dataDir }: Config, nowMs: number): Promise<Line[]> {
  const check = 'backup';
  const make = 'Run “backup <folder>” every day, and copy the folder to another machine.';
  const folders = backupDir === undefined ? [] : await readdir(backupDir).catch(() => []);
  const noted = Date.parse((await readLastBackup(dataDir))?.made_at ?? '');
  const found = await Promise.all(folders.map((name) => timeOf(join(backupDir ?? '', name, 'manifest.json'))));
  const newest = Math.max(...[noted, ...found].filter((ms) => !Number.isNaN(ms)));
  if (newest === -Infinity) return [problem(check, 'no backup is known', make)];
  const says = `the newest backup is ${age(nowMs - newest)} old`;
  if (nowMs - newest > 7 * dayMs) return [problem(check, says, make)];
  return [nowMs - newest > 2 * dayMs ? warning(check, says, make) : ok(check, says)];
}

/** ms since 1970; NaN if it is no manifest. */
async function timeOf(manifest: string): Promise<number> {
  try {
    const { made_at: madeAt } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly made_at?: string };
    return Date.parse(madeAt ?? '');
  } catch {
    return NaN;
  }
}
