/** Business rules that hold at every door, seen through the one that devices use. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

async function codeOf(world: World, command: Command, token = world.adminToken): Promise<string | undefined> {
  const [result] = await bareDevice(world, token).push([command]);
  return result?.problem?.code ?? result?.status;
}

describe.each(engines)('rules on %s', (engine) => {
  test('[RK2] controls do not make a hazard worse, whichever side a merge takes its values from', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { hazardId } = await documentWithHazard(world, device);
    expect(await codeOf(world, patch('hazard', hazardId, { likelihood_after: 4 }))).toBe('risk_after_exceeds_before');
    expect(await codeOf(world, patch('hazard', hazardId, { likelihood_after: 2 }))).toBe('applied');
    expect(await codeOf(world, patch('hazard', hazardId, { likelihood_before: 1 }))).toBe('risk_after_exceeds_before');
  });

  test('[LC4] an approval freezes the content as a version, and the next one supersedes it', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device, true);
    const edit = patch('hazard', hazardId, { name: 'Swinging load' });
    const next = ['submit_review', 'approve'].map((action) => act('document', documentId, action));
    await device.push([act('document', documentId, 'revise'), edit, ...next]);
    const versions = (await device.pull()).flatMap((op) => (op.op === 'put' && op.kind === 'version' ? [op.body] : []));
    expect(versions.toSorted((a, b) => Number(a['version']) - Number(b['version']))).toMatchObject([
      { version: 1, state: 'superseded', superseded_by_version: 2, content: { hazards: [{ name: 'Falling load' }] } },
      { version: 2, state: 'current', rebrief_required: true, content: { hazards: [{ name: 'Swinging load' }] } },
    ]);
  });

  test('[LC5] a decision that was made on other content is refused as stale', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    await device.push([act('document', documentId, 'submit_review')]);
    const stale = act('document', documentId, 'approve', { content_hash: `sha256:${'0'.repeat(64)}` });
    expect(await codeOf(world, stale)).toBe('stale_version');
    expect(await codeOf(world, act('document', documentId, 'approve', { version: 1 }))).toBe('applied');
  });

  test('[AC2] what a role may not do is refused at the sync door too', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world));
    const project = create('project', world.app.commitContext.newId(), { name: 'Block C' });
    expect(await codeOf(world, project, await world.token('viewer'))).toBe('forbidden');
    const tablet = await world.token('device');
    expect(await codeOf(world, act('document', documentId, 'submit_review'), tablet)).toBe('applied');
    expect(await codeOf(world, act('document', documentId, 'approve'), tablet)).toBe('forbidden');
  });

  test('[AC3] fields that only actions change cannot be set, at creation or later', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = world.app.commitContext.newId();
    const forged = {
      status: 'approved',
      version: 9,
      current_approved_version: 9,
      content_hash: `sha256:${'0'.repeat(64)}`,
    };
    await device.push([
      create('document', id, { title: 'Lift', document_type: 'rams', ...forged }),
      patch('document', id, forged),
    ]);
    const stored = (await device.pull()).find((op) => op.op === 'put' && op.id === id);
    expect(stored).toMatchObject({
      body: { status: 'draft', version: 1, current_approved_version: null, content_hash: null },
    });
  });

  test('[AC4] versions and conflicts are written by the system alone', async () => {
    await using world = await openWorld({ engine });
    for (const kind of ['version', 'conflict'])
      expect(['forbidden', 'validation_failed']).toContain(
        await codeOf(world, create(kind, world.app.commitContext.newId(), {})),
      );
  });

  test('[AC5] a record of another organisation cannot be named, edited or removed', async () => {
    await using world = await openWorld({ engine });
    const { documentId, hazardId } = await documentWithHazard(world, bareDevice(world));
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    const entry = create('hazard', world.app.commitContext.newId(), { document_id: documentId, name: 'Falling load' });
    expect(await codeOf(world, entry, stranger)).toBe('reference_unknown');
    expect(await codeOf(world, patch('hazard', hazardId, { name: 'x' }), stranger)).toBe('not_found');
    expect(await codeOf(world, { op: 'remove', kind: 'hazard', id: hazardId }, stranger)).toBe('not_found');
  });

  test('[AC6] an export is completed by the server alone', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const id = world.app.commitContext.newId();
    const forged = act('export', id, 'complete', { content_hash: null, pages: 1, bytes: 1, sha256: '0'.repeat(64) });
    const results = await device.push([create('export', id, { document_id: documentId, format: 'pdf' }), forged]);
    expect(results.map((result) => result.problem?.code ?? result.status)).toEqual(['applied', 'forbidden']);
  });

  test('[AC7] a photo comes with its file: a command alone makes none', async () => {
    await using world = await openWorld({ engine });
    const { newId } = world.app.commitContext;
    const [projectId, siteId, photoId] = [newId(), newId(), newId()];
    const photo = { site_id: siteId, sha256: '0'.repeat(64), media_type: 'image/png', bytes: 5 };
    const results = await bareDevice(world).push([
      create('project', projectId, { name: 'Block C' }),
      create('site', siteId, { project_id: projectId, name: 'East gate' }),
      create('photo', photoId, photo),
    ]);
    expect(results.map((result) => result.problem?.code ?? result.status)).toEqual(['applied', 'applied', 'deferred']);
    expect((await world.api('GET', `/api/v1/photos/${photoId}`)).status).toBe(404);
  });

  test('[LC6] an approval without conditions is unconditional, also with an empty list of them', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    await device.push([
      act('document', documentId, 'submit_review'),
      act('document', documentId, 'approve', { conditions: [] }),
    ]);
    const ops = await device.pull();
    expect(ops.find((op) => op.op === 'put' && op.kind === 'version')).toMatchObject({ body: { review_code: 'A' } });
    expect(ops.find((op) => op.op === 'put' && op.id === documentId)).toMatchObject({
      body: { review_rounds: [{ outcome: 'approved' }] },
    });
  });
});
