/** Former vulnerabilities: each test is the attack (contract, Attempts on the server). */
import { expect, test } from 'vitest';
import { queued } from '../kit/bare-device.ts';
import { readSettings } from '../../shared/model/settings.ts';
import { photosOf, openSite, type Site } from './support/site.ts';

/** A JPEG with one empty scan, whose size comes after more metadata than is read at first. */
function jpeg(width: number, height: number, metadataBytes: number): Uint8Array<ArrayBuffer> {
  const parts = [Buffer.from([0xff, 0xd8])];
  for (let rest = metadataBytes; rest > 0; rest -= 60_000) {
    const segment = Buffer.alloc(60_004, 0x20);
    segment.set([0xff, 0xe5, 0xea, 0x62]);
    parts.push(segment);
  }
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  parts.push(frame, Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x7f, 0xff, 0xd9]));
  return new Uint8Array(Buffer.concat(parts));
}

async function bearer(site: Site, body: object): Promise<{ readonly authorization: string }> {
  const { token } = await site.must('createToken', { body });
  return { authorization: `Bearer ${token}` };
}

test('[HR1] nobody can widen a token beyond their own permissions', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { id: project } = await site.must('createProject', { body: { name: 'Harrow Lane' } });
  const crown = await site.must('createToken', {
    body: { name: 'Crown', role: 'admin', project_ids: [project] },
  });
  const headers = await bearer(site, { name: 'Clerk', role: 'admin', scopes: ['tokens:manage', 'documents:read'] });
  const params = { token: crown.id };
  const refused = await site.call('updateToken', { headers, params, body: { project_ids: null } });
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await site.must('getToken', { params })).project_ids).toEqual([project]);
  expect((await site.must('updateToken', { params, body: { project_ids: null } })).project_ids).toBeNull();
});

test('[HR2] an invalid stored setting counts as not set, and the others apply', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { store } = site.world.app.commitContext;
  const poison = {
    max_residual_score_for_approval: 99,
    strict_bodies: true,
    permit: { max_duration_hours: 'for ever' },
    gone: 1,
  };
  for (const settings of [
    JSON.stringify(poison),
    '{"strict_bodies":',
    'null',
    '[]',
    '"x"',
    '{"signoff":{"retention_years":1e99}}',
  ]) {
    await store.transaction((trx) =>
      trx.updateTable('feed').set({ settings }).where('org_id', '=', site.world.organisationId).execute(),
    );
    expect((await site.call('getOrganisation')).status).toBe(200);
    expect((await site.call('createProject', { body: { name: 'Block C' } })).status).toBe(201);
    await site.world.app.calendar.run();
  }
  expect(readSettings(JSON.stringify(poison))).toMatchObject({
    max_residual_score_for_approval: null,
    strict_bodies: true,
    permit: { hot_work_fire_watch_minutes: 60 },
  });
  expect(
    (await site.must('updateOrganisation', { body: { settings: { require_if_match: true } } })).settings
      .require_if_match,
  ).toBe(true);
});

test('[HR3] an image is measured however late in the file its size is', async () => {
  await using site = await openSite();
  for (const metadataBytes of [0, 60_000, 700_000]) {
    const huge = await site.call('uploadPhotos', { body: photosOf(jpeg(65_500, 65_500, metadataBytes)) });
    expect([metadataBytes, huge.status]).toEqual([metadataBytes, 422]);
    const { data } = await site.must('uploadPhotos', { body: photosOf(jpeg(640, 480, metadataBytes)) });
    expect(data[0]).toMatchObject({ width: 640, height: 480 });
  }
});

