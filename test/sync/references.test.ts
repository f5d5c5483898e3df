/** References by id that devices can write too: an industry, a contractor, a worker (contract, REST, R90). */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import { bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';

const unknown = '018f0000-0000-7000-8000-00000000dead';
const rams = { title: 'Roof works', document_type: 'rams' };

describe.each(engines)('references on %s', (engine) => {
  test('[R90] a record that references an unknown industry or contractor is refused and kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const [project, document, user] = [0, 1, 2].map(() => world.app.commitContext.newId()) as [string, string, string]; // three elements
    const results = await device.push([
      create('project', project, { name: 'Block C', industry_id: unknown }),
      create('document', document, { ...rams, contractor_id: unknown }),
      create('user', user, { name: 'Ruth Delaney', role: 'viewer', worker_id: unknown }),
    ]);
    expect(results.map(({ problem }) => problem)).toMatchObject([
      { code: 'reference_unknown', errors: [{ pointer: '#/industry_id' }] },
      { code: 'reference_unknown', errors: [{ pointer: '#/contractor_id' }] },
      { code: 'reference_unknown', errors: [{ pointer: '#/worker_id' }] },
    ]);
    const { body } = await world.api<{ data: readonly { command: Command }[] }>('GET', '/api/v1/sync/refused');
    expect(body.data.map(({ command }) => command.id).toSorted()).toEqual([project, document, user].toSorted());
  });

  test('[R90] a contractor may be created earlier in the same push, or by another device', async () => {
    await using world = await openWorld({ engine });
    const { newId } = world.app.commitContext;
    const [contractor, first, second] = [newId(), newId(), newId()];
    const results = await bareDevice(world).push([
      create('document', newId(), { ...rams, contractor_id: contractor }),
      create('contractor', contractor, { name: 'Novak Roofing' }),
      create('document', first, { ...rams, contractor_id: contractor }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['refused', 'applied', 'applied']);
    const [later] = await bareDevice(world).push([create('document', second, { ...rams, contractor_id: contractor })]);
    expect(later?.status).toBe('applied');
  });

  test('[R90] a record that already references an unknown one stays editable', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const [project, document] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    await device.push([create('project', project, { name: 'Block C' }), create('document', document, rams)]);
    // As an earlier server accepted them.
    const { store } = world.app.commitContext;
    await store.transaction(async (trx) => {
      for (const [id, field] of [
        [project, 'industry_id'],
        [document, 'contractor_id'],
      ] as const) {
        const { body } = await trx.selectFrom('record').select('body').where('id', '=', id).executeTakeFirstOrThrow();
        const old = JSON.stringify({ ...(JSON.parse(body) as object), [field]: unknown }); // a stored body is a JSON object
        await trx.updateTable('record').set({ body: old }).where('id', '=', id).execute();
      }
    });
    const renamed = await world.api('PUT', `/api/v1/projects/${project}`, { name: 'Block D', industry_id: unknown });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Block D', industry_id: unknown } });
    const [retitled] = await device.push([patch('document', document, { title: 'Roof', contractor_id: unknown })]);
    expect(retitled?.status).toBe('applied');
    const other = await world.api('PUT', `/api/v1/projects/${project}`, { industry_id: project });
    expect(other).toMatchObject({ status: 422, body: { code: 'reference_unknown' } });
  });
});

test('[R90] a tablet refuses an unknown industry; contractors are left to the server', async () => {
  await using world = await openWorld();
  await using tablet = await openTablet(world);
  await tablet.sync();
  await expect(tablet.projects.create({ name: 'Block C', industry_id: unknown })).rejects.toMatchObject({
    code: 'reference_unknown',
    errors: [{ pointer: '#/industry_id' }],
  });
  const { body } = await world.api<{ id: string }>('POST', '/api/v1/contractors', { name: 'Novak Roofing' });
  const known = await tablet.documents.create({ title: 'Roof works', document_type: 'rams', contractor_id: body.id });
  const lost = await tablet.documents.create({ title: 'Roof', document_type: 'rams', contractor_id: unknown });
  expect(await tablet.sync()).toMatchObject({ pushed: 2, refused: 1 });
  expect(await tablet.documents.get(known)).toMatchObject({ contractor_id: body.id, unsent: false });
  expect(await tablet.documents.get(lost)).toMatchObject({
    contractor_id: unknown,
    refused: { code: 'reference_unknown' },
  });
});
