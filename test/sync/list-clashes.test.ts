/** Concurrent edits of one list, on the real server: conflicts are recorded, and resolving one changes only the disputed part. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { bareDevice, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

describe.each(engines)('lists on %s', (engine) => {
  test('[MG10] of two edits of one COSHH control or card the first wins, with a conflict', async () => {
    await using world = await openWorld({ engine });
    const tom = await world.device({ seed: 101 });
    const ann = await world.device({ seed: 102 });
    const document_id = await tom.documents.create({ title: 'Resin floor', document_type: 'rams' });
    const coshh = await tom.coshh.create({
      document_id,
      substance_name: 'Resin',
      controls: [{ description: 'LEV on' }],
    });
    const card = { scheme: 'CSCS', card_number: '1' };
    const jan = await tom.personnel.create({ document_id, name: 'Jan', competence_cards: [card] });
    await tom.sync();
    await ann.sync();
    const edits = [
      [ann, 'LEV on full', '2027-01-01'],
      [tom, 'LEV on half', '2028-01-01'],
    ] as const;
    for (const [device, description, expires_on] of edits) {
      await device.coshh.patch(coshh, { controls: [{ description }] });
      await device.personnel.patch(jan, { competence_cards: [{ ...card, expires_on }] });
      await device.sync();
    }
    await ann.sync();
    expect((await ann.coshh.get(coshh))?.controls).toMatchObject([{ description: 'LEV on full' }]);
    expect((await ann.personnel.get(jan))?.competence_cards).toMatchObject([{ ...card, expires_on: '2027-01-01' }]);
    const shown = (await ann.conflicts.find()).map(({ field, kept }) => `${field} ${kept}`);
    expect(shown.toSorted()).toEqual(['competence_cards both', 'controls both']);
  });

  test('[MG18] REST takes one side’s control and keeps what the other side added', async () => {
    await using world = await openWorld({ engine });
    const { hazardId, conflictId } = await disputedControl(world);
    const { status } = await world.api('POST', `/api/v1/conflicts/${conflictId}/settle`, { resolution: 'take' });
    expect(status).toBe(200);
    const hazard = (await bareDevice(world).pull()).find((op) => op.op === 'put' && op.id === hazardId);
    expect(hazard).toMatchObject({ body: { controls: [{ description: 'my rail' }, { description: 'net' }] } });
  });

  test('[MG18] an offline tablet takes its own control and keeps what the other side added', async () => {
    await using world = await openWorld({ engine });
    const { hazardId, conflictId } = await disputedControl(world);
    const tom = await world.device();
    await tom.sync();
    await tom.resolveConflict(conflictId, 'take');
    await tom.sync();
    expect((await tom.hazards.get(hazardId))?.controls).toMatchObject([
      { description: 'my rail' },
      { description: 'net' },
    ]);
    expect(await tom.conflicts.find()).toMatchObject([{ state: 'settled', resolution: 'take' }]);
  });
});

/** Two devices edited one control; the first of them added another. */
async function disputedControl(world: World): Promise<{ readonly hazardId: string; readonly conflictId: string }> {
  const [ann, tom] = [bareDevice(world), bareDevice(world)];
  const { hazardId } = await documentWithHazard(world, ann);
  const railId = world.app.commitContext.newId();
  const controls = (...descriptions: readonly string[]): JsonObject => ({
    controls: descriptions.map((description, i) => ({ description, ...(i === 0 ? { id: railId } : {}) })),
  });
  await ann.push([patch('hazard', hazardId, controls('rail'), { controls: [] })]);
  await ann.push([patch('hazard', hazardId, controls('their rail', 'net'), controls('rail'))]);
  await tom.push([patch('hazard', hazardId, controls('my rail'), controls('rail'))]);
  const conflict = (await tom.pull()).find((op) => op.op === 'put' && op.kind === 'conflict');
  return { hazardId, conflictId: conflict?.op === 'put' ? conflict.id : '' };
}
