/** Doubtful sign-offs: kept, counted, and flagged in words that only the server writes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { act, bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { sign, signoff, stored } from '../kit/bare-signoff.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';

function captured(more: JsonObject): JsonObject {
  return { capture: { ...(signoff('')['capture'] as JsonObject), ...more } }; // an object, as made there
}

/** Whose sign-offs by a tablet of its own token are flagged as returned; each with further fields. */
async function signing(world: World) {
  const office = bareDevice(world);
  const { documentId } = await documentWithHazard(world, office, true);
  const workerId = world.app.commitContext.newId();
  await office.push([create('worker', workerId, { name: 'Jordan Blake' })]);
  const token = await world.token('device');
  const tablet = bareDevice(world, token);
  const worker = { id: workerId, name: ' jordan  BLAKE ' };
  const flagsOf = async (more: JsonObject = {}): Promise<unknown> => {
    const { id, result } = await sign(world, tablet, signoff(documentId, { worker, ...more }));
    if (result.status !== 'applied') throw new Error(`the sign-off was ${JSON.stringify(result)}`);
    const body = await stored(bareDevice(world), id);
    expect(body['status']).toBe('recorded');
    return body['flags'];
  };
  return { office, documentId, worker, token, tablet, flagsOf };
}

describe.each(engines)('doubtful sign-offs on %s', (engine) => {
  test('[SO23] what the server doubts is kept and flagged, by push and by REST alike', async () => {
    await using world = await openWorld({ engine });
    const { documentId, worker, flagsOf } = await signing(world);
    expect(await flagsOf()).toEqual([]);
    const stranger = { id: world.app.commitContext.newId(), name: 'Jordan Blake' };
    expect(await flagsOf({ worker: stranger })).toEqual(['worker_unknown']);
    expect(await flagsOf({ worker: { id: documentId, name: 'Jordan Blake' } })).toEqual(['worker_unknown']);
    expect(await flagsOf({ worker: { ...worker, name: 'Jordan Black' } })).toEqual(['worker_name_mismatch']);
    expect(await flagsOf({ worker: { name: 'Agency worker' } })).toEqual([]);
    const { signature } = signoff(documentId);
    expect(await flagsOf({ signature: signature ?? null })).toEqual([]);
    const { sha256: _hash, ...unnamed } = signature as JsonObject;
    expect(await flagsOf({ worker: { name: 'Ewa Nowak' }, signature: unnamed })).toEqual(['ink_repeated']);
    const { strokes: _strokes, ...empty } = signature as JsonObject;
    expect(await flagsOf({ signature: empty })).toEqual(['no_ink']);
    const typed = (text: string) => ({ signature: { kind: 'typed_name', text }, witness: { name: 'Ewa Nowak' } });
    expect(await flagsOf(typed('J. Blake'))).toEqual([]);
    expect(await flagsOf(typed('Somebody Else'))).toEqual(['typed_name_differs']);
    expect(await flagsOf(captured({ device_id: 'tablet-2' }))).toEqual(['device_mismatch']);
    const claim = { ...signoff(documentId, { worker: stranger, signature: empty }), document_id: undefined };
    const { status, body } = await world.api('POST', `/api/v1/documents/${documentId}/signoffs`, claim);
    expect({ status, body }).toMatchObject({ status: 201, body: { flags: ['no_ink', 'worker_unknown'] } });
    const list = await world.api<{ data: { flags: string[] }[] }>('GET', `/api/v1/documents/${documentId}/signoffs`);
    expect(list.body.data.flatMap(({ flags }) => flags).toSorted()).toEqual([
      'device_mismatch',
      'ink_repeated',
      'no_ink',
      'no_ink',
      'typed_name_differs',
      'worker_name_mismatch',
      'worker_unknown',
      'worker_unknown',
      'worker_unknown',
    ]);
  });

  test('[SO26] the same ink twice in one push is flagged, also by another document', async () => {
    await using world = await openWorld({ engine });
    const { office, documentId, tablet } = await signing(world);
    const { documentId: other } = await documentWithHazard(world, office, true);
    const set = signoff(documentId, { worker: { name: 'Ewa Nowak' } });
    const ids = [0, 1].map(() => world.app.commitContext.newId());
    await tablet.push(ids.map((id, i) => create('signoff', id, { ...set, document_id: i === 0 ? documentId : other })));
    const flags = await Promise.all(ids.map(async (id) => (await stored(bareDevice(world), id))['flags']));
    expect(flags).toEqual([[], ['ink_repeated']]);
  });
});

