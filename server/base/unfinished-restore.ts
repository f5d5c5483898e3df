/** A file in the data folder says that a restore is under way. Nothing else uses the folder until the restore has ended (Backup, BK9). */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './sync-folder.ts';
import { writeWhole } from './write-whole.ts';

/** The database that the restore began with, as `beginRestore` was told; null = none is unfinished. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  return await readFile(markOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

export async function requireFinishedRestore(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== null)
    throw new Error(
      `a restore into ${dataDir} has not ended, so this is half a server: wait for it, or run “sitefile restore” again`,
    );
}

export async function beginRestore(dataDir: string, database: string): Promise<void> {
  await writeWhole(markOf(dataDir), database);
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
  await syncFolder(dataDir);
}

export function markOf(dataDir: string): string {
  return join(dataDir, 'restore-unfinished');
}
