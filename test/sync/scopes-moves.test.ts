/** Records that move between projects while a limited device is offline, and what such a device must drop (contract, Sync). */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { PullReply } from '../../shared/sync/sync.ts';
import { act, bareDevice, create, documentWithHazard, patch, queued } from '../kit/bare-device.ts';
import { signoff } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { twoProjects } from '../kit/two-projects.ts';
import { openWorld, type World } from '../kit/world.ts';
import { jpeg } from '../rest/support/images.ts';

interface Replica {
  /** The project that each held record was sent with, by record id. */
  readonly projectById: Map<string, string | null>;
  page(limit?: number): Promise<PullReply>;
  /** Pulls page after page until none is left. */
  rest(limit?: number): Promise<void>;
}

/** The records of a device that applies pages and may stop after any of them. */
function replicaOf(world: World, token: string): Replica {
  const projectById = new Map<string, string | null>();
  let cursor: string | null = null;
  const dropProject = (id: string | undefined): void => {
    for (const [record, project] of projectById)
      if (id === undefined || (project ?? '') === id) projectById.delete(record);
  };
  const page = async (limit = 1000): Promise<PullReply> => {
    const authorization = `Bearer ${token}`;
    const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor, limit }, { authorization });
    for (const op of body.ops) {
      if (op.op === 'put') projectById.set(op.id, op.project_id);
      else if (op.op === 'del') projectById.delete(op.id);
      else if (op.op !== 'grant') dropProject(op.project_id);
    }
    ({ cursor } = body);
    return body;
  };
  return {
    projectById,
    page,
    rest: async (limit) => {
      while ((await page(limit)).more);
    },
  };
}

