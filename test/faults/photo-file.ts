/** Files of photos that are killed on their way. */
import { createHash } from 'node:crypto';
import { plainPng } from '../photos/pictures.ts';

export const picture = plainPng();

/** Another file each time, and the same picture once it is cleaned: what follows the end of one is cut off. */
export function fileOf(round: number): { readonly bytes: Buffer; readonly hash: string } {
  const bytes = Buffer.concat([picture, Buffer.alloc(300_000, round)]);
  return { bytes, hash: sha256(bytes) };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
