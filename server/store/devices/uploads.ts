/**
 * Files on their way in, each in one piece that grows: what has come stays when the line is cut, and the rest is added to it. A folder
 * for each organisation, a file for each announced hash; nothing of it is ever served.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface Uploads {
  /** Bytes that stand; 0 where nothing has come. */
  size(orgId: string, sha256: string): Promise<number>;
  /**
   * Writes what comes behind the first `from` bytes, up to `total`; so many stand already. Returns the size then. When the source breaks
   * off, what has come stays, and its error is thrown.
   */
  append(
    orgId: string,
    sha256: string,
    from: number,
    total: number,
    source: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  /** The whole file, and the hash that it really has. */
  read(orgId: string, sha256: string): Promise<{ readonly bytes: Buffer; readonly sha256: string }>;
  drop(orgId: string, sha256: string): Promise<void>;
  /** Drops what nobody has added to since then (ms since 1970). */
  sweep(before: number): Promise<void>;
}

export function openUploads(root: string): Uploads {
  const dir = resolve(root);
  return {
    size: (orgId, sha256) => sizeOf(fileOf(dir, orgId, sha256)),
    append: async (orgId, sha256, from, total, source) => {
      const path = fileOf(dir, orgId, sha256);
      await mkdir(join(dir, orgId), { recursive: true });
      await using file = await open(path, constants.O_RDWR | constants.O_CREAT);
      // Written to its own place, so that a connection that is not known to be dead yet does no harm beside the next one.
      let place = from;
      try {
        for await (const chunk of source) {
          const part = chunk.subarray(0, Math.max(0, total - place));
          for (let written = 0; written < part.byteLength;)
            written += (await file.write(part, written, part.byteLength - written, place + written)).bytesWritten;
          place += part.byteLength;
        }
      } finally {
        await file.sync();
      }
      return (await file.stat()).size;
    },
    read: async (orgId, sha256) => {
      const bytes = await readFile(fileOf(dir, orgId, sha256));
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    drop: (orgId, sha256) => rm(fileOf(dir, orgId, sha256), { force: true }),
    sweep: async (before) => {
      for (const orgId of await readdir(dir).catch(() => []))
        for (const name of await readdir(join(dir, orgId))) {
          const path = join(dir, orgId, name);
          if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
        }
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/** Paths are made of checked names only. */
function fileOf(dir: string, orgId: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256) || !/^[A-Za-z0-9_-]{1,64}$/.test(orgId)) throw new RangeError('not a file name');
  return join(dir, orgId, sha256);
}
