/**
 * Resumable uploads in progress. Each is a file that grows: bytes already received survive a broken connection, and the next request
 * appends the rest. One folder per organisation, one file per announced hash. Partial uploads are never served.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keyedMutex } from '../engine/keyed-mutex.ts';
import { HalfUploads, type UploadCaps } from './half-uploads.ts';

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
  /**
   * Runs `work` on an upload of `total` bytes that this owner sends; meanwhile nothing deletes it. Null, and nothing is done, where the
   * organisation or the owner has too many uploads; those that the owner, or everybody, has left give way first.
   */
  hold<T>(
    orgId: string,
    sha256: string,
    by: { readonly owner: string; readonly total: number },
    work: () => Promise<T>,
  ): Promise<T | null>;
  /** For the one that holds it. */
  drop(orgId: string, sha256: string): Promise<void>;
  /** Deletes uploads that were last written before this time (ms since 1970) and that nobody holds. Returns their number. */
  sweep(before: number): Promise<number>;
}

/** `now` = ms since 1970 */
export function openUploads(root: string, caps: UploadCaps, now: () => number): Uploads {
  const dir = resolve(root);
  const halvesByOrganisation = new Map<string, Promise<HalfUploads>>();
  const halvesOf = (orgId: string): Promise<HalfUploads> => {
    const known =
      halvesByOrganisation.get(orgId) ?? found(join(dir, orgId)).then((files) => new HalfUploads(caps, files));
    halvesByOrganisation.set(orgId, known);
    return known;
  };
  /** So that an upload is never deleted while another request begins to hold it. */
  const exclusively = keyedMutex();
  async function remove(orgId: string, halves: HalfUploads, name: string): Promise<number> {
    if (halves.isHeld(name)) return 0;
    await rm(join(dir, orgId, name), { force: true });
    halves.forget(name);
    return 1;
  }
  return {
    hold: async (orgId, sha256, { owner, total }, work) => {
      fileOf(dir, orgId, sha256);
      const release = await exclusively(orgId, async () => {
        const halves = await halvesOf(orgId);
        const victims = halves.roomFor(sha256, owner, total, now());
        for (const name of victims ?? []) await remove(orgId, halves, name);
        return victims && halves.hold(sha256, owner, total, now());
      });
      if (!release) return null;
      try {
        return await work();
      } finally {
        release();
        await exclusively(orgId, async () => {
          // It is complete, was refused, or never came.
          if ((await sizeOf(fileOf(dir, orgId, sha256))) === 0) (await halvesOf(orgId)).forget(sha256);
        });
      }
    },
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
        const at = new Date(now());
        await file.utimes(at, at); // the server's clock, which the sweep goes by, and not the disk's
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
      let swept = 0;
      for (const orgId of await readdir(dir).catch(() => []))
        for (const { name, at } of await found(join(dir, orgId)))
          if (at < before) swept += await exclusively(orgId, async () => remove(orgId, await halvesOf(orgId), name));
      return swept;
    },
  };
}

/** The files of an organisation; `at` = when each was last written, ms since 1970. */
async function found(
  folder: string,
): Promise<{ readonly name: string; readonly bytes: number; readonly at: number }[]> {
  const files = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const about = await stat(join(folder, name)).catch(() => null); // it may have been completed meanwhile
    if (about) files.push({ name, bytes: about.size, at: about.mtimeMs });
  }
  return files;
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
