/** Reads what was loaded through REST, and looks at the chains of sign-offs. */
import { attestationOf, sealOf, type Sealable } from '../../shared/crypto/attestation.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { World } from '../kit/world.ts';
import { documentFiles, type Fields } from './sample-files.ts';

export async function get(world: World, path: string): Promise<JsonObject> {
  const { status, body, text } = await world.api<JsonObject>('GET', `/api/v1${path}`);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
  return body;
}

export async function list(world: World, path: string): Promise<readonly Fields[]> {
  return (await get(world, `${path}?per_page=100`))['data'] as unknown as readonly Fields[]; // the list envelope
}

export async function signoffsById(world: World): Promise<Map<string, Fields>> {
  const lists = await Promise.all(documentFiles.map(({ id }) => list(world, `/documents/${id}/signoffs`)));
  return new Map(lists.flat().map((signoff) => [signoff.id, signoff]));
}

/** The length of each tablet's chain; throws where a seal is wrong, or is not chained to the one captured before it. */
export function chainLengths(signoffs: Iterable<Fields>): readonly number[] {
  const chains = new Map<string, string[]>();
  for (const signoff of [...signoffs].toSorted((a, b) => (capturedAt(a) < capturedAt(b) ? -1 : 1))) {
    const tablet = (signoff['capture'] as JsonObject)['device_id']; // the sign-off's schema
    const seal = signoff['integrity'] as JsonObject; // likewise
    const chain = typeof tablet === 'string' ? (chains.get(tablet) ?? []) : [];
    const previous = chain.at(-1) ?? null;
    if ((seal['previous_on_device'] ?? null) !== previous) throw new Error(`sign-off ${signoff.id} leaves a gap`);
    const expected = sealOf(attestationOf(signoff as unknown as Sealable), previous); // likewise
    if (seal['payload_hash'] !== expected) throw new Error(`sign-off ${signoff.id} has a wrong seal`);
    if (typeof tablet === 'string') chains.set(tablet, [...chain, expected]);
  }
  return [...chains.values()].map((chain) => chain.length).toSorted((a, b) => a - b);
}

function capturedAt(signoff: JsonObject): string {
  return String((signoff['capture'] as JsonObject)['captured_at_device']); // the sign-off's schema
}
