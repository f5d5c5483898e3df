/** The project of a conflict (contract, Sync): that of its record, which may differ from the document's. */
import { describe, expect, test } from 'vitest';
import type { PullOp } from '../../shared/sync/sync.ts';
import { act, bareDevice, create, patch, type BareDevice } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { twoProjects } from '../kit/two-projects.ts';
import { openWorld, type World } from '../kit/world.ts';

interface Setting {
  readonly a: string;
  readonly b: string;
  readonly documentId: string;
  readonly permitId: string;
  readonly office: BareDevice;
  /** Limited to the project of the permit, and to the current project of its form. */
  readonly ann: BareDevice;
  readonly tom: BareDevice;
}

/** A permit of the first project, whose form has moved to the second; both tablets are up to date. */
async function setUp(world: World): Promise<Setting> {
  const office = bareDevice(world);
  const { a, b, documentId } = await twoProjects(world, office);
  const permitId = world.app.commitContext.newId();
  const form = { permit_type: 'hot_work', valid_from: '2026-11-21T10:00:00Z', valid_to: '2026-11-21T17:00:00Z' };
  const results = await office.push([
    create('permit', permitId, { ...form, document_id: documentId, location: 'Bay 1' }),
    patch('document', documentId, { project_id: b }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied']);
  const [ann, tom] = [
    bareDevice(world, (await limitedToken(world, [a])).token),
    bareDevice(world, (await limitedToken(world, [b])).token),
  ];
  await ann.pull();
  await tom.pull();
  return { a, b, documentId, permitId, office, ann, tom };
}

const late = (permitId: string): ReturnType<typeof patch> =>
  patch('permit', permitId, { location: 'Bay 2' }, { location: 'Bay 1' });

function conflicts(ops: readonly PullOp[]): string[] {
  return ops.flatMap((op) =>
    'kind' in op && op.kind === 'conflict' ? [`${op.op} ${op.op === 'put' ? op.project_id : ''}`] : [],
  );
}

describe.each(engines)('on %s', (engine) => {
  test('[SY76] a conflict is in its record’s project, wherever that record’s document is', async () => {
    await using world = await openWorld({ engine });
    const { a, permitId, office, ann, tom } = await setUp(world);
    await office.push([patch('permit', permitId, { location: 'Roof of the boiler house' })]);
    expect(await ann.push([late(permitId)])).toMatchObject([{ status: 'merged', conflicts: [{ field: 'location' }] }]);
    expect(conflicts(await ann.pull())).toEqual([`put ${a}`]);
    expect(JSON.stringify(await tom.pull())).not.toContain('boiler house');
  });

  test('[SY76] a conflict moves with its record, and not with the document', async () => {
    await using world = await openWorld({ engine });
    const { a, b, documentId, permitId, office, ann, tom } = await setUp(world);
    await office.push([patch('permit', permitId, { location: 'Roof' })]);
    await bareDevice(world).push([late(permitId)]);
    expect(conflicts(await ann.pull())).toEqual([`put ${a}`]);
    await office.push([patch('document', documentId, { project_id: null })]);
    await office.push([patch('document', documentId, { project_id: b })]);
    expect(conflicts(await ann.pull())).toEqual([]);
    await office.push([patch('permit', permitId, { project_id: b })]);
    expect(conflicts(await ann.pull())).toEqual(['del ']);
    expect(conflicts(await tom.pull())).toEqual([`put ${b}`]);
  });

  test('[SY76] a conflict about a purged entry moves with the document', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    await office.push([patch('hazard', hazardId, { name: 'Falling beam' })]);
    await bareDevice(world).push([patch('hazard', hazardId, { name: 'Falling crate' }, { name: 'Falling load' })]);
    await office.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
    world.clock.advance(401 * 86_400_000);
    expect(await world.app.retention.run()).toBeGreaterThan(0);
    const [ann, tom] = [
      bareDevice(world, (await limitedToken(world, [a])).token),
      bareDevice(world, (await limitedToken(world, [b])).token),
    ];
    expect(conflicts(await ann.pull())).toEqual([`put ${a}`]);
    await tom.pull();
    await bareDevice(world).push([patch('document', documentId, { project_id: b })]);
    expect(conflicts(await ann.pull())).toEqual(['del ']);
    expect(conflicts(await tom.pull())).toEqual([`put ${b}`]);
  });

  test('[SY76] a conflict stored in the wrong project moves to the right one when it changes', async () => {
    await using world = await openWorld({ engine });
    const { a, b, permitId, office, ann, tom } = await setUp(world);
    await office.push([patch('permit', permitId, { location: 'Roof' })]);
    await bareDevice(world).push([late(permitId)]);
    const { store } = world.app.commitContext;
    const { id } = await store.db
      .selectFrom('record')
      .select('id')
      .where('kind', '=', 'conflict')
      .executeTakeFirstOrThrow();
    // As an earlier server stored it: in the document's project.
    await store.transaction((trx) => trx.updateTable('record').set({ scope: b }).where('id', '=', id).execute());
    expect(conflicts(await tom.pull())).toEqual([`put ${b}`]);
    expect((await world.api('GET', '/api/v1/conflicts')).body).toMatchObject({ data: [{ id }] });
    await office.push([act('conflict', id, 'settle')]);
    expect(conflicts(await tom.pull())).toEqual(['del ']);
    expect(conflicts(await ann.pull())).toEqual([`put ${a}`]);
  });
});
