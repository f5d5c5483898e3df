/** Old apps against a newer server, newer apps against an older one, and records that an older server stored. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { PushReply } from '../../shared/sync/sync.ts';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { agedFields, madeUpSteps as steps } from './support/made-up-steps.ts';

describe.each(engines)('evolution on %s', (engine) => {
  test('[EV6] commands of every schema take effect side by side, each as its app meant it', async () => {
    await using world = await openWorld({ engine, steps });
    const device = bareDevice(world);
    const [documentId, hazardId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const answer = await device.send([
      { id: 1, command: create('document', documentId, { title: 'Glulam lift', document_type: 'rams' }) },
      {
        id: 2,
        command: create('hazard', hazardId, { ...oldHazard, document_id: documentId }),
      },
      { id: 3, schema: 3, command: patch('hazard', hazardId, { label: 'Sling' }, { label: 'Falling load' }) },
      { id: 4, schema: 4, command: patch('hazard', hazardId, { severity_before: 5 }, { severity_before: 4 }) },
      { id: 5, schema: 5, command: patch('hazard', hazardId, { name: 'Sling fails' }, { name: 'Sling' }) },
      { id: 6, command: act('document', documentId, 'hand_in', { remark: 'Please look at the sling.' }) },
    ]);
    expect(answer.body.results.map(({ status, problem }) => problem ?? status)).toEqual(Array(6).fill('applied'));
    const { body } = await world.api('GET', `/api/v1/documents/${documentId}/hazards/${hazardId}`);
    expect(body).toMatchObject({ name: 'Sling fails', severity_before: 5 });
    expect((await world.api('GET', `/api/v1/documents/${documentId}`)).body).toMatchObject({
      status: 'pending_review',
    });
  });

  test('[EV3] a command that cannot be upgraded is refused alone, kept as it was made', async () => {
    await using world = await openWorld({ engine, steps });
    const device = bareDevice(world);
    const { hazardId } = await documentWithHazard(world, bareDeviceOf5(world));
    const drawing = create('drawing', world.app.commitContext.newId(), { sheet: 'A1' });
    const results = await device.push([
      drawing,
      patch('hazard', hazardId, { caption: 'Sling' }),
      create('site', world.app.commitContext.newId(), { name: 'Quay', address_text: 7 }),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'shape_retired',
      'applied',
      'shape_retired',
    ]);
    const kept = await world.api<{ data: { id: string; command: JsonObject }[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data.map(({ id }) => id).toSorted()).toEqual([results[0]?.id, results[2]?.id]);
    expect(JSON.stringify(kept.body.data)).toContain('"sheet":"A1"');
  });

  test('[EV7] an app too old to read gets 426; its commands are still accepted', async () => {
    await using world = await openWorld({ engine, steps });
    const pull = (schema?: number) => world.api('POST', '/api/v1/sync/pull', schema ? { schema } : {});
    const refused = await pull(4);
    expect(refused.status).toBe(426);
    expect(refused.body).toMatchObject({
      code: 'schema_too_old',
      upgrade: { schema: { current: 5, min_pull: 5, yours: 4 } },
    });
    expect((await pull(5)).body).toMatchObject({ schema: 5 });
    expect((await pull()).status).toBe(200);
    expect((await pull(99)).status).toBe(200);
    const id = world.app.commitContext.newId();
    expect(await bareDevice(world).push([create('project', id, { name: 'Block C' })])).toMatchObject([
      { status: 'applied' },
    ]);
    const hello = await world.api('POST', '/api/v1/sync/hello', { protocols: [1], schema: 1 });
    expect(hello.body).toMatchObject({ schema: { current: 5, min_pull: 5 } });
  });

  test('[EV8] an app newer than the server has to wait, until the server is upgraded', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const project = create('project', world.app.commitContext.newId(), { name: 'Block C' });
    const site = create('site', world.app.commitContext.newId(), { name: 'Quay', project_id: project.id });
    const commands = [
      { id: 1, command: project },
      { id: 2, schema: 5, command: site },
    ];
    const answer = await device.send(commands);
    expect(answer.status).toBe(409);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body).toMatchObject({ code: 'schema_too_new', upgrade: { schema: { current: 1, yours: 5 } } });
    expect(await device.pull()).toEqual([]);
    await world.restart(steps);
    expect((await device.send(commands)).body.results.map(({ status }) => status)).toEqual(['applied', 'applied']);
  });

  test('[EV9] a create accepted before the upgrade changes nothing when sent again', async () => {
    await using world = await openWorld({ engine, steps: steps.slice(0, 1) });
    const documentId = world.app.commitContext.newId();
    const commands: Command[] = [
      create('document', documentId, { title: 'Glulam lift', document_type: 'rams' }),
      create('section', world.app.commitContext.newId(), { document_id: documentId, heading: 'Sequence' }),
    ];
    expect((await bareDevice(world).push(commands)).map(({ status }) => status)).toEqual(['applied', 'applied']);
    await world.restart(steps);
    expect((await bareDevice(world).push(commands)).map(({ status }) => status)).toEqual(['noop', 'noop']);
    const other = create('section', commands[1]?.id ?? '', { document_id: documentId, heading: 'Another' });
    expect(await bareDevice(world).push([other])).toMatchObject([{ problem: { code: 'id_conflict' } }]);
  });

  test('[EV10] stored records are upgraded before they are served, and nobody changed them', async () => {
    await using world = await openWorld({ engine });
    const { documentId, hazardId } = await documentWithHazard(world, bareDevice(world));
    await age(world, hazardId);
    const before = await rowOf(world, hazardId);
    expect(JSON.parse(before.body)).toMatchObject({ caption: 'Falling load', severity_before: 'catastrophic' });
    await world.restart(steps);
    const after = await rowOf(world, hazardId);
    expect(JSON.parse(after.body)).toMatchObject({ name: 'Falling load', severity_before: 5 });
    expect({ ...after, body: '' }).toEqual({ ...before, body: '' });
    const answer = await world.api('GET', `/api/v1/documents/${documentId}/hazards/${hazardId}`);
    expect(answer.body).toMatchObject({ name: 'Falling load', severity_before: 5 });
    const found = await world.api<{ data: { id: string }[] }>('GET', '/api/v1/search?q=falling');
    expect(JSON.stringify(found.body)).toContain(hazardId);
    // A second start finds nothing to do.
    await world.restart(steps);
    expect(await rowOf(world, hazardId)).toEqual(after);
  });

  test('[EV11] an older server does not start on newer records, and a running one stops writing', async () => {
    await using world = await openWorld({ engine });
    await world.app.commitContext.store.transaction((trx) =>
      trx.updateTable('feed').set({ record_schema: 2 }).execute(),
    );
    const answer = await world.api('POST', '/api/v1/projects', { name: 'Block C' });
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'unavailable' });
    await expect(world.restart()).rejects.toThrow(/records have schema 2/);
    await world.restart(steps.slice(0, 1));
    expect((await world.api('POST', '/api/v1/projects', { name: 'Block C' })).status).toBe(201);
  });
});

const oldHazard = { caption: 'Falling load', severity_before: 'major', likelihood_before: 3 };

/** A device whose commands are of today's shapes. */
function bareDeviceOf5(world: World): ReturnType<typeof bareDevice> {
  const device = bareDevice(world);
  let last = 0;
  return {
    ...device,
    push: async (commands) => {
      const answer = await device.send(commands.map((command) => ({ id: ++last, schema: 5, command })));
      return (answer.body as PushReply).results;
    },
  };
}

async function rowOf(world: World, id: string) {
  return await world.app.commitContext.store.db
    .selectFrom('record')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** As a server of schema 1 would have stored it. */
async function age(world: World, id: string): Promise<void> {
  const { kind, body } = await rowOf(world, id);
  const old = JSON.stringify(agedFields(kind, JSON.parse(body) as JsonObject)); // a stored body is a JSON object
  await world.app.commitContext.store.transaction((trx) =>
    trx.updateTable('record').set({ body: old }).where('id', '=', id).execute(),
  );
}
