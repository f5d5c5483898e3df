/** The identity of commands: an id and a hash, an author beside the sender, and what a decision was about. */
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { describe, expect, test } from 'vitest';
import { act, bareDevice, create, documentWithHazard, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { signoff } from '../kit/bare-signoff.ts';
import { openWorld } from '../kit/world.ts';

describe.each(engines)('commands on %s', (engine) => {
  test('[SY82] an id belongs to one command: another one under it is refused, and both are kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const project = (name: string): object => ({
      id: 1,
      command: create('project', world.app.commitContext.newId(), { name }),
    });
    const [one, two, three] = [project('One'), project('Two'), project('Three')];
    expect((await device.send([one])).body.results).toMatchObject([{ status: 'applied' }]);
    const forked = await device.send([two, three, one]);
    expect(forked.body.results.map(({ status, problem }) => problem?.code ?? status)).toEqual([
      'command_forked',
      'command_forked',
      'applied',
    ]);
    const kept = await world.api<{ data: { id: string; command: { set: object } }[] }>('GET', '/api/v1/sync/refused');
    expect(kept.body.data.map(({ id, command }) => [id, command.set])).toEqual(
      expect.arrayContaining([
        [device.id(1), { name: 'Two' }],
        [device.id(1), { name: 'Three' }],
      ]),
    );
    expect((await device.send([two])).body.results).toEqual([forked.body.results[0]]);
    expect(JSON.stringify(forked.body)).not.toContain('One');
  });

  test('[SY82] what builds on a command is accepted, although another one tried to take its id', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { newId } = world.app.commitContext;
    const projectId = newId();
    await device.send([{ id: 1, command: create('project', projectId, { name: 'C' }) }]);
    await device.send([{ id: 1, command: create('project', newId(), { name: 'Another' }) }]);
    const edit = { id: 2, depends_on: [1], command: patch('project', projectId, { name: 'Block C' }) };
    expect((await device.send([edit])).body.results).toMatchObject([{ status: 'applied' }]);
  });

  test('[SY83] a command that does not match its own hash is refused and not kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const made = {
      id: 1,
      hash: '0'.repeat(64),
      command: create('project', world.app.commitContext.newId(), { name: 'C' }),
    };
    const [damaged] = (await device.send([made])).body.results;
    expect(damaged).toMatchObject({ status: 'refused', problem: { code: 'integrity_mismatch' } });
    const { hash: _, ...sound } = made;
    expect((await device.send([sound])).body.results).toMatchObject([{ status: 'applied' }]);
  });

  test('[SY82] a command offered again is not refused for good while its record is missing', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const documentId = world.app.commitContext.newId();
    const made = [
      { id: 1, command: create('document', documentId, { title: 'Lift', document_type: 'rams' }) },
      { id: 2, command: patch('document', documentId, { title: 'Second lift' }, { title: 'Lift' }) },
    ];
    const first = await device.send(made.slice(1), { again: true });
    expect(first.body.results).toMatchObject([{ status: 'refused', problem: { code: 'not_found' } }]);
    const refused = await world.api<{ data: unknown[] }>('GET', '/api/v1/sync/refused');
    expect(refused.body.data).toEqual([]);
    expect((await device.send(made, { again: true })).body.results).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
    ]);
  });

  test('[SY84] a command older than the server remembers is refused and kept', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const projectId = world.app.commitContext.newId();
    await device.push([create('project', projectId, { name: 'C' })]);
    const made = [1, 2].map((id) => ({ id: device.id(id), command: patch('project', projectId, { name: `C${id}` }) }));
    world.clock.advance(400 * 86_400_000);
    expect((await device.send(made.slice(0, 1))).body.results).toMatchObject([{ status: 'applied' }]);
    world.clock.advance(1);
    expect((await device.send(made.slice(1))).body.results).toMatchObject([{ problem: { code: 'command_too_old' } }]);
    const stored = async (): Promise<string[]> =>
      (await world.app.commitContext.store.db.selectFrom('command').select('id').execute()).map(({ id }) => id);
    expect(await stored()).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    world.clock.advance(401 * 86_400_000);
    await world.app.retention.run();
    expect(await stored()).toEqual([]);
  });

  test('[SY84] a sign-off is taken once, whatever the clock of its tablet said', async () => {
    await using world = await openWorld({ engine });
    const { documentId } = await documentWithHazard(world, bareDevice(world), true);
    const { id, command } = {
      id: '00e23c5c-4c00-7000-8000-000000000001', // made in 2001
      command: create('signoff', world.app.commitContext.newId(), signoff(documentId)),
    };
    const tablet = bareDevice(world, await world.token('device'));
    expect((await tablet.send([{ id, command }])).body.results).toMatchObject([{ status: 'applied' }]);
    world.clock.advance(401 * 86_400_000);
    await world.app.retention.run();
    expect((await tablet.send([{ id, command }])).body.results).toMatchObject([{ status: 'noop' }]);
  });

  test('[SY85] a token that may change nothing is refused as a whole, and no command is used up', async () => {
    await using world = await openWorld({ engine });
    const viewer = bareDevice(world, await world.token('viewer'));
    const made = { id: viewer.id(1), command: create('project', world.app.commitContext.newId(), { name: 'C' }) };
    expect(await viewer.send([made])).toMatchObject({ status: 403, body: { code: 'read_only' } });
    expect((await bareDevice(world).send([made])).body.results).toMatchObject([{ status: 'applied' }]);
  });

  test('[SY86] an author is recorded beside the sender, and rules on people look at both', async () => {
    await using world = await openWorld({ engine });
    await world.api('PATCH', '/api/v1/organisation', { settings: { require_two_person_approval: true } });
    const { newId } = world.app.commitContext;
    const [anna, bert] = [
      { id: newId(), name: 'Anna' },
      { id: newId(), name: 'Bert' },
    ];
    const device = bareDevice(world);
    const by = (actor: object) => ({ author: { actor, device: 'tablet' } });
    const documentId = world.app.commitContext.newId();
    const made = create('document', documentId, { title: 'Lift', document_type: 'rams' });
    await device.push([made, act('document', documentId, 'submit_review')], by(anna));
    const [own] = await device.push([act('document', documentId, 'approve')], by(anna));
    const [other] = await device.push([act('document', documentId, 'approve')], by(bert));
    // The sender had a part in the edit too: only somebody else may approve.
    expect([own, other].map((result) => result?.problem?.code)).toEqual(['self_approval', 'self_approval']);
    const put = (await device.pull()).find((op) => op.op === 'put' && op.id === documentId);
    expect(put).toMatchObject({ created_by: anna.id, updated_by: anna.id, sent_by: expect.any(String) });
  });

  test('[SY105] a command made under another token of the organisation belongs to its person', async () => {
    await using world = await openWorld({ engine });
    const [anna, stranger] = [await world.token('manager'), await world.token('owner', await world.organisation('B'))];
    const made = async (token: string | undefined, by = world.adminToken): Promise<unknown> => {
      const id = world.app.commitContext.newId();
      const author = { actor: null, device: 'tablet', ...(token ? { token: sha256Hex(token) } : {}) };
      await bareDevice(world, by).push([create('project', id, { name: 'C' })], { author });
      return (await bareDevice(world).pull()).find((op) => op.op === 'put' && op.id === id);
    };
    const annas = world.app.commitContext.newId();
    await bareDevice(world, anna).push([create('project', annas, { name: 'C' })]);
    const put = (await bareDevice(world).pull()).find((op) => op.op === 'put' && op.id === annas);
    const annasId = put?.op === 'put' ? put.created_by : '';
    expect(await made(anna)).toMatchObject({ created_by: annasId, sent_by: expect.any(String) });
    const unknown = { created_by: 'unknown', sent_by: expect.any(String) };
    for (const token of [stranger, 'rk_live_never_issued', undefined]) expect(await made(token)).toMatchObject(unknown);
    expect(await made(world.adminToken)).toMatchObject({
      created_by: expect.not.stringMatching('unknown'),
      sent_by: null,
    });
    // The operator chose it, so it might be guessed.
    expect(await made(world.adminToken, anna)).toMatchObject(unknown);
  });

  test.each(['system', 'SYSTEM', 'unknown', 'anonymous', 'a\0b', '\ud800'])(
    '[SY86] an author %j, which is no id of a person, is refused alone',
    async (id) => {
      await using world = await openWorld({ engine });
      const device = bareDevice(world);
      const command = (): object => create('project', world.app.commitContext.newId(), { name: 'C' });
      const claimed = { id: 1, author: { actor: { id, name: 'Somebody' }, device: 'tablet' }, command: command() };
      const { body } = await device.send([claimed, { id: 2, command: command() }]);
      expect(body.results).toMatchObject([{ problem: { code: 'validation_failed' } }, { status: 'applied' }]);
    },
  );

  test('[SY86] an author whose id is written in capitals is the same person', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const [anna, projectId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
    const author = { actor: { id: anna.toUpperCase(), name: 'Anna' }, device: 'tablet' };
    await device.push([create('project', projectId, { name: 'C' })], { author });
    const put = (await device.pull()).find((op) => op.op === 'put' && op.id === projectId);
    expect(put).toMatchObject({ created_by: anna });
  });

  test('[SY87] a decision names its content, and is refused when that has changed', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId, hazardId } = await documentWithHazard(world, device);
    await device.push([act('document', documentId, 'submit_review')]);
    const { body } = await world.api<{ review_rounds: { content_hash: string }[] }>(
      'GET',
      `/api/v1/documents/${documentId}`,
    );
    const seen = { version: 1, content_hash: body.review_rounds[0]?.content_hash };
    const blind = await device.send([{ id: 1, command: act('document', documentId, 'approve') }]);
    expect(blind.body.results[0]?.problem).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '#/args/version' }, { pointer: '#/args/content_hash' }],
    });
    await device.push([
      act('document', documentId, 'withdraw'),
      patch('hazard', hazardId, { name: 'No edge protection' }),
      act('document', documentId, 'submit_review'),
    ]);
    const [stale] = await device.push([act('document', documentId, 'approve', seen)]);
    expect(stale?.problem?.code).toBe('stale_version');
  });
});
