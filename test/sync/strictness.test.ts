/** The organisation's strictness settings, enforced for sync (contract, Review and strictness). */
import { describe, expect, test } from 'vitest';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

async function strictWorld(engine: (typeof engines)[number], settings: object): Promise<World> {
  const world = await openWorld({ engine });
  const { status, text } = await world.api('PUT', '/api/v1/organisation', { settings });
  if (status !== 200) throw new Error(text);
  return world;
}

describe.each(engines)('strictness on %s', (engine) => {
  test('[RV3] a pushed edit makes its author an editor, also in one push with a withdrawal', async () => {
    await using world = await strictWorld(engine, { require_two_person_approval: true });
    const [author, manager] = [
      bareDevice(world, await world.token('author')),
      bareDevice(world, await world.token('manager')),
    ];
    const { documentId, hazardId } = await documentWithHazard(world, author);
    await author.push([act('document', documentId, 'submit_review')]);
    await manager.push([
      act('document', documentId, 'withdraw', { reason: 'One thing is missing.' }),
      patch('hazard', hazardId, { name: 'Swinging load' }),
    ]);
    await author.push([
      patch('hazard', hazardId, { name: 'Falling load' }),
      act('document', documentId, 'submit_review'),
    ]);
    const [approval] = await manager.push([act('document', documentId, 'approve')]);
    expect(approval?.problem).toMatchObject({ code: 'self_approval' });
    const document = (await manager.pull()).find((op) => op.op === 'put' && op.id === documentId);
    expect(document).toMatchObject({ body: { editors: [{ name: 'author' }, { name: 'manager' }] } });
    const [byAnother] = await bareDevice(world).push([act('document', documentId, 'approve')]);
    expect(byAnother?.status).toBe('applied');
  });

  test('[RV3] a refused group adds no editor; edits after approval count for the next version', async () => {
    await using world = await strictWorld(engine, {});
    const [author, other] = [
      bareDevice(world, await world.token('author')),
      bareDevice(world, await world.token('supervisor')),
    ];
    const { documentId, hazardId } = await documentWithHazard(world, author);
    const editors = async (): Promise<unknown> => {
      const { body } = await world.api<{ editors: { name: string }[] }>('GET', `/api/v1/documents/${documentId}`);
      return body.editors.map(({ name }) => name);
    };
    await other.push(
      [patch('hazard', hazardId, { name: 'Swinging load' }), patch('hazard', hazardId, { severity_before: 9 })],
      {
        txn: 'both',
      },
    );
    expect(await editors()).toEqual(['author']);
    await other.push([act('document', documentId, 'submit_review')]);
    await bareDevice(world).push([act('document', documentId, 'approve'), act('document', documentId, 'revise')]);
    expect(await editors()).toEqual([]);
    await other.push([patch('hazard', hazardId, { name: 'Swinging load' })]);
    expect(await editors()).toEqual(['supervisor']);
  });

  test('[RV10] of two projects with the same reference in one push, the second is refused', async () => {
    await using world = await strictWorld(engine, { required_references: true });
    const project = (reference: string | null) =>
      create('project', world.app.commitContext.newId(), { name: 'Harrow Lane', reference });
    const results = await bareDevice(world).push([
      project('HLC-014'),
      project(' hlc-014 '),
      project(null),
      project('HLC-015'),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'applied',
      'reference_taken',
      'validation_failed',
      'applied',
    ]);
  });

  test('[RV16] after a draft is discarded, devices have the approved content and not the draft', async () => {
    await using world = await strictWorld(engine, {});
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device, true);
    const added = world.app.commitContext.newId();
    await device.push([
      act('document', documentId, 'revise'),
      patch('hazard', hazardId, { name: 'Swinging load' }),
      create('hazard', added, { document_id: documentId, name: 'Noise' }),
    ]);
    const [discarded] = await device.push([act('document', documentId, 'discard')]);
    expect(discarded?.status).toBe('applied');
    const ops = await device.pull();
    expect(ops.find((op) => op.op === 'put' && op.id === hazardId)).toMatchObject({ body: { name: 'Falling load' } });
    expect(ops.some((op) => op.op === 'put' && op.id === added)).toBe(false);
    expect(ops.some((op) => op.op === 'put' && op.kind === 'discarded_draft')).toBe(false);
    const [late] = await device.push([patch('hazard', hazardId, { name: 'Too late' })]);
    expect(late?.problem).toMatchObject({ code: 'document_locked' });
  });

  test('[RV16] discarding a draft without changes writes no entry again', async () => {
    await using world = await strictWorld(engine, {});
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device);
    const section = world.app.commitContext.newId();
    await device.push([
      create('section', section, { document_id: documentId, section_type: 'ppe', title: 'PPE', body: null }),
      patch('hazard', hazardId, { category: null }),
      act('document', documentId, 'submit_review'),
      act('document', documentId, 'approve'),
      act('document', documentId, 'revise'),
    ]);
    const entries = async () =>
      (await device.pull()).filter((op) => op.op === 'put' && (op.id === section || op.id === hazardId));
    expect(await entries()).toHaveLength(2);
    const [discarded] = await device.push([act('document', documentId, 'discard')]);
    expect(discarded?.status).toBe('applied');
    expect(await entries()).toEqual([]);
  });
});
