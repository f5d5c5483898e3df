/** Puts the names in a folder on the disk: a new or renamed file is there after a power cut only then. */
import { open } from 'node:fs/promises';

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there, and renames are journalled
  await using handle = await open(folder);
  await handle.sync();
}
