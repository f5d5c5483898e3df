/** SHA-256 (FIPS 180-4), synchronous, so that device and server compute seals with the same code. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type HexDigest = (message: Uint8Array | string) => string;

let hexDigest: HexDigest = (message) =>
  bytesToHex(sha256(typeof message === 'string' ? utf8ToBytes(message) : message));

/** The digest of `message` (bytes, or text encoded as UTF-8) in lowercase hex. */
export function sha256Hex(message: Uint8Array | string): string {
  return hexDigest(message);
}

/** Replaces the portable implementation for the whole process: the platform's own takes a fifth of the time. */
export function usePlatformSha256(digest: HexDigest): void {
  hexDigest = digest;
}

/** The digest in the format of record fields: `sha256:` and lowercase hex. */
export function contentHash(message: Uint8Array | string): string {
  return `sha256:${sha256Hex(message)}`;
}
