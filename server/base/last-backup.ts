/** A note in the data folder of the last backup that ended well, for whatever watches the age of backups. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from './write-whole.ts';

const note = z.object({ made_at: z.iso.datetime(), folder: z.string(), manifest_sha256: z.string() });

export type LastBackup = z.infer<typeof note>;

export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writeWhole(pathOf(dataDir), JSON.stringify(backup));
}

/** Null = there was none, or the note is damaged. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch(() => 'null');
  try {
    return note.nullable().parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'last-backup.json');
}