test('[SO24] a capture more than 10 minutes before the approval is flagged', async () => {
  await using world = await openWorld();
  const { flagsOf } = await signing(world);
  const before = (ms: number) => new Date(world.clock.now() - ms).toISOString();
  const [atBound, beyond] = [before(10 * 60_000), before(10 * 60_000 + 1000)];
  expect(await flagsOf(captured({ captured_at_device: atBound }))).toEqual([]);
  expect(await flagsOf(captured({ captured_at_device: beyond }))).toEqual(['before_approval']);
  expect(await flagsOf(captured({ captured_at_device: beyond, captured_at_corrected: atBound }))).toEqual([]);
});

test('[SO25] nobody but the server writes its flags', async () => {
  await using world = await openWorld();
  const { documentId, tablet } = await signing(world);
  const set = signoff(documentId, { flags: ['own_word', 'stale_version', 'no_ink'] });
  const errors = [
    { pointer: '#/flags/1', code: 'reserved' },
    { pointer: '#/flags/2', code: 'reserved' },
  ];
  expect((await sign(world, tablet, set)).result).toMatchObject({
    status: 'refused',
    problem: { code: 'validation_failed', errors },
  });
  const { document_id: _document, ...sent } = set;
  expect(await world.api('POST', `/api/v1/documents/${documentId}/signoffs`, sent)).toMatchObject({
    status: 422,
    body: { errors },
  });
});

test('[SO25] no flag of a sender looks like one of the server', async () => {
  await using world = await openWorld();
  const { documentId, tablet } = await signing(world);
  for (const flag of ['no_ink ', 'No_ink', 'no_ink\u200b', 'no\u00adink', 'n\u043e_ink', 'no_ink\n', ''])
    expect((await sign(world, tablet, signoff(documentId, { flags: ['own_word', flag] }))).result).toMatchObject({
      status: 'refused',
      problem: { code: 'validation_failed', errors: [{ pointer: '#/flags/1', code: 'invalid_format' }] },
    });
});

test('[SO27] a token belongs to the first device that it names until an admin frees it', async () => {
  await using world = await openWorld();
  const { flagsOf, token } = await signing(world);
  const on = (device_id: string | null) => flagsOf(captured({ device_id }));
  expect(await on(null)).toEqual([]);
  expect(await on('tablet-7')).toEqual([]);
  expect([await on('tablet-8'), await on('tablet-7')]).toEqual([['device_mismatch'], []]);
  const { body } = await world.api<{ data: { id: string; role: string; device_id: string }[] }>(
    'GET',
    '/api/v1/tokens',
  );
  const mine = body.data.find(({ role }) => role === 'device');
  expect(mine).toMatchObject({ device_id: 'tablet-7' });
  expect((await world.api('PUT', `/api/v1/tokens/${mine?.id}`, { device_id: null })).status).toBe(200);
  expect([await on('tablet-9'), await on('tablet-7')]).toEqual([[], ['device_mismatch']]);
  expect(token).toMatch(/^rk_live_/);
});

test('[SO28] a forged sign-off that comes first does not take the place of the worker’s own', async () => {
  await using world = await openWorld();
  const { documentId, worker, tablet } = await signing(world);
  const briefing = { session_id: 'BS-1' };
  const at = new Date(world.clock.now()).toISOString();
  const by = (device_id: string) =>
    signoff(documentId, { worker, briefing, ...captured({ device_id, captured_at_device: at }) });
  const forged = await sign(world, tablet, by('tablet-1'));
  const genuine = await sign(world, bareDevice(world, await world.token('device')), by('tablet-2'));
  expect(await stored(bareDevice(world), forged.id)).toMatchObject({ status: 'recorded', flags: [] });
  expect(await stored(bareDevice(world), genuine.id)).toMatchObject({
    status: 'recorded',
    duplicate_of: forged.id,
    flags: ['signed_twice'],
  });
  const told = await world.api<{ data: { type: string }[] }>('GET', '/api/v1/notifications');
  expect(told.body.data.map(({ type }) => type)).toContain('sync_conflict');
});

