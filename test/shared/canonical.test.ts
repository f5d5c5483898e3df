/** Canonical JSON, its hash, and the seals that stand on it, against the sample's own vectors and the platform's SHA-256. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attestationOf, sealOf, type Sealable } from '../../shared/crypto/attestation.ts';
import { canonical, canonicalHash } from '../../shared/crypto/canonical.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { openChance } from '../kit/clock.ts';

function sample<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../sample/${name}.json`, import.meta.url), 'utf8')) as T; // the vectors' own shape
}

describe('canonical JSON', () => {
  test('[CA1] the hash of a snapshot is that of its canonical form, on both vectors', () => {
    for (const name of ['document-01-v1-snapshot', 'document-01-v2-snapshot']) {
      const { content, content_hash } = sample<{ content: JsonObject; content_hash: string }>(name);
      expect(canonicalHash(content)).toBe(content_hash);
    }
  });

  test('[CA2] members are sorted by UTF-16 code units, numbers written as in ECMAScript', () => {
    const value: Json = { '€': 1e21, '\r': 1e-7, '1': 4.5, '\u{1F600}': [null, true, ''], '\ufb33': 'x' };
    expect(canonical(value)).toBe('{"\\r":1e-7,"1":4.5,"€":1e+21,"😀":[null,true,""],"\ufb33":"x"}');
  });

  test('[CA3] the order of members does not change the hash; absent equals undefined', () => {
    expect(canonicalHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(
      canonicalHash({ b: [{ d: 3, c: 2 }], a: 1, e: undefined }),
    );
  });

  test('[CA4] what JSON cannot hold is refused', () => {
    expect(() => canonical({ n: Number.NaN })).toThrow(TypeError);
  });
});

describe('SHA-256', () => {
  test('[CA5] digests equal those of the platform for every length around the block size', () => {
    const { bytes } = openChance(5);
    for (let length = 0; length < 200; length++) {
      const message = bytes(length);
      expect(sha256Hex(message)).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });

  test('[CA6] the digest of a text is that of its UTF-8 bytes, lone surrogates included', () => {
    for (const text of ['', 'Sinéad', '東京 😀', 'a\ud800b', '\udfff'])
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('the seal of a sign-off', () => {
  const signoffs =
    sample<
      (Sealable & { integrity: { attestation: JsonObject; previous_on_device: string | null; payload_hash: string } })[]
    >('signoffs');

  test('[SO6] the seal covers attestation and predecessor, on all 25 vectors', () => {
    expect(signoffs).toHaveLength(25);
    for (const { integrity } of signoffs)
      expect(canonicalHash({ ...integrity.attestation, previous_on_device: integrity.previous_on_device })).toBe(
        integrity.payload_hash,
      );
  });

  test('[SO6] the attestation comes from the record, so a changed record does not match', () => {
    for (const signoff of signoffs) {
      const { integrity } = signoff;
      expect(sealOf(attestationOf(signoff), integrity.previous_on_device)).toBe(integrity.payload_hash);
      const changed = { ...signoff, worker: { ...signoff.worker, name: `${signoff.worker.name}x` } };
      expect(sealOf(attestationOf(changed), integrity.previous_on_device)).not.toBe(integrity.payload_hash);
    }
  });
});

test('[ID1] ids sort by time and say that they are of version 7', () => {
  const [early, late] = [
    uuidv7(1_700_000_000_000, new Uint8Array(10).fill(255)),
    uuidv7(1_700_000_000_001, new Uint8Array(10)),
  ];
  expect(early < late).toBe(true);
  // Clocks of tablets that lost their battery too.
  for (const id of [early, ...[-1, 0.5, 2 ** 60].map((ms) => uuidv7(ms, new Uint8Array(10)))])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
