/** Tokens that are limited to projects (contract, Sync): what they receive, what they drop, and what they may not do. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import type { PullOp, PullReply } from '../../shared/sync/sync.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { ids, names, twoProjects } from '../kit/two-projects.ts';
import { openWorld, type World } from '../kit/world.ts';

describe.each(engines)('scopes on %s', (engine) => {
  test.each([1, 2, 1000])(
    '[SY40] a newly granted project arrives with its existing records, in pages of %i',
    async (limit) => {
      await using world = await openWorld({ engine });
      const office = bareDevice(world);
      const { a, b, documentId, hazardId } = await twoProjects(world, office);
      const { token, limitTo } = await limitedToken(world, [b]);
      const tablet = bareDevice(world, token);
      expect(ids(await tablet.pull(limit), 'put')).toEqual([b]);
      await limitTo([a, b]);
      const ops = await tablet.pull(limit);
      expect(ops[0]).toEqual({ op: 'grant', project_id: a });
      expect(ids(ops, 'put').toSorted()).toEqual([a, documentId, hazardId].toSorted());
      expect(ops).toContainEqual(expect.objectContaining({ op: 'put', id: hazardId, project_id: a }));
      expect(await tablet.pull(limit)).toEqual([]);
    },
  );

  test('[SY41] a lost project is named once, and none of its records is sent again', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, hazardId } = await twoProjects(world, office);
    const { token, limitTo } = await limitedToken(world, [a, b]);
    const tablet = bareDevice(world, token);
    await tablet.pull();
    await limitTo([b]);
    await office.push([patch('hazard', hazardId, { name: 'Falling beam' })]);
    expect(await tablet.pull()).toEqual([{ op: 'revoke', project_id: a }]);
  });

  test('[SY42] a document moves with its entries, in and out, and does not reveal where to', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    const [left, right] = [await limitedToken(world, [a]), await limitedToken(world, [b])];
    const [ann, tom] = [bareDevice(world, left.token), bareDevice(world, right.token)];
    const held = ids(await ann.pull(), 'put').filter((id) => id !== a);
    expect(held).toContain(hazardId);
    await tom.pull();
    expect((await world.api('PUT', `/api/v1/documents/${documentId}`, { project_id: b })).status).toBe(200);
    const gone = await ann.pull();
    expect(ids(gone, 'del').toSorted()).toEqual(held.toSorted());
    expect(JSON.stringify(gone)).not.toContain(b);
    expect(ids(await tom.pull(), 'put').toSorted()).toEqual(held.toSorted());
    // And back, with no pull in between: a device that never saw the move has nothing to drop.
    await world.api('PUT', `/api/v1/documents/${documentId}`, { project_id: a });
    await world.api('PUT', `/api/v1/documents/${documentId}`, { project_id: b });
    expect(ids(await tom.pull(1), 'put').toSorted()).toEqual(held.toSorted());
    expect(ids(await ann.pull(1), 'put')).toEqual([]);
  });

  test('[SY43] a site that moves takes along the records whose project comes from it', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b } = await twoProjects(world, office);
    const [siteId, documentId, hazardId] = [1, 2, 3].map(() => world.app.commitContext.newId()) as [
      string,
      string,
      string,
    ];
    await office.push([
      create('site', siteId, { project_id: a, name: 'East gate' }),
      create('document', documentId, { title: 'Scaffold', document_type: 'rams', site_id: siteId }),
      create('hazard', hazardId, { document_id: documentId, name: 'Collapse' }),
    ]);
    const { token } = await limitedToken(world, [b]);
    const tablet = bareDevice(world, token);
    await tablet.pull();
    await office.push([patch('site', siteId, { project_id: b })]);
    expect(ids(await tablet.pull(), 'put').toSorted()).toEqual([siteId, documentId, hazardId].toSorted());
  });

  test('[SY44] changes during a snapshot arrive after it, and a revocation may interrupt it', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId } = await twoProjects(world, office);
    const hazards = Array.from({ length: 6 }, () => world.app.commitContext.newId());
    await office.push(hazards.map((id, i) => create('hazard', id, { document_id: documentId, name: `Hazard ${i}` })));
    const { token, limitTo } = await limitedToken(world, [a]);
    const pull = async (cursor: string | null): Promise<PullReply> => {
      const answer = await world.api<PullReply>(
        'POST',
        '/api/v1/sync/pull',
        { cursor, limit: 2 },
        { authorization: `Bearer ${token}` },
      );
      return answer.body;
    };
    const half = await pull((await pull(null)).cursor);
    expect(half.more).toBe(true);
    await office.push([patch('hazard', hazards[0] ?? '', { name: 'Changed meanwhile' })]);
    await office.push([{ op: 'remove', kind: 'hazard', id: hazards[5] ?? '' }]);
    const rest: PullOp[] = [];
    for (let page = await pull(half.cursor); ; page = await pull(page.cursor)) {
      rest.push(...page.ops);
      if (!page.more) break;
    }
    expect(rest).toContainEqual(expect.objectContaining({ op: 'put', id: hazards[0] }));
    expect(rest.findLast((op) => 'id' in op && op.id === hazards[0])).toMatchObject({
      body: { name: 'Changed meanwhile' },
    });
    expect(rest.findLast((op) => 'id' in op && op.id === hazards[5])).toMatchObject({ op: 'del' });
    await limitTo([b]);
    const lost = await pull(half.cursor);
    expect(names(lost.ops)).toEqual([`revoke ${a}`, `grant ${b}`, 'put']);
  });

  test('[SY45] a command outside the granted projects is refused and kept; inside is accepted', async () => {
    await using world = await openWorld({ engine });
    const office = bareDevice(world);
    const { a, b, documentId, hazardId } = await twoProjects(world, office);
    const other = world.app.commitContext.newId();
    await office.push([create('document', other, { title: 'Dig', document_type: 'rams', project_id: b })]);
    const { token } = await limitedToken(world, [b]);
    const tablet = bareDevice(world, token);
    const fresh = (): string => world.app.commitContext.newId();
    const results = await tablet.push([
      patch('hazard', hazardId, { name: 'Not mine' }),
      { op: 'remove', kind: 'hazard', id: hazardId },
      act('document', documentId, 'submit_review'),
      create('document', fresh(), { title: 'Into the other', document_type: 'rams', project_id: a }),
      create('hazard', fresh(), { document_id: documentId, name: 'Into the other' }),
      create('hazard', hazardId, { document_id: other, name: 'Under a used id' }),
      patch('document', other, { project_id: a }),
      create('project', fresh(), { name: 'A third' }),
      patch('document', fresh(), { title: 'Nobody knows it' }),
      create('hazard', fresh(), { document_id: other, name: 'Mine' }),
      create('document', fresh(), { title: 'Toolbox talk', document_type: 'rams' }),
    ]);
    expect(results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'not_found',
      'not_found',
      'not_found',
      'reference_unknown',
      'reference_unknown',
      'id_conflict',
      'reference_unknown',
      'forbidden',
      'not_found',
      'applied',
      'forbidden',
    ]);
    // The answer is the same whether the record exists or not.
    const [there, nowhere] = [results[0], results[8]];
    expect({ seq: there?.seq, rev: there?.rev }).toEqual({ seq: nowhere?.seq, rev: nowhere?.rev });
    expect(await body(world, hazardId)).toMatchObject({ name: 'Falling load', document_id: documentId });
    const { body: refused } = await world.api<{ data: unknown[] }>('GET', '/api/v1/sync/refused');
    expect(refused.data).toHaveLength(10);
  });

  test('[SY46] a limited token works for sync, `/me` and sign codes alone', async () => {
    await using world = await openWorld({ engine });
    const { a, documentId } = await twoProjects(world, bareDevice(world));
    const { token } = await limitedToken(world, [a]);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['projects', 'documents', `documents/${documentId}`, 'tokens', 'sync/refused', 'events']) {
      const { status, body: problem } = await world.api('GET', `/api/v1/${path}`, undefined, headers);
      expect({ path, status, problem }).toMatchObject({ path, status: 403, problem: { code: 'forbidden' } });
    }
    expect((await world.api('GET', '/api/v1/me', undefined, headers)).status).toBe(200);
    const hello = { protocols: [1], schema: 1 };
    expect((await world.api('POST', '/api/v1/sync/hello', hello, headers)).body).toMatchObject({ grants: [a] });
    expect((await world.api('POST', '/api/v1/sync/hello', hello)).body).toMatchObject({ grants: null });
  });
});

async function body(world: World, id: string): Promise<JsonObject> {
  const { db } = world.app.commitContext.store;
  const row = await db.selectFrom('record').select('body').where('id', '=', id).executeTakeFirstOrThrow();
  return JSON.parse(row.body) as JsonObject; // a stored body is a JSON object
}
