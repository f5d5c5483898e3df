/** The one check that `verify-backup`, `drill` and `restore` make of a backup before anything else (contract, Backup, BK4 and BK14). */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readConfig } from '../../base/config.ts';
import { readLastBackup } from '../../base/last-backup.ts';
import { filesNamedIn, readCopy } from '../../store/backup/copy-file.ts';
import type { Options, Terminal } from '../terminal.ts';
import { databaseFile, entryOf, parseManifest, type FileEntry, type Manifest } from './manifest.ts';

export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly confirmation: Confirmation;
}

interface Confirmation {
  readonly manifest_sha256: string;
  /** What says that this is the manifest that was written; null = nothing does. */
  readonly confirmed_by: '--manifest-sha256' | 'last-backup.json' | null;
}

const mostNamed = 20;

/** Throws with one line for each fault. Options: `--manifest-sha256`, `--accept-missing`. */
export async function checkBackup(terminal: Terminal, options: Options, folder: string): Promise<CheckedBackup> {
  const { complain } = terminal;
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} has no manifest.json: it is no backup, or one that did not end`);
  const manifest = parseManifest(folder, text);
  complain(`checking ${manifest.files.length} files of the backup of ${manifest.made_at}`);
  const confirmation = await confirm(terminal, options, folder, manifest, hash('sha256', text));
  const faults = await faultsOfFiles(folder, manifest);
  if (faults.length === 0) faults.push(...faultsInside(join(folder, databaseFile), manifest));
  if (faults.length > 0) throw new Error(`the backup is damaged: ${faults.length} faults\n${faults.join('\n')}`);
  requireNotedLosses(manifest, confirmation, options['accept-missing'] !== undefined, complain);
  return { manifest, confirmation };
}

/** Everything in the folder is as the manifest says, but nothing in it can say that about the manifest. */
async function confirm(
  { environment, complain }: Terminal,
  options: Options,
  folder: string,
  { made_at }: Manifest,
  sha256: string,
): Promise<Confirmation> {
  const differs = (expected: string, who: string): Error =>
    new Error(`manifest.json has the SHA-256 ${sha256}, not ${expected}: it is not the one that ${who}`);
  const given = options['manifest-sha256'];
  if (given !== undefined) {
    if (given.toLowerCase() !== sha256) throw differs(given, 'you noted');
    return { manifest_sha256: sha256, confirmed_by: '--manifest-sha256' };
  }
  const last = await readLastBackup(readConfig(environment).dataDir);
  if (last && (last.made_at === made_at || last.folder === resolve(folder))) {
    if (last.manifest_sha256 !== sha256) throw differs(last.manifest_sha256, 'last-backup.json notes');
    return { manifest_sha256: sha256, confirmed_by: 'last-backup.json' };
  }
  complain(`manifest.json has the SHA-256 ${sha256}: compare it with the one that the backup printed`);
  return { manifest_sha256: sha256, confirmed_by: null };
}

async function faultsOfFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const faults = files.some(({ path }) => path === databaseFile) ? [] : [`${databaseFile} is not in the manifest`];
  for (const { path, size, sha256 } of files) {
    if (isBlob(path) && !path.endsWith(`/${sha256}`)) faults.push(`${path} is not the content of its name`);
    const entry = await entryOf(folder, path).catch((error: NodeJS.ErrnoException) => error);
    if (entry instanceof Error)
      faults.push(`${path} ${entry.code === 'ENOENT' ? 'is missing' : `cannot be read (${entry.message})`}`);
    else if (entry.size !== size || entry.sha256 !== sha256) faults.push(`${path} was changed`);
  }
  return faults;
}

/** Between the manifest, the database and the files beside it. */
export function faultsInside(database: string, expected: Manifest): string[] {
  const { key_id, organisations, rows } = readCopy(database);
  const has = new Set([...expected.files.map(({ path }) => path).filter(isBlob), ...expected.missing]);
  const named = new Set(
    filesNamedIn(database).map(({ organisationId, sha256 }) => `blobs/${organisationId}/${sha256}`),
  );
  return [
    ...(key_id === expected.key_id ? [] : [`the database belongs to key ${key_id}, not ${expected.key_id}`]),
    ...(JSON.stringify(organisations) === JSON.stringify(expected.organisations)
      ? []
      : ['the heads of the organisations are others']),
    ...Object.entries(expected.rows).flatMap(([table, total]) =>
      rows[table] === total ? [] : [`${table} has ${rows[table] ?? 'no'} rows, not ${total}`],
    ),
    ...[...named.difference(has)].map((path) => `${path} is not in the backup`),
    ...[...has.difference(named)].map((path) => `${path} is named by nothing in the database`),
  ];
}

/** A file can also be made “missing” afterwards, by taking it away and naming it so. */
function requireNotedLosses(
  { missing }: Manifest,
  { confirmed_by }: Confirmation,
  isAccepted: boolean,
  tell: (line: string) => void,
): void {
  if (missing.length === 0) return;
  const named = [...missing.slice(0, mostNamed), ...(missing.length > mostNamed ? ['… all are in manifest.json'] : [])];
  if (confirmed_by === null && !isAccepted)
    throw new Error(
      `${missing.length} files are not in the backup, and nothing confirms that they were lost before it was made. ` +
        'An older backup may have them. Give --manifest-sha256, or --accept-missing to go on without them:\n' +
        named.join('\n'),
    );
  tell(
    `WARNING: ${missing.length} files were lost before the backup was made, and are not in it:\n${named.join('\n')}`,
  );
}

function isBlob(path: FileEntry['path']): boolean {
  return path.startsWith('blobs/');
}
