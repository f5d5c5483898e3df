/**
 * Photos and exports: content under its own SHA-256, each organisation in its own folder. The content under a name
 * is complete and on the disk; a crash leaves at most a temporary file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { freeBytesOf } from '../base/free-bytes.ts';
import { syncFolder } from '../base/sync-folder.ts';

interface StoredBlob {
  /** Lower-case hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export interface OpenBlob {
  /** To be read to its end or destroyed. */
  readonly stream: Readable;
  readonly size: number;
  /** Reads all of it before `stream` is read. Throws BlobMismatchError if its content is not what its name says. */
  readonly compare: () => Promise<void>;
}

export interface BlobStore {
  /**
   * Throws BlobTooLargeError as soon as `maxBytes` is passed, and BlobMismatchError when `expectedSha256` is given and
   * the content is another; then nothing is left.
   */
  put(
    orgId: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    maxBytes: number,
    expectedSha256?: string,
  ): Promise<StoredBlob>;
  /** Null when the organisation has no such blob. Nothing is compared yet. */
  open(orgId: string, sha256: string): Promise<OpenBlob | null>;
  /** Where it is, if the organisation has it: for a thread that reads it by itself. */
  pathOf(orgId: string, sha256: string): string;
  /** Reads it. */
  look(orgId: string, sha256: string): Promise<'sound' | 'damaged' | 'gone'>;
  /** Bytes of the disk that are free for the server. */
  freeBytes(): Promise<number>;
  /** Unless it was put at or after `before` (ms since 1970): a record that names it may be about to be written. */
  remove(orgId: string, sha256: string, before: number): Promise<void>;
  /** Removes what a crash left half written before that time (ms since 1970). Returns how many files. */
  sweep(orgId: string, before: number): Promise<number>;
}

export class BlobTooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the content is larger than ${maxBytes} bytes`);
    this.name = 'BlobTooLargeError';
    this.maxBytes = maxBytes;
  }
}

export class BlobMismatchError extends Error {
  readonly sha256: string;

  constructor(sha256: string) {
    super(`the content has the SHA-256 ${sha256}, not the one announced`);
    this.name = 'BlobMismatchError';
    this.sha256 = sha256;
  }
}

/** What the name of a file begins with until it is complete. */
const halfWritten = '.incoming-';

/** `now` = ms since 1970: what a file is dated with, so that its age goes by the same clock as all that is kept for a while. */
export function openFileBlobs(root: string, now: () => number = Date.now): BlobStore {
  const dir = resolve(root);
  const openBlob: BlobStore['open'] = async (orgId, sha256) => {
    const file = await whenPresent(() => open(fileOf(dir, orgId, sha256)));
    if (file === undefined) return null;
    const { size } = await file.stat();
    const compare = async (): Promise<void> => {
      const found = await hashOf(file.createReadStream({ start: 0, autoClose: false }));
      if (found !== sha256) throw new BlobMismatchError(found);
    };
    return { stream: file.createReadStream({ start: 0 }), size, compare };
  };
  return {
    async put(orgId, bytes, maxBytes, expectedSha256) {
      const folder = folderOf(dir, orgId);
      await ensureFolder(folder);
      const temporary = join(folder, `${halfWritten}${randomUUID()}`);
      try {
        const stored = await writeDurably(temporary, bytes, maxBytes, new Date(now()));
        if (expectedSha256 !== undefined && stored.sha256 !== expectedSha256)
          throw new BlobMismatchError(stored.sha256);
        await rename(temporary, join(folder, stored.sha256)); // over the same content, if it was there
        await syncFolder(folder);
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    open: openBlob,
    pathOf: (orgId, sha256) => fileOf(dir, orgId, sha256),
    async look(orgId, sha256) {
      const file = await openBlob(orgId, sha256);
      if (!file) return 'gone';
      try {
        await file.compare();
        return 'sound';
      } catch {
        return 'damaged'; // a sector that cannot be read included
      } finally {
        file.stream.destroy();
      }
    },
    async freeBytes() {
      await ensureFolder(dir);
      return await freeBytesOf(dir);
    },
    async remove(orgId, sha256, before) {
      const file = fileOf(dir, orgId, sha256);
      const found = await whenPresent(() => stat(file));
      if (found && found.mtimeMs < before) await rm(file, { force: true });
    },
    async sweep(orgId, before) {
      const folder = folderOf(dir, orgId);
      const names = (await whenPresent(() => readdir(folder))) ?? [];
      let removed = 0;
      for (const name of names.filter((each) => each.startsWith(halfWritten))) {
        const file = join(folder, name);
        const found = await whenPresent(() => stat(file));
        if (!found || found.mtimeMs >= before) continue;
        await rm(file, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

const pieceBytes = 1024 * 1024;

async function writeDurably(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
  at: Date,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of bytes instanceof Uint8Array ? piecesOf(bytes) : bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(chunk);
    await writeAll(file, chunk);
  }
  await file.utimes(at, at);
  await file.sync();
  return { sha256: hash.digest('hex'), size };
}

/** So that hashing a large file holds up nothing: a piece takes 2 ms, and writing it lets others have their turn. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** One write may take a part only. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength;) written += (await file.write(chunk, written)).bytesWritten;
}

/** A new folder is on the disk only when the folder above it is. */
async function ensureFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Paths are made of checked names only: a hash of fixed form, an organisation id without separators or dots. */
function fileOf(dir: string, orgId: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('not a SHA-256 in lower-case hex');
  return join(folderOf(dir, orgId), sha256);
}

function folderOf(dir: string, orgId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(orgId)) throw new RangeError('not an organisation id');
  return join(dir, orgId);
}

async function whenPresent<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
