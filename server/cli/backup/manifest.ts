/** What a backup says of itself. It is written last and at once, so a folder without it is no backup (contract, Backup, BK4). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { syncFolder } from '../../base/sync-folder.ts';
import { writeWhole } from '../../base/write-whole.ts';

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
  await syncFolder(folder);
  await writeWhole(join(folder, 'manifest.json'), text);
  return createHash('sha256').update(text).digest('hex');
}

/** @param folder for the message */
export function parseManifest(folder: string, text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${join(folder, 'manifest.json')} is damaged, or was written by another release`, { cause: error });
  }
}

export async function entryOf(folder: string, name: string): Promise<FileEntry> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, name)), hash);
  return { path: name, size: (await stat(join(folder, name))).size, sha256: hash.digest('hex') };
}
