/**
 * Resumable uploads in progress. Each is a file that grows: bytes already received survive a broken connection, and the next request
 * appends the rest. One folder per organisation, one file per announced hash. Partial uploads are never served.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export interface Uploads {
  /** Bytes received so far; 0 if there are none. */
  size(orgId: string, sha256: string): Promise<number>;
  /**
   * Writes the source at offset `from`, which must not exceed the bytes received so far; ignores bytes beyond `total`. Returns the new
   * size. If the source fails, the bytes received until then are kept and its error is rethrown.
   */
  append(
    orgId: string,
    sha256: string,
    from: number,
    total: number,
    source: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  /** The whole file and its actual hash. */
  read(orgId: string, sha256: string): Promise<{ readonly bytes: Buffer; readonly sha256: string }>;
  drop(orgId: string, sha256: string): Promise<void>;
  /** Deletes uploads that were last written before this time (ms since 1970). */
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
      // Writes at explicit offsets, so that a dead connection that has not timed out yet cannot corrupt what its successor writes.
      let offset = from;
      try {
        for await (const chunk of source) {
          const part = chunk.subarray(0, Math.max(0, total - offset));
          for (let written = 0; written < part.byteLength;)
            written += (await file.write(part, written, part.byteLength - written, offset + written)).bytesWritten;
          offset += part.byteLength;
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

/** Builds paths from validated names only, to prevent path traversal. */
function fileOf(dir: string, orgId: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256) || !/^[A-Za-z0-9_-]{1,64}$/.test(orgId)) throw new RangeError('not a file name');
  return join(dir, orgId, sha256);
}
