/**
 * The server's key ring (contract, Security, HR65 to HR70). All keys are derived from one root: SECRET_KEY, or a key file that the first
 * start makes. The database holds the id of the ring that it belongs to.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';

export interface KeyRing {
  /** Names the ring and tells nothing about it: 16 hex digits. */
  readonly id: string;
  /** For what callers bring back: cursors, download links, invitations. */
  readonly signing: Uint8Array;
  /** For the secrets of webhooks. */
  readonly sealing: Uint8Array;
}

export type KeySettings = Pick<Config, 'dataDir' | 'keyDir' | 'secretKey'>;

const rootBytes = 32;

/** Null = there is no key file yet. Throws when the file is there and not a key. */
export async function readKeyRing(settings: KeySettings): Promise<KeyRing | null> {
  if (settings.secretKey !== undefined) return ringOf(Buffer.from(settings.secretKey));
  const path = keyFileOf(settings);
  const root = await readFile(path).catch(absent);
  return root && ringOf(usable(root, path));
}

/** Makes the key file, readable by its own user only, unless another process was quicker. */
export async function makeKeyRing(settings: KeySettings): Promise<KeyRing> {
  const path = keyFileOf(settings);
  await writeKeyFile(path, randomBytes(rootBytes));
  return ringOf(usable(await readFile(path), path));
}

export function keyFileOf({ dataDir, keyDir }: KeySettings): string {
  return join(keyDir ?? join(dataDir, 'keys'), 'sitefile.key');
}

/** On the disk when it resolves. Leaves a file that is already there as it is. */
export async function writeKeyFile(path: string, root: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(fresh, 'wx', 0o600);
  try {
    await handle.writeFile(root);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A link fails where the name exists, so the first process wins and all read the same key.
  await link(fresh, path).catch(ignoreExisting);
  await rm(fresh);
}

/** HKDF (RFC 5869) with one label for each purpose. */
export function ringOf(root: Uint8Array): KeyRing {
  const derive = (purpose: string, bytes: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', root, '', `sitefile ${purpose}`, bytes));
  return {
    id: Buffer.from(derive('key id', 8)).toString('hex'),
    signing: derive('signing', rootBytes),
    sealing: derive('sealing', rootBytes),
  };
}

function usable(root: Buffer, path: string): Uint8Array {
  if (root.length !== rootBytes) throw new Error(`${path} is not a key of 32 bytes; restore it from a backup`);
  return root;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
