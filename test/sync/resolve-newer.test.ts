/** Resolving a conflict after the record changed again: what was written since is merged or conflicts anew, and is never overwritten. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { Resolution } from '../../shared/resources/conflict.ts';
import { bareDevice, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Dispute {
  readonly hazardId: string;
  readonly conflictId: string;
}

/** Two devices changed one field; then somebody who has not looked at the conflict changed it again. */
async function disputed(world: World, field: string, [was, first, second, newer]: readonly Json[]): Promise<Dispute> {
  const device = bareDevice(world);
  const { hazardId } = await documentWithHazard(world, device);
  const edit = (wanted: Json, seen?: Json) =>
    patch('hazard', hazardId, { [field]: wanted ?? null }, seen === undefined ? undefined : { [field]: seen });
  await device.push([edit(was ?? null), edit(first ?? null, was), edit(second ?? null, was)]);
  const [conflict] = await conflictsOf(world);
  if (newer !== undefined) await device.push([edit(newer, first)]);
  return { hazardId, conflictId: String(conflict?.['id']) };
}

async function conflictsOf(world: World, status = 'open'): Promise<readonly JsonObject[]> {
  const { body } = await world.api<{ data: JsonObject[] }>('GET', `/api/v1/conflicts?status=${status}&per_page=100`);
  return body.data;
}

async function hazardOf(world: World, id: string): Promise<JsonObject | undefined> {
  const op = (await bareDevice(world).pull()).find((each) => each.op === 'put' && each.id === id);
  return op?.op === 'put' ? op.body : undefined;
}

type Resolve = (world: World, conflictId: string, resolution: Resolution, value?: Json) => Promise<void>;

/** The tablet has seen the newer value, or went offline before it was written. */
const overRest: Resolve = async (world, conflictId, resolution, value) => {
  const body = { resolution, ...(value === undefined ? {} : { value }) };
  const { status } = await world.api('POST', `/api/v1/conflicts/${conflictId}/settle`, body);
  expect(status).toBe(200);
};
const onTablet: Resolve = async (world, conflictId, resolution, value) => {
  await using tablet = await world.device();
  await tablet.sync();
  await tablet.resolveConflict(conflictId, resolution, value);
  await tablet.sync();
};

const ways = [
  ['REST', overRest],
  ['a tablet', onTablet],
] as const;