test('[SO29] neither a device nor an integration voids a sign-off', async () => {
  await using world = await openWorld();
  const { documentId, tablet } = await signing(world);
  const { id } = await sign(world, tablet, signoff(documentId));
  const reason = 'Signed by the wrong person.';
  for (const role of ['device', 'integration'] as const) {
    const token = await world.token(role);
    const [result] = await bareDevice(world, token).push([act('signoff', id, 'void', { reason })]);
    expect(result).toMatchObject({ status: 'refused', problem: { code: 'forbidden' } });
    const headers = { authorization: `Bearer ${token}` };
    expect((await world.api('POST', `/api/v1/signoffs/${id}/void`, { reason }, headers)).status).toBe(403);
  }
  expect((await world.api('POST', `/api/v1/signoffs/${id}/void`, { reason })).status).toBe(200);
  expect(await stored(bareDevice(world), id)).toMatchObject({ status: 'voided' });
});

test('[SO30] a sign-off without a passed check is flagged where one is asked for', async () => {
  await using world = await openWorld();
  const office = bareDevice(world);
  const { documentId } = await documentWithHazard(world, office);
  const items = [
    { question: 'Who lifts the exclusion zone?', options: ['Anybody', 'The supervisor'], answer_index: 1 },
  ];
  await office.push([
    create('section', world.app.commitContext.newId(), {
      document_id: documentId,
      section_type: 'understanding_check',
      title: 'Understanding check',
      data: { pass_mark: 1, items },
    }),
    act('document', documentId, 'submit_review'),
    act('document', documentId, 'approve'),
  ]);
  let signers = 0;
  const flagsOf = async (more: JsonObject): Promise<unknown> => {
    const { id } = await sign(world, office, signoff(documentId, { worker: { name: `Worker ${++signers}` }, ...more }));
    return (await stored(office, id))['flags'];
  };
  expect(await flagsOf({})).toEqual([]);
  const asked = { settings: { signoff: { understanding_check: 'required_for_rams' } } };
  expect((await world.api('PATCH', '/api/v1/organisation', asked)).status).toBe(200);
  const passed = { required: true, questions: 1, correct: 1, attempts: 2, passed: true };
  expect(await flagsOf({ understanding_check: passed })).toEqual([]);
  expect(await flagsOf({ declined: { code: 'not_understood', reason: 'Wants it in Romanian' } })).toEqual([]);
  const others = [{ correct: 2 }, { attempts: 0 }, { questions: 2 }, { questions: 99, correct: 99 }];
  for (const check of [null, { ...passed, passed: false }, ...others.map((more) => ({ ...passed, ...more }))])
    expect(await flagsOf({ understanding_check: check })).toEqual(['check_not_passed']);
});

test.each([[[null, 7, 'x', [], {}]], ['x'], [{ a: 1 }], [[{ question: 7, options: 'ab', answer_index: 0 }]]])(
  '[SO30] what is no question asks for nothing, and keeps nobody from signing: %j',
  async (items) => {
    await using world = await openWorld();
    const office = bareDevice(world);
    const { documentId } = await documentWithHazard(world, office);
    const section = { document_id: documentId, section_type: 'understanding_check', title: 'Check', data: { items } };
    await office.push([
      create('section', world.app.commitContext.newId(), section),
      act('document', documentId, 'submit_review'),
      act('document', documentId, 'approve'),
    ]);
    const asked = { settings: { signoff: { understanding_check: 'required' } } };
    expect((await world.api('PATCH', '/api/v1/organisation', asked)).status).toBe(200);
    const { id } = await sign(world, office, signoff(documentId, {}));
    expect((await stored(office, id))['flags']).toEqual(['worker_unknown']);
  },
);

test('[SO39] what is signed after the archiving says so, and what was before does not', async () => {
  await using world = await openWorld();
  const { office, documentId, flagsOf } = await signing(world);
  const signedNow = () => captured({ captured_at_device: new Date(world.clock.now()).toISOString() });
  const before = signedNow();
  world.clock.advance(1000);
  await office.push([act('document', documentId, 'archive')]);
  expect(await flagsOf({ ...before, worker: { name: 'Ewa Nowak' } })).toEqual([]);
  world.clock.advance(1000);
  expect(await flagsOf({ ...signedNow(), worker: { name: 'Ana Costa' } })).toEqual(['after_archiving']);
  const { body } = await world.api('POST', `/api/v1/documents/${documentId}/signoffs`, { worker_name: 'Ivan Petrov' });
  expect(body).toMatchObject({ status: 'recorded', flags: ['after_archiving'] });
});
