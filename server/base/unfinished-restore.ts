/** A file in the data folder says that a restore is under way. Nothing else uses the folder until the restore has ended (Backup, BK9). */
import { access, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './sync-folder.ts';

export async function isRestoreUnfinished(dataDir: string): Promise<boolean> {
  return await access(markOf(dataDir)).then(
    () => true,
    () => false,
  );
}

export async function requireFinishedRestore(dataDir: string): Promise<void> {
  if (await isRestoreUnfinished(dataDir))
    throw new Error(
      `a restore into ${dataDir} has not ended, so this is half a server: wait for it, or run “sitefile restore” again`,
    );
}

export async function beginRestore(dataDir: string): Promise<void> {
  {
    await using mark = await open(markOf(dataDir), 'w', 0o600);
    await mark.sync();
  }
  await syncFolder(dataDir);
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(markOf(dataDir));
  await syncFolder(dataDir);
}

function markOf(dataDir: string): string {
  return join(dataDir, 'restore-unfinished');
}
