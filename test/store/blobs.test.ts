/** The file store of photos and exports. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BlobMismatchError, BlobTooLargeError, openFileBlobs, type BlobStore } from '../../server/blobs/blobs.ts';
import { startChild } from './child.ts';

test('[DB42] a blob is stored under its SHA-256 and returned only to its own organisation', async () => {
  await using folder = await temporaryFolder();
  const content = randomBytes(300_000);
  const stored = await folder.blobs.put('org', inPieces(content), 1_000_000);
  expect(stored).toEqual({ sha256: sha256(content), size: 300_000 });
  expect(await readBack(folder.blobs, 'org', stored.sha256)).toEqual(content);
  expect(await folder.blobs.look('org', stored.sha256)).toBe('sound');
  expect(await folder.blobs.look('other', stored.sha256)).toBe('gone');
  expect(await folder.blobs.open('other', stored.sha256)).toBeNull();
  expect(await folder.blobs.open('org', sha256(Buffer.from('unknown')))).toBeNull();
});

test('[DB50] an empty blob, and one given as bytes, are stored like any other', async () => {
  await using folder = await temporaryFolder();
  for (const content of [Buffer.alloc(0), Buffer.from('photo')]) {
    const { sha256: name } = await folder.blobs.put('org', content, 5);
    expect(await readBack(folder.blobs, 'org', name)).toEqual(content);
  }
});

test('[DB43] the same content twice, also at the same time, is one blob', async () => {
  await using folder = await temporaryFolder();
  const content = randomBytes(50_000);
  const stored = await Promise.all(Array.from({ length: 8 }, () => folder.blobs.put('org', inPieces(content), 50_000)));
  expect(new Set(stored.map(({ sha256: name }) => name))).toEqual(new Set([sha256(content)]));
  expect(await folder.names('org')).toEqual([sha256(content)]);
  expect(await readBack(folder.blobs, 'org', sha256(content))).toEqual(content);
});

test('[DB44] too large, mismatched or truncated content leaves nothing behind', async () => {
  await using folder = await temporaryFolder();
  const content = randomBytes(2000);
  await expect(folder.blobs.put('org', content, 1999)).rejects.toThrow(BlobTooLargeError);
  await expect(folder.blobs.put('org', endless(), 1_000_000)).rejects.toMatchObject({ maxBytes: 1_000_000 });
  await expect(folder.blobs.put('org', content, 2000, sha256(Buffer.from('other')))).rejects.toThrow(BlobMismatchError);
  await expect(folder.blobs.put('org', brokenOff(content), 2000)).rejects.toThrow('connection lost');
  expect(await folder.names('org')).toEqual([]);
  await folder.blobs.put('org', content, 2000, sha256(content));
  expect(await folder.names('org')).toEqual([sha256(content)]);
});

test('[DB45] no name leads out of the folder of the organisation', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.dir, 'secret'), 'key');
  await mkdir(join(folder.dir, 'org'));
  const hash = sha256(Buffer.from(''));
  for (const orgId of ['', '.', '..', '../org', 'org/..', '/etc', 'org\0', 'a\\b', 'x'.repeat(65)]) {
    await expect(folder.blobs.put(orgId, Buffer.from('x'), 10)).rejects.toThrow('not an organisation id');
    await expect(folder.blobs.open(orgId, hash)).rejects.toThrow('not an organisation id');
    await expect(folder.blobs.look(orgId, hash)).rejects.toThrow('not an organisation id');
  }
  for (const name of [
    '',
    '../secret',
    'secret',
    `../${hash}`,
    hash.toUpperCase(),
    `${hash}\n`,
    `${hash}/..`,
    hash.slice(1),
  ]) {
    await expect(folder.blobs.open('org', name)).rejects.toThrow('not a SHA-256');
    await expect(folder.blobs.look('org', name)).rejects.toThrow('not a SHA-256');
  }
});

test('[DB46] a process killed while it stores leaves a temporary file, and never a blob', async () => {
  await using folder = await temporaryFolder();
  const child = startChild('blob-program.ts', { dir: folder.dir });
  for await (const line of child.lines) if (line === 'half') child.kill();
  await child.ended;
  const names = await folder.names('org');
  expect(names).toEqual([expect.stringMatching(/^\.incoming-/)]);
  const now = Date.now();
  expect(await folder.blobs.sweep('org', now - 86_400_000)).toBe(0); // it may be under way
  expect(await folder.blobs.sweep('org', now + 60_000)).toBe(1);
  expect(await folder.names('org')).toEqual([]);
  expect(await folder.blobs.sweep('nobody', now)).toBe(0);
});

interface Folder extends AsyncDisposable {
  readonly dir: string;
  readonly blobs: BlobStore;
  names(orgId: string): Promise<string[]>;
}

async function temporaryFolder(): Promise<Folder> {
  const dir = await mkdtemp(join(tmpdir(), 'sitefile-blobs-'));
  return {
    dir,
    blobs: openFileBlobs(dir),
    names: (orgId) => readdir(join(dir, orgId)),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  };
}

async function readBack(blobs: BlobStore, orgId: string, name: string): Promise<Buffer> {
  const blob = await blobs.open(orgId, name);
  if (blob === null) throw new Error(`${name} is not there`);
  const content = await buffer(blob.stream);
  expect(blob.size).toBe(content.byteLength);
  return content;
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function* inPieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.byteLength; start += 7001) yield content.subarray(start, start + 7001);
}

async function* brokenOff(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content.subarray(0, 1000);
  throw new Error('connection lost');
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(65_536);
}
