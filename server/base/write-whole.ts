/** Writes a small file at once: a reader sees what was there before, or all of it. On the disk when it resolves. */
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

export async function writeWhole(path: string, text: string): Promise<void> {
  {
    await using draft = await open(`${path}.draft`, 'w', 0o600);
    await draft.writeFile(text);
    await draft.sync();
  }
  await rename(`${path}.draft`, path);
  await syncFolder(dirname(path));
}
