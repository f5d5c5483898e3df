/** What was merged by itself is kept, with both edits and both authors, for people to look at (contract, Merging). */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken } from '../kit/limited.ts';
import { twoProjects } from '../kit/two-projects.ts';
import { openWorld } from '../kit/world.ts';
import { rows, stop, writers } from './support/merge-writers.ts';

describe.each(engines)('on %s', (engine) => {
  test('[MG35] a text that was merged is kept with both edits, their authors and the time', async () => {
    await using world = await openWorld({ engine });
    const { hazardId, documentId, owen, write, merged } = await writers(world);
    const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
    await write(paul, stop('Stop lifting at 9 m/s.'));
    await write(owen, stop('Stop at 9 m/s. Stow the jib.'), stop('Stop at 9 m/s.'));
    expect(await merged()).toMatchObject([
      {
        document_id: documentId,
        record_kind: 'hazard',
        record_id: hazardId,
        field: 'description',
        was: 'Stop at 9 m/s.',
        theirs: 'Stop lifting at 9 m/s.',
        mine: 'Stop at 9 m/s. Stow the jib.',
        result: 'Stop lifting at 9 m/s. Stow the jib.',
        author: { name: 'Owen Price' },
        other: { name: 'Paul Strand' },
        other_at: expect.stringMatching(/^20\d\d-/),
        edits: 1,
        updated_at: expect.stringMatching(/^20\d\d-/),
      },
    ]);
    expect(await merged(`?document_id=${world.app.commitContext.newId()}`)).toEqual([]);
  });
});

test('[MG35] a list that was merged is kept, and so is each field of one edit', async () => {
  await using world = await openWorld();
  const { hazardId, owen, merged } = await writers(world);
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  const [net, rail] = ['net', 'rail'].map((description) => ({ id: world.app.commitContext.newId(), description }));
  const edit = (text: string, ...controls: readonly unknown[]) => ({ description: text, controls: controls as Json[] });
  await paul.push([patch('hazard', hazardId, edit('Stop lifting at 9 m/s.', net))]);
  await owen.push([patch('hazard', hazardId, edit('Stop at 9 m/s. Stow.', rail), edit('Stop at 9 m/s.'))]);
  const kept = await merged();
  expect(new Set(kept.map(({ field }) => field))).toEqual(new Set(['controls', 'description']));
  expect(kept.find(({ field }) => field === 'controls')).toMatchObject({
    was: [],
    theirs: [{ description: 'net' }],
    mine: [{ description: 'rail' }],
    result: [{ description: 'net' }, { description: 'rail' }],
  });
});

test('[MG35] nothing is kept of a plain edit, of a position, or of a conflict', async () => {
  await using world = await openWorld();
  const { documentId, hazardId, owen, write, merged } = await writers(world);
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await write(paul, { severity_before: 4, name: 'Roof', description: 'Stop lifting at 9 m/s.', sort_key: 'b1' });
  // Other fields, a field as it was seen, the same words, fewer words of the same edit, a position, and two conflicts.
  await write(owen, { who_at_risk: 'All' }, { who_at_risk: null });
  await write(owen, stop('Stop lifting at 9 m/s.'), stop('Stop at 9 m/s.'));
  await write(owen, stop('Stop at 9 m/s.'), stop('Stop at 9 m/s.'));
  await write(owen, { sort_key: 'c1' }, { sort_key: 'a1' });
  await write(owen, { name: 'Edge' }, { name: 'Falling load' });
  await write(owen, stop('Halt lifting at 9 m/s.'), stop('Stop loading at 9 m/s.'));
  expect(await merged()).toEqual([]);
  expect(await rows(world, `conflicts?document_id=${documentId}`)).toHaveLength(2);
  // An unconditional change is no merge.
  await world.api('PUT', `/api/v1/documents/${documentId}/hazards/${hazardId}`, stop('Stop.'));
  expect(await merged()).toEqual([]);
});

