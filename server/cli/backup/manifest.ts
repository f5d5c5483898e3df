/** What a backup says of itself. It is written last and at once, so a folder without it is no backup (contract, Backup, BK4). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { syncFolder } from '../../base/sync-folder.ts';
import { filesNamedIn, readCopy } from '../../store/backup/copy-file.ts';

export const databaseFile = 'database.sqlite';
export const keyFile = 'keys/sitefile.key';

const path = z.string().regex(/^(?:database\.sqlite|keys\/sitefile\.key|blobs\/[\w-]{1,64}\/[0-9a-f]{64})$/);
const manifest = z.object({
  format: z.literal('sitefile-backup-1'),
  made_at: z.iso.datetime(),
  /** What the server stored in; the backup is the same for both. */
  engine: z.enum(['sqlite', 'postgres']),
  /** Names the release that wrote the tables. */
  migrations: z.array(z.string()),
  /** Null = no server had started on the database. */
  key_id: z.string().nullable(),
  organisations: z.array(z.object({ id: z.string(), seq: z.number(), head: z.string() })),
  /** By table. */
  rows: z.record(z.string(), z.number()),
  files: z.array(z.object({ path, size: z.number(), sha256: z.string() })),
  /** Files that the database names and that were not on the disk, or damaged. */
  missing: z.array(path),
});

export type Manifest = z.infer<typeof manifest>;
export type FileEntry = Manifest['files'][number];

/** Returns the SHA-256 of the manifest. */
export async function writeManifest(folder: string, content: Manifest): Promise<string> {
  const text = `${JSON.stringify(content, null, 1)}\n`;
  const draft = join(folder, 'manifest.json.draft');
  {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
  }
  await syncFolder(folder);
  await rename(draft, join(folder, 'manifest.json'));
  await syncFolder(folder);
  return createHash('sha256').update(text).digest('hex');
}

/** Reads the manifest and compares everything that it names. Throws with one line for each fault. */
export async function checkedManifest(folder: string, tell: (line: string) => void): Promise<Manifest> {
  const found = await readManifest(folder);
  tell(`checking ${found.files.length} files of the backup of ${found.made_at}`);
  const faults: string[] = [];
  for (const { path: name, size, sha256 } of found.files) {
    const entry = await entryOf(folder, name).catch(() => null);
    if (!entry) faults.push(`${name} is missing`);
    else if (entry.size !== size || entry.sha256 !== sha256) faults.push(`${name} was changed`);
  }
  if (faults.length === 0) faults.push(...faultsInside(join(folder, databaseFile), found));
  if (faults.length > 0) throw new Error(`the backup is damaged: ${faults.length} faults\n${faults.join('\n')}`);
  return found;
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} has no manifest.json: it is no backup, or one that did not end`);
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${join(folder, 'manifest.json')} is damaged, or was written by another release`, { cause: error });
  }
}

/** Between the manifest, the database and the files beside it. */
export function faultsInside(database: string, expected: Manifest): string[] {
  const { key_id, organisations, rows } = readCopy(database);
  const has = new Set([...expected.files.map(({ path: name }) => name), ...expected.missing]);
  return [
    ...(key_id === expected.key_id ? [] : [`the database belongs to key ${key_id}, not ${expected.key_id}`]),
    ...(JSON.stringify(organisations) === JSON.stringify(expected.organisations)
      ? []
      : ['the heads of the organisations are others']),
    ...Object.entries(expected.rows).flatMap(([table, total]) =>
      rows[table] === total ? [] : [`${table} has ${rows[table] ?? 'no'} rows, not ${total}`],
    ),
    ...filesNamedIn(database)
      .map(({ organisationId, sha256 }) => `blobs/${organisationId}/${sha256}`)
      .filter((name) => !has.has(name))
      .map((name) => `${name} is not in the backup`),
  ];
}

export async function entryOf(folder: string, name: string): Promise<FileEntry> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, name)), hash);
  return { path: name, size: (await stat(join(folder, name))).size, sha256: hash.digest('hex') };
}
