/**
 * Checksums by which a device verifies that it holds exactly what the server holds (contract, Sync): for each scope the number of live
 * records and the sum of one hash for each. Device and server compute them alike; each change only adds or subtracts, whatever the number
 * of records.
 */

/** All scopes together, for users who may read everything. No project has this id. */
export const everyScope = '*';

export interface ScopeChecksum {
  readonly count: number;
  /** Below 2^48. */
  readonly sum: number;
}

export const emptyChecksum: ScopeChecksum = { count: 0, sum: 0 };

const modulus = 2 ** 48;

/**
 * 48-bit hash of `id:rev`, evenly distributed (the mixing steps of MurmurHash3, two lanes). Not cryptographic: it detects faults, not
 * forgery.
 */
export function contributionOf(id: string, rev: number): number {
  const text = `${id}:${rev}`;
  let high = 0x9747b28c;
  let low = 0x3c6ef372;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x85ebca6b);
    low = Math.imul(low ^ unit, 0xc2b2ae35);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 16), 0xc2b2ae35);
  low = Math.imul(low ^ (high >>> 13), 0x85ebca6b);
  high ^= high >>> 16;
  low ^= low >>> 16;
  return (high & 0xffff) * 2 ** 32 + (low >>> 0);
}

export function added({ count, sum }: ScopeChecksum, more: ScopeChecksum): ScopeChecksum {
  return { count: count + more.count, sum: (sum + more.sum) % modulus };
}

/** The contribution that removes this record. */
export function lessOf(id: string, rev: number): ScopeChecksum {
  return { count: -1, sum: (modulus - contributionOf(id, rev)) % modulus };
}

export function moreOf(id: string, rev: number): ScopeChecksum {
  return { count: 1, sum: contributionOf(id, rev) };
}
