/** How much room a disk has. */
import { statfs } from 'node:fs/promises';

/** Bytes that are free for this process on the disk of this file or folder. */
export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
