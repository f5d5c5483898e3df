/**
 * Checksums by which a device verifies that it holds exactly what the server holds (contract, Sync): for each scope the number of live
 * records and the sum of a part of each record's digest. Device and server compute them alike; each change only adds or subtracts,
 * whatever the number of records.
 */
import { sha256Hex } from '../crypto/sha256.ts';

/** All scopes together, for users who may read everything. No project has this id. */
export const everyScope = '*';

export interface ScopeChecksum {
  readonly count: number;
  /** Below 2^48. */
  readonly sum: number;
}

export const emptyChecksum: ScopeChecksum = { count: 0, sum: 0 };

const modulus = 2 ** 48;
const digestDigits = 32;
/** 48 bits. */
const summedDigits = 12;

/** The members of a record that come with its body. */
export interface Envelope {
  readonly id: string;
  readonly kind: string;
  readonly seq: number;
  readonly rev: number;
  readonly document_id: string | null;
  /** Its scope. */
  readonly project_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
}

/**
 * Digest of a record as its reader sees it: the first 16 bytes of a SHA-256, hex. `body` is JSON as `JSON.stringify` writes it, which gives
 * the same text again after parsing.
 */
export function recordDigest(envelope: Envelope, body: string): string {
  const { id, kind, seq, rev, document_id, project_id, created_at, updated_at, created_by, updated_by } = envelope;
  const places = [document_id ?? '', project_id ?? ''];
  const head = JSON.stringify([id, kind, seq, rev, ...places, created_at, updated_at, created_by, updated_by]);
  return sha256Hex(head + body).slice(0, digestDigits);
}

export function added({ count, sum }: ScopeChecksum, more: ScopeChecksum): ScopeChecksum {
  return { count: count + more.count, sum: (sum + more.sum) % modulus };
}

/** Removes the record with this digest from a sum. */
export function lessOf(digest: string): ScopeChecksum {
  return { count: -1, sum: (modulus - summed(digest)) % modulus };
}

export function moreOf(digest: string): ScopeChecksum {
  return { count: 1, sum: summed(digest) };
}

/** 0 for a text that is no digest. */
function summed(digest: string): number {
  return Number.parseInt(digest.slice(0, summedDigits), 16) || 0;
}
