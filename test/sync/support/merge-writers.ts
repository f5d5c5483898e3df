/** A hazard that several people write at once, and what was kept of their merges. */
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { bareDevice, documentWithHazard, patch, type BareDevice } from '../../kit/bare-device.ts';
import type { World } from '../../kit/world.ts';

export interface Writers {
  readonly documentId: string;
  readonly hazardId: string;
  readonly owen: BareDevice;
  /** Edits of the hazard; `seen` = what its author saw. */
  readonly write: (of: BareDevice, set: JsonObject, seen?: JsonObject) => Promise<unknown>;
  readonly merged: (query?: string) => Promise<readonly JsonObject[]>;
}

export const rows = async (world: World, path: string): Promise<readonly JsonObject[]> =>
  (await world.api<{ data: JsonObject[] }>('GET', `/api/v1/${path}`)).body.data;

/** A hazard that Owen and other people write. */
export async function writers(world: World, description: Json = 'Stop at 9 m/s.'): Promise<Writers> {
  const ann = bareDevice(world);
  const { documentId, hazardId } = await documentWithHazard(world, ann);
  await ann.push([patch('hazard', hazardId, { description })]);
  const owen = bareDevice(world, await world.token('supervisor', undefined, 'Owen Price'));
  return {
    documentId,
    hazardId,
    owen,
    write: (of, set, seen) => of.push([patch('hazard', hazardId, set, seen)]),
    merged: (query = '') => rows(world, `merged-edits${query}`),
  };
}

export const stop = (text: string): JsonObject => ({ description: text });