describe.each(engines)('on %s', (engine) => {
  test('[MG29] what the decider saw in the record is replaced, and nothing newer', async () => {
    await using world = await openWorld({ engine });
    const { hazardId, conflictId } = await disputed(world, 'name', ['WAS', 'ONE', 'TWO', 'NEWER']);
    const settle = (id: Json | undefined, seen: Json) =>
      world.api<JsonObject>('POST', `/api/v1/conflicts/${String(id)}/settle`, { resolution: 'take', seen });
    expect(await conflictsOf(world)).toMatchObject([{ theirs: 'ONE', mine: 'TWO', now: 'NEWER' }]);
    expect((await settle(conflictId, 'OLDER')).body).toMatchObject({ state: 'settled', now: 'NEWER' });
    const [again] = await conflictsOf(world);
    expect(again).toMatchObject({ theirs: 'NEWER', mine: 'TWO', now: 'NEWER' });
    await settle(again?.['id'], 'NEWER');
    expect(await hazardOf(world, hazardId)).toMatchObject({ name: 'TWO' });
    expect(await conflictsOf(world)).toEqual([]);
    const emptied = await disputed(world, 'who_at_risk', ['WAS', 'ONE', 'TWO', null]);
    await settle(emptied.conflictId, null);
    expect(await hazardOf(world, emptied.hazardId)).toMatchObject({ who_at_risk: 'TWO' });
    expect(await conflictsOf(world)).toEqual([]);
  });

  describe.each(ways)('over %s', (_, resolve) => {
    test('[MG23] taking the other value does not overwrite what was written since', async () => {
      await using world = await openWorld({ engine });
      const { hazardId, conflictId } = await disputed(world, 'name', ['WAS', 'ONE', 'TWO', 'NEWER']);
      await resolve(world, conflictId, 'take');
      expect(await hazardOf(world, hazardId)).toMatchObject({ name: 'NEWER' });
      expect(await conflictsOf(world, 'settled')).toMatchObject([{ id: conflictId, resolution: 'take' }]);
      expect(await conflictsOf(world)).toMatchObject([{ field: 'name', was: 'ONE', theirs: 'NEWER', mine: 'TWO' }]);
    });

    test('[MG23] nor does writing another value', async () => {
      await using world = await openWorld({ engine });
      const { hazardId, conflictId } = await disputed(world, 'name', ['WAS', 'ONE', 'TWO', 'NEWER']);
      await resolve(world, conflictId, 'write', 'THIRD');
      expect(await hazardOf(world, hazardId)).toMatchObject({ name: 'NEWER' });
      expect(await conflictsOf(world)).toMatchObject([{ was: 'ONE', theirs: 'NEWER', mine: 'THIRD' }]);
    });

    test('[MG23] the words of a text that were written since merge with those that are taken', async () => {
      await using world = await openWorld({ engine });
      const texts = [
        'Lift 2 t.\nKeep off.',
        'Lift 5 t.\nKeep off.',
        'Lift 3 t.\nKeep well off.',
        'Lift 5 t.\nKeep off.\nNEWER',
      ];
      const { hazardId, conflictId } = await disputed(world, 'description', texts);
      await resolve(world, conflictId, 'take');
      expect(await hazardOf(world, hazardId)).toMatchObject({ description: 'Lift 3 t.\nKeep well off.\nNEWER' });
      expect(await conflictsOf(world)).toEqual([]);
    });

    test('[MG23] the removal of a record that was edited since becomes a new conflict', async () => {
      await using world = await openWorld({ engine });
      const device = bareDevice(world);
      const { hazardId } = await documentWithHazard(world, device);
      await device.push([patch('hazard', hazardId, { name: 'EDITED' })]);
      await device.push([{ op: 'remove', kind: 'hazard', id: hazardId, base_rev: 1 }]);
      const [conflict] = await conflictsOf(world);
      await device.push([patch('hazard', hazardId, { name: 'NEWER' })]);
      await resolve(world, String(conflict?.['id']), 'take');
      expect(await hazardOf(world, hazardId)).toMatchObject({ name: 'NEWER' });
      expect(await conflictsOf(world)).toMatchObject([
        { field: '(removed)', kept: 'theirs', theirs: { name: 'NEWER' } },
      ]);
    });

    test('[MG27] a conflict of texts offers a merged proposal, which can be taken', async () => {
      await using world = await openWorld({ engine });
      const texts = ['Lift 2 t.\nKeep off.', 'Lift 5 t.\nKeep off.', 'Lift 3 t.\nKeep well off.'];
      const { hazardId, conflictId } = await disputed(world, 'description', texts);
      const proposal = 'Lift 5 / 3 t.\nKeep well off.';
      expect(await conflictsOf(world)).toMatchObject([{ proposal }]);
      await resolve(world, conflictId, 'merge');
      expect(await hazardOf(world, hazardId)).toMatchObject({ description: proposal });
      expect(await conflictsOf(world, 'settled')).toMatchObject([{ resolution: 'merge' }]);
      expect(await conflictsOf(world)).toEqual([]);
    });
  });

  test('[MG23] a tablet that was offline does not overwrite the newer value', async () => {
    await using world = await openWorld({ engine });
    const { hazardId, conflictId } = await disputed(world, 'name', ['WAS', 'ONE', 'TWO']);
    await using tablet = await world.device();
    await tablet.sync();
    await bareDevice(world).push([patch('hazard', hazardId, { name: 'NEWER' }, { name: 'ONE' })]);
    await tablet.resolveConflict(conflictId, 'take');
    expect(await tablet.hazards.get(hazardId)).toMatchObject({ name: 'TWO' });
    await tablet.sync();
    expect(await tablet.hazards.get(hazardId)).toMatchObject({ name: 'NEWER' });
    expect(await tablet.conflicts.find({ state: 'open' })).toMatchObject([{ theirs: 'NEWER', mine: 'TWO' }]);
  });

  test('[MG27] a conflict without a proposal cannot be resolved by merging', async () => {
    await using world = await openWorld({ engine });
    const { conflictId } = await disputed(world, 'name', ['WAS', 'ONE', 'TWO']);
    const { status } = await world.api('POST', `/api/v1/conflicts/${conflictId}/settle`, { resolution: 'merge' });
    expect(status).toBe(422);
    expect(await conflictsOf(world)).toHaveLength(1);
  });
});
