/** Sign-offs of a device without an SDK, as the protocol carries them, and how they are stored. */
import { attestationOf, sealOf, type Sealable } from '../../shared/crypto/attestation.ts';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';
import { create, type BareDevice } from './bare-device.ts';
import type { World } from './world.ts';

export const strokes = [Array.from({ length: 20 }, (_, i) => [i * 10, (i % 5) * 10, i * 16])];

let signed = 0;

/** Each with ink of its own, as a hand never draws the same twice. */
export function signoff(documentId: string, more: JsonObject = {}): JsonObject {
  const ink = [...strokes, [[++signed, 0, 0]]];
  return {
    document_id: documentId,
    worker: { id: 'worker-1', name: 'Jordan Blake' },
    signature: {
      kind: 'ink_vector',
      format: 'ink-v1',
      width: 600,
      height: 200,
      strokes: ink,
      sha256: canonicalHash(ink),
    },
    capture: {
      method: 'shared_device',
      device_id: 'tablet-1',
      clock_confidence: 'offset_known',
      identity_assurance: 'supervisor_attested',
    },
    ...more,
  };
}

/** Sealed as a tablet seals it; `set` names its version and the hash of that. */
export function sealed(set: JsonObject, previous: string | null = null): { readonly set: JsonObject; seal: string } {
  const attestation = attestationOf(set as unknown as Sealable); // of signoff() above
  const seal = sealOf(attestation, previous);
  const integrity = { algorithm: 'sha-256', attestation, previous_on_device: previous, payload_hash: seal };
  return { set: { ...set, integrity }, seal };
}

/** What binds a sign-off to the document's first version. */
export async function firstVersion(world: World, documentId: string): Promise<JsonObject> {
  const { body } = await world.api<{ data: { version: number; content_hash: string }[] }>(
    'GET',
    `/api/v1/documents/${documentId}/versions`,
  );
  const first = body.data.find(({ version }) => version === 1);
  if (!first) throw new Error('nothing was approved');
  return { document_version: 1, content_hash: first.content_hash };
}

export async function stored(device: BareDevice, id: string): Promise<JsonObject> {
  const found = (await device.pull()).find((op) => op.op === 'put' && op.id === id);
  if (found?.op !== 'put') throw new Error(`no record ${id}`);
  return found.body;
}

export async function sign(
  world: World,
  device: BareDevice,
  set: JsonObject,
): Promise<{ readonly id: string; readonly result: CommandResult }> {
  const id = world.app.commitContext.newId();
  const [result] = await device.push([create('signoff', id, set)]);
  if (!result) throw new Error('no result');
  return { id, result };
}
