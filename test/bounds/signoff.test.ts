/** Guard values of a sign-off, each at its bound and beside it, through the sync endpoint (contract, Sign-offs). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, documentWithHazard, type BareDevice } from '../kit/bare-device.ts';
import { sign, signoff } from '../kit/bare-signoff.ts';
import { openWorld, type World } from '../kit/world.ts';

let world: World;
let device: BareDevice;
let documentId: string;

beforeAll(async () => {
  world = await openWorld();
  device = bareDevice(world);
  ({ documentId } = await documentWithHazard(world, device, true));
});
afterAll(() => world[Symbol.asyncDispose]());

async function statusOf(more: JsonObject): Promise<string> {
  const { result } = await sign(world, device, signoff(documentId, more));
  return result.status;
}

/** A zigzag of so many points, as wide and as high as given. */
function ink(points: number, width: number, height: number): JsonObject {
  const stroke = Array.from({ length: points }, (_, i) => [
    (i * width) / (points - 1),
    i % 2 === 0 ? 0 : height,
    i * 16,
  ]);
  const strokes = [stroke];
  return { kind: 'ink_vector', format: 'ink-v1', width: 600, height: 200, strokes, sha256: canonicalHash(strokes) };
}

test.each([
  ['12 points', 'applied', ink(12, 60, 20)],
  ['11 points', 'refused', ink(11, 60, 20)],
  ['a width of 59 units', 'refused', ink(12, 59, 20)],
  ['a height of 19 units', 'refused', ink(12, 60, 19)],
  ['strokes under another hash', 'refused', { ...ink(12, 60, 20), sha256: canonicalHash('other') }],
])('[SO7] a signature with %s is %s', async (_, status, signature) => {
  expect(await statusOf({ signature })).toBe(status);
});

test.each([
  ['by another person', 'applied', { name: 'Ewa Nowak' }],
  ['by the signer', 'refused', { name: 'Jordan Blake' }],
  ['by the signer, written in another way', 'refused', { name: ' jordan  BLAKE' }],
  ['by nobody', 'refused', null],
])('[SO7] a tick that is witnessed %s is %s', async (_, status, witness) => {
  expect(await statusOf({ signature: { kind: 'tick_with_witness' }, witness })).toBe(status);
});

test.each([
  ['by another person', 'applied', { name: 'Ewa Nowak' }],
  ['by the signer', 'refused', { name: 'jordan blake' }],
])('[SO7] a typed name that is witnessed %s is %s', async (_, status, witness) => {
  expect(await statusOf({ signature: { kind: 'typed_name', text: 'J. Blake' }, witness })).toBe(status);
});

test.each([
  [30, 'applied'],
  [31, 'refused'],
])('[SO14] a sign-off with %i flags is %s', async (count, status) => {
  expect(await statusOf({ flags: Array.from({ length: count }, (_, i) => `flag_${i}`) })).toBe(status);
});

test.each([
  ['witness', 'name', 200],
  ['witness', 'role', 120],
  ['witness', 'reason', 500],
  ['declined', 'code', 60],
  ['declined', 'reason', 1000],
  ['declined', 'follow_up', 1000],
])('[SY3] a sign-off whose `%s.%s` has %i characters is applied, one more is refused', async (field, member, most) => {
  const given = (length: number): JsonObject => ({ [field]: { name: 'Ewa Nowak', [member]: 'x'.repeat(length) } });
  expect([await statusOf(given(most)), await statusOf(given(most + 1))]).toEqual(['applied', 'refused']);
});