describe.each(engines)('moves on %s', (engine) => {
  test('[HR51] a sign-off is taken though its document is in no project of the tablet any more', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { documentId } = await documentWithHazard(world, office);
    const [a, b] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    await office.push([a, b].map((id) => create('project', id, { name: `Block ${id.slice(-1)}` })));
    await office.push([
      patch('document', documentId, { project_id: b }),
      ...['submit_review', 'approve'].map((action) => act('document', documentId, action)),
    ]);
    const { body } = await world.api<{ data: { content_hash: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}/versions`,
    );
    const seen = { document_version: 1, content_hash: body.data[0]?.content_hash ?? '' };
    const tablet = bareDevice(world, (await limitedToken(world, [a])).token);
    const sign = async (more: object) => {
      const [result] = await tablet.push([
        create('signoff', world.app.commitContext.newId(), { ...signoff(documentId), ...more }),
      ]);
      return result?.problem?.code ?? result?.status;
    };
    expect(await sign({ document_version: 1 })).toBe('reference_unknown');
    expect(await sign({ ...seen, content_hash: `sha256:${'0'.repeat(64)}` })).toBe('reference_unknown');
    expect(await sign(seen)).toBe('applied');
    expect((await tablet.pull()).filter((op) => op.op === 'put' && op.kind === 'signoff')).toEqual([]);
  });

  test('[SY121] what a tablet made before it was moved is taken, and what it makes later is not', async () => {
    await using world = await openWorld({ engine });
    const { a, b, documentId, hazardId } = await twoProjects(world, bareDevice(world));
    const { token, limitTo } = await limitedToken(world, [a]);
    const tablet = bareDevice(world, token);
    const incident = (): Command =>
      create('incident', world.app.commitContext.newId(), {
        project_id: a,
        incident_type: 'near_miss',
        occurred_at: new Date(world.clock.now()).toISOString(),
        location: 'Level 6 north edge',
        description: 'A board fell.',
      });
    const edit = patch('hazard', hazardId, { name: 'Falling beam' });
    const siteId = world.app.commitContext.newId();
    await bareDevice(world).push([create('site', siteId, { project_id: a, name: 'East gate' })]);
    const file = jpeg(8, 8);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const photo = create('photo', world.app.commitContext.newId(), { site_id: siteId, sha256 });
    const made = [queued(world, edit), queued(world, incident())];
    world.clock.advance(1000);
    await limitTo([b]);
    await limitTo([]);
    // The command of a photo is made when its file was sent.
    await fetch(`${world.url}/api/v1/sync/blobs/${sha256}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-range': `bytes 0-${file.length - 1}/${file.length}` },
      body: file,
    });
    made.push(queued(world, photo));
    const later = [queued(world, patch('hazard', hazardId, { name: 'Falling tree' })), queued(world, incident())];
    const statuses = async (commands: readonly object[]) => {
      const { body } = await tablet.send(commands);
      return body.results.map(({ status, problem }) => problem?.code ?? status);
    };
    expect(await statuses(made)).toEqual(['applied', 'applied', 'applied']);
    expect(await statuses(later)).toEqual(['not_found', 'applied']); // but a report
    const { body } = await world.api<{ hazards: { name: string }[] }>('GET', `/api/v1/documents/${documentId}`);
    expect(body.hazards.map(({ name }) => name)).toEqual(['Falling beam']);
  });

  test('[SY41] losing a project also drops records moved into it but not yet received', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    const { token, limitTo } = await limitedToken(world, [a, b]);
    const tablet = replicaOf(world, token);
    await tablet.rest();
    const other = world.app.commitContext.newId();
    await office.push([patch('document', documentId, { project_id: b })]);
    await office.push([create('document', other, { title: 'Dig', document_type: 'rams', project_id: a })]);
    await office.push([patch('hazard', hazardId, { name: 'Falling beam' })]);
    let more = true;
    while (!tablet.projectById.has(other)) ({ more } = await tablet.page(1));
    expect(more).toBe(true);
    await limitTo([a]);
    await tablet.rest();
    expect(tablet.projectById).toEqual(
      new Map([
        [a, a],
        [other, a],
      ]),
    );
  });

  test.each([1, 2, 3, 1000])(
    '[SY49] a record that moves and changes arrives in its new project, in pages of %i',
    async (limit) => {
      await using world = await openWorld({ engine });
      const office = bareDevice(world);
      const { a, b, documentId, hazardId } = await twoProjects(world, office);
      const { token } = await limitedToken(world, [a, b]);
      const tablet = replicaOf(world, token);
      await tablet.rest();
      const other = world.app.commitContext.newId();
      await office.push([patch('document', documentId, { project_id: b })]);
      await office.push([create('document', other, { title: 'Dig', document_type: 'rams', project_id: a })]);
      await office.push([patch('document', documentId, { project_id: null })]);
      await office.push([patch('document', other, { title: 'Deep dig' })]);
      await office.push([patch('document', documentId, { project_id: b, title: 'Glulam' })]);
      await tablet.rest(limit);
      expect(tablet.projectById).toEqual(
        new Map([
          [a, a],
          [b, b],
          [other, a],
          [documentId, b],
          [hazardId, b],
        ]),
      );
      expect((await tablet.page()).ops).toEqual([]);
    },
  );

  test('[SY49] a removed entry restored in another project is dropped by those who had it', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    const [left, right] = [await limitedToken(world, [a]), await limitedToken(world, [b])];
    const [ann, tom] = [replicaOf(world, left.token), replicaOf(world, right.token)];
    await ann.rest();
    await tom.rest();
    await office.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
    await office.push([patch('document', documentId, { project_id: b })]);
    // An offline edit, made before the removal was known.
    await bareDevice(world).push([patch('hazard', hazardId, { name: 'Falling beam' }, { name: 'Falling load' })]);
    await ann.rest();
    await tom.rest();
    expect([...ann.projectById.keys()]).toEqual([a]);
    expect([...tom.projectById.keys()]).toEqual(expect.arrayContaining([b, documentId, hazardId]));
    expect(new Set(tom.projectById.values())).toEqual(new Set([b]));
    const authorization = `Bearer ${right.token}`;
    const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { checksums: true }, { authorization });
    expect(body.checksums?.[b]?.count).toBe(tom.projectById.size);
  });
});