test('[MG35] the same edit sent twice is kept once, by a device and by REST', async () => {
  await using world = await openWorld();
  const { documentId, hazardId, owen, merged } = await writers(world);
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await paul.push([patch('hazard', hazardId, stop('Stop lifting at 9 m/s.'))]);
  const command = patch('hazard', hazardId, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  const sent = { id: world.app.commitContext.newId(), command };
  for (const _ of [1, 2]) await owen.send([sent]);
  expect(await merged()).toMatchObject([{ edits: 1 }]);
  const path = `/api/v1/documents/${documentId}/hazards/${hazardId}`;
  const body = { ...stop('Stop by night at 9 m/s.'), was: stop('Stop at 9 m/s.') };
  for (const _ of [1, 2]) await world.api('PUT', path, body);
  expect((await merged()).map(({ edits }) => edits)).toEqual([1, 1]);
});

test('[MG35] it says who was there before only where that is known', async () => {
  await using world = await openWorld();
  const { hazardId, owen, write, merged } = await writers(world);
  await write(owen, stop('Stop lifting at 9 m/s.'));
  await write(owen, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  expect(await merged()).toMatchObject([{ author: { name: 'Owen Price' }, other: null, other_at: null }]);
  // In one push the author's own edits come first.
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await paul.push([
    patch('hazard', hazardId, { who_at_risk: 'All' }),
    patch('hazard', hazardId, stop('Stop at 9 m/s or more.'), stop('Stop at 9 m/s.')),
  ]);
  expect((await merged())[0]).toMatchObject({ author: { name: 'Paul Strand' }, other: { name: 'Owen Price' } });
});

test('[MG35] an edit of what was removed meanwhile keeps what was merged with it', async () => {
  await using world = await openWorld();
  const { hazardId, owen, write, merged } = await writers(world);
  const paul = bareDevice(world, await world.token('manager', undefined, 'Paul Strand'));
  await write(paul, stop('Stop lifting at 9 m/s.'));
  await paul.push([{ op: 'remove', kind: 'hazard', id: hazardId }]);
  await write(owen, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  expect(await merged()).toMatchObject([{ result: 'Stop lifting at 9 m/s. Stow.', other: { name: 'Paul Strand' } }]);
  expect(await rows(world, 'conflicts')).toMatchObject([{ field: '(removed)' }]);
});

test('[MG35] what is merged when a dispute ends by itself is kept', async () => {
  await using world = await openWorld();
  const { owen, write, merged } = await writers(world, 'red\n2\n3');
  await write(bareDevice(world), stop('blue\n2\n3'));
  await write(owen, stop('green\n2\n3'), stop('red\n2\n3'));
  expect(await merged()).toEqual([]);
  await write(owen, stop('red\n2\nthree'), stop('green\n2\n3'));
  expect(await rows(world, 'conflicts?status=open')).toEqual([]);
  expect(await merged()).toMatchObject([{ was: 'red\n2\n3', mine: 'red\n2\nthree', result: 'blue\n2\nthree' }]);
});

test('[MG37] no conflict, notice or event comes of it, and devices do not receive it', async () => {
  await using world = await openWorld();
  const project = world.app.commitContext.newId();
  await bareDevice(world).push([create('project', project, { name: 'Mill Lane' })]);
  const { documentId, owen, write, merged } = await writers(world);
  await bareDevice(world).push([patch('document', documentId, { project_id: project })]);
  const tablet = bareDevice(world, (await limitedToken(world, [project])).token);
  await write(bareDevice(world), stop('Stop lifting at 9 m/s.'));
  const count = async () => [
    (await rows(world, 'events?limit=1000')).length,
    (await rows(world, 'notifications?per_page=100')).length,
  ];
  const [events = 0, notices] = await count();
  await write(owen, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  expect(await merged()).toHaveLength(1);
  expect(await rows(world, 'conflicts')).toEqual([]);
  // The edit itself is told, as ever.
  expect(await count()).toEqual([events + 1, notices]);
  for (const device of [owen, tablet])
    expect((await device.pull()).filter((op) => op.op === 'put' && op.kind === 'merged_edit')).toEqual([]);
  const results = await bareDevice(world).push([act('document', documentId, 'submit_review')]);
  expect(results.map(({ status }) => status)).toEqual(['applied']);
});

test('[MG37] nobody makes, changes or removes it', async () => {
  await using world = await openWorld();
  const { owen, write, merged } = await writers(world);
  await write(bareDevice(world), stop('Stop lifting at 9 m/s.'));
  await write(owen, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  const [kept] = await merged();
  const id = String(kept?.['id']);
  const made = create('merged_edit', world.app.commitContext.newId(), { record_kind: 'hazard', field: 'name' });
  const results = await bareDevice(world).push([
    made,
    patch('merged_edit', id, { result: 'Go.' }),
    { op: 'remove', kind: 'merged_edit', id },
    act('merged_edit', id, 'settle'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(await merged()).toEqual([kept]);
});

test('[MG38] who reads documents reads it, without values of records that they may not read', async () => {
  await using world = await openWorld();
  const { documentId, owen, write, merged } = await writers(world);
  const ann = bareDevice(world);
  await write(ann, stop('Stop lifting at 9 m/s.'));
  await write(owen, stop('Stop at 9 m/s. Stow.'), stop('Stop at 9 m/s.'));
  const worker = world.app.commitContext.newId();
  const cards = (...numbers: readonly string[]): JsonObject => ({
    competence_cards: numbers.map((card_number) => ({ scheme: 'CSCS', card_number, expires_on: '2031-05-31' })),
  });
  await ann.push([create('worker', worker, { name: 'Marek', ...cards() }), patch('worker', worker, cards('A1'))]);
  await owen.push([patch('worker', worker, cards('B2'), cards())]);
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await world.api<{ data: JsonObject[] }>('GET', '/api/v1/merged-edits', undefined, headers)).body.data;
  };
  const all = await merged();
  expect(all.map(({ document_id, field }) => [document_id, field])).toEqual([
    [null, 'competence_cards'],
    [documentId, 'description'],
  ]);
  expect(await read(await world.token('viewer'))).toEqual(all);
  const limited = await world.token('viewer', undefined, 'Screen', { scopes: ['documents:read'] });
  const hidden = { was: null, theirs: null, mine: null, result: null };
  expect(await read(limited)).toEqual([{ ...all[0], ...hidden }, all[1]]);
  // None of these documents is theirs.
  expect(await read(await world.token('contractor_author'))).toEqual([]);
  expect((await world.api('GET', '/api/v1/merged-edits', undefined, { authorization: 'Bearer no' })).status).toBe(401);
});

test('[MG38] it is in the project of its record, and moves with it', async () => {
  await using world = await openWorld();
  const ann = bareDevice(world);
  const { a, b } = await twoProjects(world, ann);
  const permit = world.app.commitContext.newId();
  const form = { permit_type: 'hot_work', valid_from: '2026-11-21T10:00:00Z', valid_to: '2026-11-21T17:00:00Z' };
  await ann.push([create('permit', permit, { ...form, project_id: a, precautions: 'Stop at 9 m/s.' })]);
  await ann.push([patch('permit', permit, { precautions: 'Stop lifting at 9 m/s.' })]);
  const owen = bareDevice(world, await world.token('supervisor'));
  await owen.push([
    patch('permit', permit, { precautions: 'Stop at 9 m/s. Stow.' }, { precautions: 'Stop at 9 m/s.' }),
  ]);
  const { db } = world.app.commitContext.store;
  const scopes = () => db.selectFrom('record').select('scope').where('kind', '=', 'merged_edit').execute();
  expect(await scopes()).toEqual([{ scope: a }]);
  expect(await ann.push([patch('permit', permit, { project_id: b })])).toMatchObject([{ status: 'applied' }]);
  expect(await scopes()).toEqual([{ scope: b }]);
});
