/**
 * Sign-offs, sent as a tablet sends them: by sync push, in the order of capture on each tablet, bound to the content hash of this server,
 * and sealed again because the seal covers that hash (SO1, SO6).
 */
import * as z from 'zod';
import { attestationOf, sealOf } from '../../../shared/crypto/attestation.ts';
import type { Api } from '../api.ts';
import type { SampleSignoff } from './files.ts';
import type { Loader } from './loader.ts';
import type { Change } from './push.ts';
import { sentSignoff } from './loader.ts';

const sealed = z.object({ id: z.string(), integrity: z.object({ payload_hash: z.string() }).nullable().optional() });
const frozen = z.object({ version: z.int(), content_hash: z.string() });

/** Returns how many were sent. Existing ones only continue their tablet's chain. */
export async function sendSignoffs(
  { api, pusher, lastSealByTablet }: Loader,
  signoffs: readonly SampleSignoff[],
): Promise<number> {
  const sealById = await sealsById(api, signoffs);
  const hashes = await contentHashes(api, signoffs);
  const creations: Change[] = [];
  for (const signoff of signoffs.toSorted(byCapture)) {
    const tablet = signoff.capture.device_id;
    const known = sealById.get(signoff.id);
    const hash = hashes.get(`${signoff.document_id} ${signoff.document_version}`);
    if (known === undefined && !hash)
      throw new Error(`sign-off ${signoff.id}: version ${signoff.document_version} was not approved here`);
    const fields = known === undefined && hash ? sealedFields(signoff, hash, lastSealByTablet) : null;
    const seal = fields?.integrity.payload_hash ?? known;
    if (tablet && seal) lastSealByTablet.set(tablet, seal);
    if (fields)
      creations.push({
        command: { op: 'create', kind: 'signoff', id: signoff.id, set: fields },
        what: `sign-off ${signoff.id}`,
        at: signoff.capture.captured_at_device,
      });
  }
  await pusher.push(creations);
  return creations.length;
}

/** By the tablet's clock: only it orders the sign-offs of one tablet. */
function byCapture(a: SampleSignoff, b: SampleSignoff): number {
  return Date.parse(a.capture.captured_at_device) - Date.parse(b.capture.captured_at_device);
}

function sealedFields(signoff: SampleSignoff, hash: string, lastSealByTablet: ReadonlyMap<string, string>) {
  const fields = { ...signoff, content_hash: hash };
  const attestation = attestationOf(fields);
  const previous = lastSealByTablet.get(signoff.capture.device_id ?? '') ?? null;
  // The sample's device signature is left out: it covers the seal of the sample, and the tablets' keys are not available.
  const integrity = {
    algorithm: 'sha-256 over canonical JSON',
    attestation: { ...attestation },
    previous_on_device: previous,
    payload_hash: sealOf(attestation, previous),
    device_signature: null,
  };
  return { ...sentSignoff(fields), integrity };
}

async function sealsById(api: Api, signoffs: readonly SampleSignoff[]): Promise<Map<string, string | null>> {
  const found = await Promise.all(documentsOf(signoffs).map((id) => api.list(`/documents/${id}/signoffs`)));
  return new Map(
    found
      .flat()
      .map((row) => sealed.parse(row))
      .map(({ id, integrity }) => [id, integrity?.payload_hash ?? null]),
  );
}

async function contentHashes(api: Api, signoffs: readonly SampleSignoff[]): Promise<Map<string, string>> {
  const lists = await Promise.all(
    documentsOf(signoffs).map(async (id) => {
      const versions = (await api.list(`/documents/${id}/versions`)).map((row) => frozen.parse(row));
      return versions.map(({ version, content_hash: hash }): [string, string] => [`${id} ${version}`, hash]);
    }),
  );
  return new Map(lists.flat());
}

function documentsOf(signoffs: readonly SampleSignoff[]): string[] {
  return [...new Set(signoffs.map((signoff) => signoff.document_id))];
}
