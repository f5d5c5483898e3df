/** A hazard whose name an office and a tablet, which has not seen the office's, write at once. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { bareDevice, documentWithHazard, patch, type BareDevice } from '../../kit/bare-device.ts';
import { limitedToken } from '../../kit/limited.ts';
import type { World } from '../../kit/world.ts';

export interface Dispute {
  readonly world: World;
  readonly hazardId: string;
  readonly tablet: BareDevice;
  /** The tablet writes this in place of that, in one push. */
  readonly write: (...pauses: readonly (readonly [seen: string, written: string])[]) => Promise<unknown>;
  readonly conflicts: (status: 'open' | 'settled') => Promise<readonly JsonObject[]>;
}

/** The office has named the hazard anew since the tablet saw “Fall”. */
export async function disputed(world: World): Promise<Dispute> {
  const office = bareDevice(world);
  const { hazardId, documentId } = await documentWithHazard(world, office);
  await office.push([patch('hazard', hazardId, { name: 'Fall' })]);
  const project_id = world.app.commitContext.newId();
  await office.push([{ op: 'create', kind: 'project', id: project_id, set: { name: 'Mill Lane' } }]);
  await office.push([patch('document', documentId, { project_id })]);
  const tablet = bareDevice(world, (await limitedToken(world, [project_id])).token);
  await office.push([patch('hazard', hazardId, { name: 'Fall from the roof' })]);
  return {
    world,
    hazardId,
    tablet,
    write: (...pauses) =>
      tablet.push(pauses.map(([seen, name]) => patch('hazard', hazardId, { name }, { name: seen }))),
    conflicts: async (status) =>
      (await world.api<{ data: JsonObject[] }>('GET', `/api/v1/conflicts?status=${status}`)).body.data,
  };
}

export async function hazardOf({ world, hazardId }: Pick<Dispute, 'world' | 'hazardId'>): Promise<JsonObject> {
  const put = (await bareDevice(world).pull()).find((op) => op.op === 'put' && op.id === hazardId);
  return put?.op === 'put' ? put.body : {};
}
