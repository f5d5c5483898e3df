/** The guarantees of a push: order, one effect and one stored answer per command, and no refusal that blocks other commands. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';

describe.each(engines)('push on %s', (engine) => {
  test('[SY1] a repeated command gets its stored answer, byte for byte, and no second effect', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = world.app.commitContext.newId();
    const commands = [{ id: 1, command: create('project', id, { name: 'Block C' }) }];
    const first = await device.send(commands);
    world.clock.advance(86_400_000);
    const again = await device.send(commands);
    const results = /"results":\[.*\]/;
    expect(results.exec(again.text)?.[0]).toBe(results.exec(first.text)?.[0]);
    expect(first.body.results[0]).toMatchObject({ id: device.id(1), status: 'applied', rev: 1 });
    expect((await device.pull()).filter((op) => op.op === 'put' && op.kind === 'project')).toHaveLength(1);
  });

  test('[SY2] a command waits for its predecessor; the answer names what is missing', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const project = (n: number, prev: number | null): object => ({
      id: n,
      prev: prev && device.id(prev),
      command: create('project', world.app.commitContext.newId(), { name: `Block ${n}` }),
    });
    const [first, second, third] = [project(1, null), project(2, 1), project(3, 2)];
    const early = await device.send([second, third]);
    expect([early.status, early.body.code, early.body.missing]).toEqual([409, 'out_of_order', [device.id(1)]]);
    expect((await device.pull()).filter((op) => op.op === 'put')).toEqual([]);
    expect((await device.send([first, second])).status).toBe(200);
    expect((await device.send([third])).body.results).toMatchObject([{ status: 'applied' }]);
    const orphan = await device.send([project(9, 8)], { ahead_of: [device.id(8)] });
    expect(orphan.body.results).toMatchObject([{ status: 'applied' }]);
  });

  test('[SY3] one bad command in a batch is refused and kept, and the others are accepted', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const good = (name: string) => create('project', world.app.commitContext.newId(), { name });
    const results = await device.push([
      ...['a', 'b', 'c', 'd', 'e'].map((name) => good(`Project ${name}`)),
      create('project', world.app.commitContext.newId(), { name: '' }),
      ...['f', 'g', 'h', 'i', 'j'].map((name) => good(`Project ${name}`)),
    ]);
    expect(results.filter((result) => result.status === 'applied')).toHaveLength(10);
    expect(results[5]).toMatchObject({ status: 'refused', problem: { code: 'validation_failed' } });
    const kept = await world.api<{ data: { id: string }[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data.map((row) => row.id)).toEqual([results[5]?.id]);
  });

  test('[SY4] a malformed command is refused on its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const answer = await device.send([
      { id: 1, command: { op: 'destroy' } },
      { id: 2 },
      { id: 3, command: { op: 'create', kind: 'spaceship', id: world.app.commitContext.newId(), set: {} } },
      { id: 4, command: create('project', world.app.commitContext.newId(), { name: 'Block C' }) },
    ]);
    expect(answer.body.results.map((result) => result.status)).toEqual(['refused', 'refused', 'refused', 'applied']);
  });

  test('[SY5] commands of one group are accepted or refused together', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = world.app.commitContext.newId();
    const results = await device.push(
      [create('project', id, { name: 'Block C' }), patch('project', id, { status: 'closed' })],
      { txn: 'one' },
    );
    expect(results.map((result) => [result.status, result.problem?.code])).toEqual([
      ['refused', 'txn_refused'],
      ['refused', 'validation_failed'],
    ]);
    expect((await world.api('GET', `/api/v1/projects/${id}`)).status).toBe(404);
  });

  test.each([
    ['has the id of another command', { status: 'applied' }],
    ['was refused in an earlier push', { problem: { code: 'depends_on_refused' } }],
  ])('[SY5] a group of which a member %s is refused as a whole', async (_, first) => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const project = (id: number, more: object = {}): object => ({
      id,
      command: create('project', world.app.commitContext.newId(), { name: 'Block C' }),
      ...more,
    });
    const isRefused = 'problem' in first;
    const member = project(2, { txn: 'one', depends_on: [1] });
    await device.send([isRefused ? { id: 1 } : project(1)]);
    const before = await device.send([isRefused ? member : project(2)]);
    expect(before.body.results).toMatchObject([first]);
    const { body } = await device.send([member, project(3, { txn: 'one' })]);
    expect(body.results.map(({ status }) => status)).toEqual(['refused', 'refused']);
    expect(body.results[1]?.problem?.code).toBe('txn_refused');
  });

  test('[SY6] a command that depends on a refused one is refused, also in a later push', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const documentId = world.app.commitContext.newId();
    const [refused] = await device.push([create('document', documentId, { title: '', document_type: 'rams' })]);
    const hazard = create('hazard', world.app.commitContext.newId(), { document_id: documentId, name: 'Falling load' });
    const [result] = await device.push([hazard], { depends_on: [refused?.id ?? ''] });
    expect(result).toMatchObject({ status: 'refused', problem: { code: 'depends_on_refused' } });
  });

  test('[SY7] disjoint edits merge; edits of one field are both kept in a conflict record', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, office);
    const was = { name: 'Falling load', description: null };
    await office.push([patch('hazard', hazardId, { name: 'Swinging load' }, was)]);
    const [merged] = await tablet.push([
      patch('hazard', hazardId, { name: 'Dropped load', description: 'in gusts' }, was),
    ]);
    expect(merged).toMatchObject({
      status: 'merged',
      conflicts: [
        { field: 'name', was: 'Falling load', theirs: 'Swinging load', mine: 'Dropped load', kept: 'theirs' },
      ],
    });
    const ops = await tablet.pull();
    const stored = ops.find((op) => op.op === 'put' && op.id === hazardId);
    expect(stored).toMatchObject({ body: { name: 'Swinging load', description: 'in gusts' } });
    expect(ops.filter((op) => op.op === 'put' && op.kind === 'conflict')).toMatchObject([
      { body: { record_id: hazardId, mine: 'Dropped load' } },
    ]);
  });

  test('[SY8] an offline edit beats a removal, and a removal never discards an edit', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const first = await documentWithHazard(world, office);
    await office.push([{ op: 'remove', kind: 'hazard', id: first.hazardId }]);
    const [revived] = await tablet.push([
      patch('hazard', first.hazardId, { description: 'in gusts' }, { description: null }),
    ]);
    expect(revived).toMatchObject({ status: 'merged', conflicts: [{ kept: 'mine' }] });
    const second = await documentWithHazard(world, office);
    await office.push([patch('hazard', second.hazardId, { description: 'in rain' })]);
    const [kept] = await tablet.push([{ op: 'remove', kind: 'hazard', id: second.hazardId, base_rev: 1 }]);
    expect(kept).toMatchObject({ status: 'merged', conflicts: [{ kept: 'theirs' }] });
    const hazards = (await tablet.pull()).filter((op) => op.op === 'put' && op.kind === 'hazard');
    expect(hazards).toHaveLength(2);
  });

  test('[SY9] an edit of an approved document is refused and kept, and changes nothing', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { hazardId } = await documentWithHazard(world, device, true);
    const [result] = await device.push([
      patch('hazard', hazardId, { name: 'Swinging load' }, { name: 'Falling load' }),
    ]);
    expect(result).toMatchObject({ status: 'refused', problem: { code: 'document_locked', from: 'approved' } });
  });

  test('[SY10] the same create from two devices is one record; other content is refused', async () => {
    await using world = await openWorld({ engine });
    const id = world.app.commitContext.newId();
    const made = create('project', id, { name: 'Block C', reference: 'HLC' });
    const [first] = await bareDevice(world).push([made]);
    const [same] = await bareDevice(world).push([create('project', id, { reference: 'HLC', name: 'Block C' })]);
    const [other] = await bareDevice(world).push([create('project', id, { name: 'Block D' })]);
    expect([first?.status, same?.status, other?.status]).toEqual(['applied', 'noop', 'refused']);
    expect(other?.problem?.code).toBe('id_conflict');
  });

  test('[SY11] a push and the same request by REST leave the same record and event', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const [viaPush, viaRest] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const fields = { title: 'Glulam lift', document_type: 'rams', reference: 'R-1' };
    await device.push([
      create('document', viaPush, fields),
      act('document', viaPush, 'submit_review', { notes: 'please' }),
    ]);
    await world.api('POST', '/api/v1/documents', { id: viaRest, ...fields });
    await world.api('POST', `/api/v1/documents/${viaRest}/submit-review`, { notes: 'please' });
    const stored = (await device.pull()).filter((op) => op.op === 'put' && op.kind === 'document');
    const shapes = stored.map((op) => {
      const body = op.op === 'put' ? op.body : {};
      const { review_rounds: rounds, ...rest } = body;
      return { ...rest, rounds: Array.isArray(rounds) ? rounds.length : 0 };
    });
    expect(shapes[0]).toEqual(shapes[1]);
    const { body } = await world.api<{ data: { event: string; data: { document_id: string } }[] }>(
      'GET',
      '/api/v1/events',
    );
    const names = (id: string) =>
      body.data.filter((event) => event.data.document_id === id).map((event) => event.event);
    expect(names(viaPush)).toEqual(['document.created', 'document.submitted']);
    expect(names(viaPush)).toEqual(names(viaRest));
  });

  test('[SY18] every push is answered: each command is accepted or refused on its own', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device, true);
    const fresh = (kind: string, set: JsonObject) => create(kind, world.app.commitContext.newId(), set);
    const long = `\ud800${'x'.repeat(70)}`;
    const capture = {
      method: 'shared_device',
      clock_confidence: 'unverified',
      identity_assurance: 'none',
    };
    const strokes = Array.from({ length: 40 }, (_, i) => Array.from({ length: 4000 }, (__, j) => [j, i]));
    const hostile: Command[] = [
      act('document', documentId, 'constructor'),
      act('hazard', hazardId, '__proto__'),
      fresh('signoff', { document_id: [documentId] }),
      fresh('signoff', { document_id: `${documentId}\0` }),
      fresh('hazard', { [long]: 1 }),
      fresh('section', { document_id: documentId, title: 'x', data: { [long]: 1 } }),
      fresh('project', { name: 'a\0b\ud800', reference: '\0', client_name: '__proto__' }),
      fresh('project', { name: 'x', start_date: '9999-99-99' }),
      fresh('toString', {}),
      fresh('photo', { site_id: documentId, sha256: 'a\0' }),
      fresh('photo', { site_id: documentId, sha256: ['a'] }),
      fresh('export', { document_id: documentId, format: 'pdf', document_version: Number.MAX_SAFE_INTEGER }),
      fresh('hazard', JSON.parse('{"name":"x","__proto__":{"document_id":"x"}}') as JsonObject),
      fresh('signoff', {
        document_id: documentId,
        worker: { name: 'Jordan Blake' },
        capture,
        signature: { kind: 'ink_vector', strokes },
      }),
    ];
    for (const command of hostile) {
      const [result] = await device.push([command]);
      expect(['applied', 'noop', 'refused']).toContain(result?.status);
    }
    const [next] = await device.push([fresh('project', { name: 'Block C' })]);
    expect(next?.status).toBe('applied');
  });

  test('[SY19] an id in capitals is the same id, and its record is never overwritten', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const id = world.app.commitContext.newId();
    const capitals = id.toUpperCase();
    const hazard = world.app.commitContext.newId();
    const results = [
      ...(await device.push([create('document', capitals, { title: 'Glulam lift', document_type: 'rams' })])),
      ...(await device.push([create('document', capitals, { title: 'Another', document_type: 'rams' })])),
      ...(await device.push([create('hazard', hazard, { document_id: capitals, name: 'Falling load' })])),
      ...(await device.push([act('document', id, 'submit_review'), act('document', capitals, 'approve')])),
      ...(await device.push([
        create('export', world.app.commitContext.newId(), { document_id: capitals, format: 'pdf' }),
      ])),
    ];
    expect(results.map((result) => result.problem?.code ?? result.status)).toEqual([
      'applied',
      'id_conflict',
      'applied',
      'applied',
      'applied',
      'applied',
    ]);
    const ops = await device.pull();
    const documents = ops.filter((op) => op.op === 'put' && op.kind === 'document');
    expect(documents).toMatchObject([{ id, body: { title: 'Glulam lift', status: 'approved' } }]);
    expect(ops.find((op) => op.op === 'put' && op.id === hazard)).toMatchObject({ document_id: id });
  });

  test('[SY20] a change without effect moves no record and emits no event', async () => {
    await using world = await openWorld({ engine });
    const [office, tablet] = [bareDevice(world), bareDevice(world)];
    const { hazardId } = await documentWithHazard(world, office);
    await office.push([patch('hazard', hazardId, { name: 'Swinging load' }, { name: 'Falling load' })]);
    const events = async () => (await world.api<{ data: unknown[] }>('GET', '/api/v1/events')).body.data.length;
    const before = await events();
    const [lost] = await tablet.push([patch('hazard', hazardId, { name: 'Dropped load' }, { name: 'Falling load' })]);
    expect(lost).toMatchObject({ status: 'merged', rev: 2, conflicts: [{ mine: 'Dropped load', kept: 'theirs' }] });
    expect(await events()).toBe(before);
    await office.push([{ op: 'remove', kind: 'hazard', id: hazardId, base_rev: 2 }]);
    const removed = await events();
    const [empty] = await tablet.push([patch('hazard', hazardId, {}, {})]);
    expect(empty?.status).toBe('noop');
    expect(await events()).toBe(removed);
    const kinds = (await tablet.pull()).flatMap((op) => (op.op === 'put' ? [op.kind] : []));
    expect(kinds.toSorted()).toEqual(['conflict', 'document']);
  });
});