test('[HR4] data hidden in a photo is not returned', async () => {
  await using site = await openSite();
  const html = Buffer.from('<script>alert(1)</script>');
  const { data } = await site.must('uploadPhotos', {
    body: photosOf(new Uint8Array(Buffer.concat([jpeg(64, 48, 60_000), html]))),
  });
  const answer = await fetch(new URL(`/api/v1/photos/${data[0]?.id}`, site.world.url), {
    headers: { authorization: `Bearer ${site.world.adminToken}` },
  });
  expect(Buffer.from(await answer.arrayBuffer()).includes('script')).toBe(false);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('[HR5] a deactivated user’s or revoked token gets no replayed response', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const user = await site.must('createUser', { body: { name: 'Efua Mensah', role: 'manager' } });
  const key = { 'idempotency-key': 'one-effect' };
  const headers = { ...(await bearer(site, { name: 'Efua', user_id: user.id })), ...key };
  const body = { name: 'Block D' };
  expect((await site.call('createProject', { headers, body })).status).toBe(201);
  expect((await site.call('createProject', { headers, body })).headers.get('idempotency-replayed')).toBe('true');
  await site.must('deactivateUser', { params: { user: user.id } });
  expect((await site.call('createProject', { headers, body })).status).toBe(401);
  await site.must('reactivateUser', { params: { user: user.id } });
  expect((await site.call('createProject', { headers, body })).status).toBe(401);
});

test('[HR6] a stolen tablet cannot decide, void, export, invite or administer', async () => {
  await using site = await openSite();
  const push = async (command: object): Promise<unknown> => {
    const { body } = await site.world.api<{ results: readonly { status: string; problem?: { code: string } }[] }>(
      'POST',
      '/api/v1/sync/push',
      { schema: 1, commands: [queued(site.world, command)] },
      { authorization: `Bearer ${await site.world.token('device')}` },
    );
    return [command, body.results[0]?.status];
  };
  const id = '018f0000-0000-7000-8000-00000000f00d';
  const { ids } = site;
  const acts = [
    ...['approve', 'reject', 'archive', 'restore'].map((action) => ['document', ids['document'], action]),
    ['signoff', ids['signoff'], 'void'],
    ['submission', ids['submission'], 'accept'],
    ['submission', ids['submission'], 'remove'],
    ['user', ids['user'], 'deactivate'],
    ['worker', ids['worker'], 'notify_expiry'],
    ['incident', ids['incident'], 'close'],
    ['permit', ids['permit'], 'expire'],
    ['permit', ids['permit'], 'remind'],
  ].map(([kind, of, action]) => ({
    op: 'act',
    kind,
    id: of,
    action,
    args: {
      reason: 'long enough to count',
      at: '2026-11-20T10:12:00Z',
      card_id: id,
      of: 'expiring',
      valid_to: '2026-11-20T10:12:00Z',
    },
  }));
  const sets: Readonly<Record<string, object>> = {
    project: { name: 'Mine' },
    site: { project_id: ids['project'], name: 'Mine' },
    version: { document_id: ids['document'], version: 9, state: 'current' },
    export: { document_id: ids['document'], format: 'pdf' },
    conflict: { document_id: ids['document'], record_kind: 'document', record_id: ids['document'], field: 'title' },
    discarded_draft: { document_id: ids['document'], version: 2 },
    compliance: { document_id: ids['document'], score: 100, band: 'excellent' },
    contractor: { name: 'Mine' },
    submission: { project_id: ids['project'], contractor_id: ids['contractor'] },
    worker: { name: 'Mine' },
    user: { name: 'Mine', role: 'owner' },
    token: { name: 'Mine', role: 'owner' },
    webhook: { url: 'https://example.org', events: ['*'] },
    __proto__x: {},
  };
  const creates = Object.entries(sets).map(([kind, set]) => ({ op: 'create', kind, id, set }));
  const patches = [
    { op: 'patch', kind: 'permit', id: ids['permit'], set: { state: 'open', log: [] } },
    { op: 'patch', kind: 'worker', id: ids['worker'], set: { name: 'Mine' } },
    {
      op: 'patch',
      kind: 'incident',
      id: ids['incident'],
      set: { description: 'Nothing at all happened here, really.' },
    },
    { op: 'patch', kind: 'user', id: ids['user'], set: { role: 'owner' } },
    ...['document', 'version', 'signoff', 'incident', 'permit'].map((kind) => ({
      op: 'remove',
      kind,
      id: ids[kind] ?? id,
    })),
  ];
  for (const command of [...acts, ...creates, ...patches]) expect(await push(command)).toEqual([command, 'refused']);
});

test('[HR7] a subscription’s headers are not sent to another receiver', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const headers = { Authorization: 'Bearer 0815' };
  const { id } = await site.must('createWebhook', { body: { url: site.receiver.url, events: ['*'], headers } });
  const params = { webhook: id };
  const elsewhere = 'https://receiver.invalid/';
  const refused = await site.call('updateWebhook', { params, body: { url: elsewhere } });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/headers' }] } });
  const sameReceiver = `${site.receiver.url.replace(/\/$/, '')}/moved`;
  expect((await site.must('updateWebhook', { params, body: { url: sameReceiver } })).header_names).toEqual([
    'Authorization',
  ]);
  expect((await site.call('updateWebhook', { params, body: { url: elsewhere, headers: null } })).status).not.toBe(200);
  expect((await site.must('getWebhook', { params })).url).toBe(sameReceiver);
});

