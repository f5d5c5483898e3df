/** Keys that the server generates at its first start and stores in its data folder, readable by its own user only. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The key's 32 bytes; created once, even when several processes start together. */
export async function keyFile(folder: string, name: string): Promise<Uint8Array> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const known = await readFile(path).catch(absent);
  if (known) return usable(known, path);
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(fresh, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(32));
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A link fails where the name exists, so the first process wins and all read the same key.
  await link(fresh, path).catch(ignoreExisting);
  await rm(fresh);
  return usable(await readFile(path), path);
}

function usable(key: Buffer, path: string): Uint8Array {
  if (key.length !== 32) throw new Error(`${path} is not a key of 32 bytes; restore it from a backup`);
  return key;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
