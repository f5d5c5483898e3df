/** Business rules that hold for REST and sync alike, tested by sync. */
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
  test('[RK2] controls never raise a rating, whichever side a merge takes values from', async () => {
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

  test('[LC5] a review decision made on different content is refused as stale', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    await device.push([act('document', documentId, 'submit_review')]);
    const stale = act('document', documentId, 'approve', { version: 1, content_hash: `sha256:${'0'.repeat(64)}` });
    expect(await codeOf(world, stale)).toBe('stale_version');
    expect(await codeOf(world, act('document', documentId, 'approve', { version: 1 }))).toBe('applied');
  });

  test('[AC2] a push enforces the same roles as REST', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world));
    const project = create('project', world.app.commitContext.newId(), { name: 'Block C' });
    expect(await codeOf(world, project, await world.token('author'))).toBe('forbidden');
    const tablet = await world.token('device');
    expect(await codeOf(world, act('document', documentId, 'submit_review'), tablet)).toBe('applied');
    expect(await codeOf(world, act('document', documentId, 'approve'), tablet)).toBe('forbidden');
  });

  test('[AC3] fields that only actions change cannot be set, on create or later', async () => {
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

  test('[AC4] only the system writes versions and conflicts', async () => {
    await using world = await openWorld({ engine });
    for (const kind of ['version', 'conflict'])
      expect(['forbidden', 'validation_failed']).toContain(
        await codeOf(world, create(kind, world.app.commitContext.newId(), {})),
      );
  });

  test('[AC5] a command cannot name, edit or remove another organisation’s record', async () => {
    await using world = await openWorld({ engine });
    const { documentId, hazardId } = await documentWithHazard(world, bareDevice(world));
    const stranger = await world.token('admin', await world.organisation('Another firm'));
    const entry = create('hazard', world.app.commitContext.newId(), { document_id: documentId, name: 'Falling load' });
    expect(await codeOf(world, entry, stranger)).toBe('reference_unknown');
    expect(await codeOf(world, patch('hazard', hazardId, { name: 'x' }), stranger)).toBe('not_found');
    expect(await codeOf(world, { op: 'remove', kind: 'hazard', id: hazardId }, stranger)).toBe('not_found');
  });

  test('[AC6] only the server completes an export', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device);
    const id = world.app.commitContext.newId();
    const sha256 = '0'.repeat(64);
    const made = {
      content_hash: null,
      pages: 1,
      bytes: 1,
      sha256,
      signoffs: 0,
      printed: { hash: `sha256:${sha256}`, seq: 1 },
    };
    const forged = act('export', id, 'complete', made);
    const results = await device.push([create('export', id, { document_id: documentId, format: 'pdf' }), forged]);
    expect(results.map((result) => result.problem?.code ?? result.status)).toEqual(['applied', 'forbidden']);
  });

  test('[AC7] a command without a file creates no photo', async () => {
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

  test('[LC6] an approval with no or an empty list of conditions is unconditional', async () => {
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