test('[HR8] no indirect response reveals injured persons or workers’ numbers', async () => {
  await using site = await openSite();
  const { ids, world } = site;
  const [name, mobile] = ['Zebedee Quillfeather', '07700900461'];
  const injured_persons = [{ name, injury_severity: 'fatal', body_part: 'left hand of Quillfeather' }];
  const tokens = { manager: await world.token('manager'), author: await world.token('author') };
  const push = async (as: keyof typeof tokens, command: object): Promise<string> =>
    (
      await world.api(
        'POST',
        '/api/v1/sync/push',
        { schema: 1, commands: [queued(world, command)] },
        { authorization: `Bearer ${tokens[as]}` },
      )
    ).text;
  const patch = (kind: string, set: object, was: object): object => ({ op: 'patch', kind, id: ids[kind], set, was });
  await site.must('updateIncident', { body: { injured_persons: [{ name: `${name} junior` }] } });
  await site.must('updateWorker', { body: { mobile: `${mobile}1` } });
  const pushed = [
    await push('manager', patch('incident', { injured_persons }, { injured_persons: [] })),
    await push('manager', patch('worker', { mobile }, { mobile: null })),
    await push('manager', { op: 'create', kind: 'incident', id: 'not an id', set: { injured_persons } }),
    await push('manager', { op: 'create', kind: 'worker', id: ids['worker'], set: { name: 'x', mobile } }),
  ];
  expect(pushed.join()).toContain('conflicts');
  const read = async (as: keyof typeof tokens): Promise<string> => {
    const headers = { authorization: `Bearer ${tokens[as]}` };
    const answers = [
      await site.call('getIncident', { headers }),
      await site.call('listIncidents', { headers }),
      await site.call('getWorker', { headers }),
      await site.call('listWorkers', { headers, query: `?q=${mobile}` }),
      await site.call('listWorkers', { headers }),
      await site.call('listConflicts', { headers, query: '?per_page=100' }),
      await site.call('listRefused', { headers }),
      await site.call('listEvents', { headers, query: '?limit=1000' }),
      await site.call('listNotifications', { headers, query: '?per_page=100' }),
      await site.call('search', { headers, query: '?q=Quillfeather' }),
    ];
    const pulled = await world.api('POST', '/api/v1/sync/pull', { cursor: null, limit: 1000 }, headers);
    return [...answers.map(({ text }) => text), pulled.text].join('\n');
  };
  expect(await read('manager')).toContain(name);
  const told = await read('author');
  for (const secret of ['Quillfeather', mobile]) expect([secret, told.includes(secret)]).toEqual([secret, false]);
});
