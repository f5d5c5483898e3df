/** Notes in the data folder of the last backup and the last restore drill that ended well, for what watches their age. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeWhole } from './write-whole.ts';

const backupNote = z.object({ made_at: z.iso.datetime(), folder: z.string(), manifest_sha256: z.string() });
/** When the drill ended. */
const drillNote = z.object({ made_at: z.iso.datetime(), folder: z.string() });

export type LastBackup = z.infer<typeof backupNote>;
type LastDrill = z.infer<typeof drillNote>;

export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writeWhole(join(dataDir, backupFile), JSON.stringify(backup));
}

export async function noteDrill(dataDir: string, drill: LastDrill): Promise<void> {
  await writeWhole(join(dataDir, drillFile), JSON.stringify(drill));
}

/** Null = there was none, or the note is damaged. */
export function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  return readNote(join(dataDir, backupFile), backupNote);
}

/** Likewise. */
export function readLastDrill(dataDir: string): Promise<LastDrill | null> {
  return readNote(join(dataDir, drillFile), drillNote);
}

const backupFile = 'last-backup.json';
const drillFile = 'last-drill.json';

async function readNote<Note>(path: string, note: z.ZodType<Note>): Promise<Note | null> {
  const text = await readFile(path, 'utf8').catch(() => 'null');
  try {
    return note.nullable().parse(JSON.parse(text));
  } catch {
    return null;
  }
}
